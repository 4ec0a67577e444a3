// Makes a value once more where it is not there yet: what a loop's iteration will come to, say.
//
// Thread-safety: none needed; IR belongs to a compilation.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace lanewise::compiler {

/// Whether an instruction can be made once more, if its operands can.
bool is_copyable(const llvm::Instruction& instruction);

/// What stands for an instruction at the new place: a value that is there; null: nothing can; none: a copy.
using Substitute = llvm::function_ref<std::optional<llvm::Value*>(llvm::Instruction&)>;

/// What has been made at the same place before.
using CopiedValues = llvm::DenseMap<llvm::Value*, llvm::Value*>;

/// `value` at the builder's place. Null where that cannot be: it takes a load, say.
llvm::Value* copy_value(llvm::IRBuilder<>& builder, llvm::Value& value, Substitute substitute, CopiedValues& made,
                        unsigned depth = 0);

}  // namespace lanewise::compiler
