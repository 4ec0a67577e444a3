// Declares the functions of extensions that Clang does not declare itself. Parsing the declarations of some extensions
// takes as long as compiling a small kernel. Declarations are therefore appended to the base header only for programs
// that need them.
//
// Thread-safety: functions without state.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Returns the declarations of the extensions whose mark occurs in the source, its headers or its build options. The
/// mark of an extension is a prefix of its functions' names. If programs may define functions with these names
/// themselves, the mark is the extension's name.
std::string named_declarations(std::string_view source, std::span<const std::string> arguments,
                               std::span<const Header> headers);

/// Returns the declarations whose absence made a build fail with this log. This happens if the mark occurs only in an
/// included file that is not searched, or if a program uses a function of an extension without its mark.
std::string missing_declarations(std::string_view log);

}  // namespace lanewise::compiler
