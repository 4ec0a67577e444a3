// Copies the computation of a value to another place in the code, for example to compute a later iteration's value in
// advance.
//
// Thread-safety: none; each compilation has its own IR.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace lanewise::compiler {

/// True if the instruction can be copied whenever its operands can be copied.
bool is_copyable(const llvm::Instruction& instruction);

/// Returns the value that replaces an instruction at the new place, null if copy_value() must fail, or none if the
/// instruction is to be copied.
using Substitute = llvm::function_ref<std::optional<llvm::Value*>(llvm::Instruction&)>;

/// Map from values to their copies; all copies are at the same place.
using CopiedValues = llvm::DenseMap<llvm::Value*, llvm::Value*>;

/// Copies the computation of `value` to the builder's insertion point, and returns the computed value. Returns null if
/// the computation cannot be copied, for example because it contains a load.
llvm::Value* copy_value(llvm::IRBuilder<>& builder, llvm::Value& value, Substitute substitute, CopiedValues& made,
                        unsigned depth = 0);

}  // namespace lanewise::compiler
