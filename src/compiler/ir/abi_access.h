// Creates loads from the structures that compiled code receives as parameters (include/lanewise/kernel_abi.h). The
// structures do not change while a kernel runs, so the loads are marked invariant.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstddef>

namespace lanewise::compiler {

llvm::LoadInst* load_invariant(llvm::IRBuilderBase& builder, llvm::Value* base, std::size_t offset, llvm::Type* type,
                               const llvm::Twine& name);

/// Loads a pointer to device memory that is aligned to abi::block_alignment.
llvm::LoadInst* load_pointer(llvm::IRBuilderBase& builder, llvm::Value* base, std::size_t offset,
                             const llvm::Twine& name);

/// Loads an i1 that is true if the launch has the flag abi::streaming_stores.
llvm::Value* load_streaming(llvm::IRBuilderBase& builder, llvm::Value* launch);

}  // namespace lanewise::compiler
