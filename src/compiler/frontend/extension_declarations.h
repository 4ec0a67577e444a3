// Declares the functions of extensions for which Clang has no declarations. Parsing the declarations of some extensions
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
/// mark of an extension is a prefix of its functions' names. If a program might itself define functions whose names
/// have this prefix, the mark is the extension's name instead.
std::string named_declarations(std::string_view source, std::span<const std::string> arguments,
                               std::span<const Header> headers);

/// Given the log of a failed build, returns the declarations that the build lacked. A build lacks declarations if the
/// mark of their extension occurs only in an included file that is not searched. A build also lacks declarations if the
/// program uses a function of their extension, but does not contain the mark.
std::string missing_declarations(std::string_view log);

}  // namespace lanewise::compiler
