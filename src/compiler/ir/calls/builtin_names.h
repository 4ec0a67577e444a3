// Names of the late builtins (docs/ir.md): element-wise math functions that stay calls until vectorization is over.
// Turns the link name of one overload into that of another width:
//   (_Z3powff, 16) -> _Z3powDv16_fS_        (_Z5ldexpDv4_fi, 8) -> _Z5ldexpDv8_fDv8_i
// Thread-safety: functions without state.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

namespace lanewise::compiler {

/// Whether the builtin library defines `mangled` as a late builtin.
bool is_late_builtin(llvm::StringRef mangled);

/// Whether `name` is a function that reads or writes texels for one work-item (src/builtins/texel).
bool is_texel_function(llvm::StringRef name);

/// Whether `name` is a function that reads a row of texels and is to be inlined once the kind of its image is known.
bool is_known_row(llvm::StringRef name);
/// Returns the replacement of a texel function that vectorized code calls, for a known image: its own name or that of
/// another function.
std::string name_where_known(llvm::StringRef texel_function);

/// The overload of the same function in which every parameter has `lanes` elements (1: scalar) of the same element
/// types. None if the name is not one of OpenCL C's scalar or vector signatures.
std::optional<std::string> overload_of_width(llvm::StringRef mangled, unsigned lanes);

}  // namespace lanewise::compiler
