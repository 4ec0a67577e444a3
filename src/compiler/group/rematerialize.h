// Recomputes a value at its use instead of spilling it to memory (rematerialization). Applies to values that a few
// cheap instructions compute from ids, arguments, constants and available values (`is_available` returns true).
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instruction.h>

namespace lanewise::compiler {

using IsAvailable = llvm::function_ref<bool(const llvm::Value*)>;

bool can_rematerialize(const llvm::Instruction& value, IsAvailable is_available);

/// Copies the computation of `value` to the insertion point of `builder`. can_rematerialize() must be true for `value`.
llvm::Value* rematerialize(llvm::Instruction& value, IsAvailable is_available, llvm::IRBuilderBase& builder);

}  // namespace lanewise::compiler
