// Declares the functions of cl_intel_subgroups and its _char, _short and _long, which no table of Clang's builtins has.
// Parsing their declarations takes as long as compiling a small kernel. So only programs that name one of these
// functions get the declarations, after the base header.
//
// Thread-safety: functions without state.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

std::string_view intel_sub_group_header();

/// True if the source, its headers or its options name one of the declared functions.
bool names_intel_sub_groups(std::string_view source, std::span<const std::string> arguments,
                            std::span<const Header> headers);

/// True if a build failed because the declarations were missing: a file that only the front end read names one of the
/// functions.
bool lacks_intel_sub_groups(std::string_view log);

}  // namespace lanewise::compiler
