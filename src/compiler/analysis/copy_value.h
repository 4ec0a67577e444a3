// Computes a value a second time at another place, such as the value that a later iteration of a loop will have.
//
// Thread-safety: none needed; IR belongs to a compilation.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace lanewise::compiler {

/// Whether an instruction can be copied, if its operands can.
bool is_copyable(const llvm::Instruction& instruction);

/// The replacement of an instruction at the new place: an available value; null: cannot be replaced; none: make a copy.
using Substitute = llvm::function_ref<std::optional<llvm::Value*>(llvm::Instruction&)>;

/// Values that were already copied to the same place.
using CopiedValues = llvm::DenseMap<llvm::Value*, llvm::Value*>;

/// `value`, computed at the builder's place. Null if this is not possible, for example because it takes a load.
llvm::Value* copy_value(llvm::IRBuilder<>& builder, llvm::Value& value, Substitute substitute, CopiedValues& made,
                        unsigned depth = 0);

}  // namespace lanewise::compiler
