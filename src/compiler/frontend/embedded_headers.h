// Clang's opencl-c-base.h, which declares OpenCL C's types and macros, embedded into this library.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <string_view>

namespace clang {
class SourceManager;
}

namespace lanewise::compiler {

/// Path of opencl-c-base.h in Clang's file system, where the header also has this front end's additions.
inline constexpr const char* base_header = "/.lanewise/system/opencl-c-base.h";

std::string_view opencl_base_header();

bool is_in_base_header(clang::SourceLocation place, const clang::SourceManager& sources);

}  // namespace lanewise::compiler
