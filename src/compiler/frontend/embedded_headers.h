// Clang's opencl-c-base.h, which declares OpenCL C's types and macros, as part of this library.
#pragma once

#include <string_view>

namespace lanewise::compiler {

std::string_view opencl_base_header();

}  // namespace lanewise::compiler
