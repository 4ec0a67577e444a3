// Prints a random program as OpenCL C 3.0.
#pragma once

#include <string>

#include "program.h"

namespace lanewise::fuzz {

/// Returns the program's source. The kernel `k` has the arguments: the buffers in order, `global uint* counts`, `uint
/// n`, `uint total`, the pipes if has_pipes, and `local T* shared` if shared_is_argument.
std::string print_program(const Program& program);

}  // namespace lanewise::fuzz
