// Declarations of cl_intel_subgroups and its _char, _short and _long, which Clang has in no table of builtins. They
// take as long as a small kernel, and go behind the base header of programs that name them.
//
// Thread-safety: free of state.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

std::string_view intel_sub_group_header();

/// Whether the source, its headers or its options name a function of the header's.
bool names_intel_sub_groups(std::string_view source, std::span<const std::string> arguments,
                            std::span<const Header> headers);

/// Whether a build failed for want of the header: a file that only the front end has read names a function of it.
bool lacks_intel_sub_groups(std::string_view log);

}  // namespace lanewise::compiler
