#include "compiler/ir/abi_access.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {

llvm::LoadInst* load_invariant(llvm::IRBuilderBase& builder, llvm::Value* base, std::size_t offset, llvm::Type* type,
                               const llvm::Twine& name) {
    llvm::Value* address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
    llvm::LoadInst* load = builder.CreateLoad(type, address, name);
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder.getContext(), {}));
    return load;
}

llvm::LoadInst* load_pointer(llvm::IRBuilderBase& builder, llvm::Value* base, std::size_t offset,
                             const llvm::Twine& name) {
    llvm::LoadInst* load = load_invariant(builder, base, offset, builder.getPtrTy(), name);
    llvm::Metadata* alignment = llvm::ConstantAsMetadata::get(builder.getInt64(abi::block_alignment));
    load->setMetadata(llvm::LLVMContext::MD_align, llvm::MDNode::get(builder.getContext(), {alignment}));
    return load;
}

llvm::Value* load_streaming(llvm::IRBuilderBase& builder, llvm::Value* launch) {
    llvm::Value* flags = load_invariant(builder, launch, offsetof(abi::Launch, flags), builder.getInt32Ty(), "flags");
    return builder.CreateIsNotNull(builder.CreateAnd(flags, abi::streaming_stores), "streaming");
}

}  // namespace lanewise::compiler
