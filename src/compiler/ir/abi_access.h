// Loads from the structures that compiled code receives (include/lanewise/kernel_abi.h). They do not change while a
// kernel runs, so the loads are marked invariant.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstddef>

namespace lanewise::compiler {

llvm::LoadInst* load_invariant(llvm::IRBuilderBase& builder, llvm::Value* base, std::size_t offset, llvm::Type* type,
                               const llvm::Twine& name);

/// Loads a pointer that the device lends: valid, and aligned to abi::block_alignment.
llvm::LoadInst* load_pointer(llvm::IRBuilderBase& builder, llvm::Value* base, std::size_t offset,
                             const llvm::Twine& name);

/// Loads whether the launch has abi::streaming_stores, as an i1.
llvm::Value* load_streaming(llvm::IRBuilderBase& builder, llvm::Value* launch);

}  // namespace lanewise::compiler
