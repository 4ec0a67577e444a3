// Names of the late builtins (docs/ir.md): element-wise math functions that stay calls until vectorization is over.
// Converts the mangled name of one overload to the name of the overload of another width:
//   (_Z3powff, 16) -> _Z3powDv16_fS_        (_Z5ldexpDv4_fi, 8) -> _Z5ldexpDv8_fDv8_i
// Thread-safety: functions without state.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

namespace lanewise::compiler {

/// True if the builtin library defines `mangled` as a late builtin.
bool is_late_builtin(llvm::StringRef mangled);

/// True if `name` is a function that reads or writes texels for one work-item (src/builtins/texel).
bool is_texel_function(llvm::StringRef name);

/// True if `name` is a function that must be inlined and that reads a row of texels from an image of known format.
bool is_known_row(llvm::StringRef name);
/// Returns the name of the function that replaces `texel_function` in vectorized code if the image's format is known at
/// compile time. The result may be `texel_function` itself.
std::string name_where_known(llvm::StringRef texel_function);

/// Returns the name of the overload whose parameters have the same element types, but `lanes` elements each (1:
/// scalar). The result is none if `mangled` is not the name of a function with scalar or vector parameters.
std::optional<std::string> overload_of_width(llvm::StringRef mangled, unsigned lanes);

}  // namespace lanewise::compiler
