// Alias scopes of memory accesses (SPV_INTEL_memory_access_aliasing), which become LLVM's metadata !alias.scope and
// !noalias. Thread-safety: belongs to one translation.
#pragma once

#include <llvm/IR/Instruction.h>

#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

/// Returns the scopes of a list (OpAliasScopeListDeclINTEL).
llvm::MDNode* alias_scopes(Translation& all, spirv::Id list, const spirv::Instruction& user);

/// Gives `value` alias scopes, if `value` is a memory access or a call. The scopes come from the decorations of an
/// instruction's result.
void add_decorated_scopes(Translation& all, const spirv::Instruction& instruction, llvm::Value* value);

}  // namespace lanewise::compiler::il
