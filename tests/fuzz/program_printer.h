// Prints a random program as OpenCL C 3.0.
#pragma once

#include <string>

#include "program.h"

namespace lanewise::fuzz {

/// The kernel is named `k`. Its arguments are the buffers in order, then `global uint* counts`, `uint n`, `uint total`
/// and, if shared_is_argument, `local T* shared`.
std::string print_program(const Program& program);

}  // namespace lanewise::fuzz
