// Linkage of functions and variables (decoration LinkageAttributes; SPIR-V specification, sections 2.16.1 and 3.17).
// Thread-safety: belongs to one translation.
#pragma once

#include <optional>
#include <string_view>

#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

struct Linkage {
    std::string_view name;
    spirv::LinkageType type{};
};

/// Returns the linkage of a function or variable; nothing if it is internal to the module.
std::optional<Linkage> linkage_of(const Translation& all, spirv::Id id);

/// Returns the name under which a function or variable is imported; nothing if it is not imported.
std::optional<std::string_view> imported_name(const Translation& all, spirv::Id id);

/// Returns the linkage of LLVM for a linkage of SPIR-V.
llvm::GlobalValue::LinkageTypes llvm_linkage(spirv::LinkageType type);

/// True if a name has a meaning for LLVM, the compiler or the builtin library. Internal functions of the module with
/// this name must be renamed.
bool is_reserved_name(std::string_view name);

}  // namespace lanewise::compiler::il
