// Recomputes a value where it is needed instead of keeping it in memory. Applies to values made by few cheap
// instructions from ids and from available values (arguments, constants, the caller's choice).
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instruction.h>

namespace lanewise::compiler {

using IsAvailable = llvm::function_ref<bool(const llvm::Value*)>;

bool can_rematerialize(const llvm::Instruction& value, IsAvailable is_available);

/// Copies the computation of `value` to the insertion point of `builder`. Needs can_rematerialize().
llvm::Value* rematerialize(llvm::Instruction& value, IsAvailable is_available, llvm::IRBuilderBase& builder);

}  // namespace lanewise::compiler
