// Declares the functions of cl_intel_subgroups and its _char, _short and _long, which are in no table of Clang's
// builtins. Parsing them takes as long as a small kernel, so only programs that name them get them, after the base
// header.
//
// Thread-safety: free of state.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

std::string_view intel_sub_group_header();

/// Whether the source, its headers or its options name a function of the header.
bool names_intel_sub_groups(std::string_view source, std::span<const std::string> arguments,
                            std::span<const Header> headers);

/// Whether a build failed for lack of the header: a file that only the front end has read names one of its functions.
bool lacks_intel_sub_groups(std::string_view log);

}  // namespace lanewise::compiler
