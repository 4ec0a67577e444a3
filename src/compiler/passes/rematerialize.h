// Computing a value again where it is needed instead of keeping it in memory: for values made by few
// cheap instructions out of arguments, constants, ids and sizes.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instruction.h>

namespace lanewise::compiler {

bool can_rematerialize(const llvm::Instruction& value);

/// Copies the computation of `value` to the insertion point of `builder`. Needs can_rematerialize().
llvm::Value* rematerialize(llvm::Instruction& value, llvm::IRBuilderBase& builder);

}  // namespace lanewise::compiler
