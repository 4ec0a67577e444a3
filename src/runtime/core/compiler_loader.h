// The compiler library: found next to this one, loaded at the first need, kept for the process.
// Thread-safe.
#pragma once

#include <string>

#include "lanewise/compiler.h"

namespace lanewise::runtime {

/// Path of the shared library that this code is in.
std::string driver_library_path();

/// Path of the compiler library, whether or not it is there.
std::string compiler_library_path();

/// Throws Error(CL_COMPILER_NOT_AVAILABLE) when the library is missing or another version.
const compiler::Compiler& load_compiler();

}  // namespace lanewise::runtime
