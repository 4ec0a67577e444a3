#include "compiler/group/context_slots.h"

#include <llvm/IR/Module.h>

#include "compiler/ir/operations.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

llvm::Type* type_in_memory(llvm::Type* type, const llvm::Function& chunk) {
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (!vector || !vector->getElementType()->isIntegerTy(1) || vector->getNumElements() < 8) return type;
    // Store a byte for each bit of a mask, since packing and unpacking bits is slow without mask registers.
    if (!has_feature(chunk, "avx512vl")) return vector->getWithNewType(llvm::Type::getInt8Ty(type->getContext()));
    return llvm::IntegerType::get(type->getContext(), vector->getNumElements());
}

}  // namespace

std::uint64_t ContextLayout::allocate(std::uint64_t bytes, llvm::Align alignment) {
    const std::uint64_t offset = llvm::alignTo(bytes_, alignment);
    bytes_ = offset + bytes;
    alignment_ = std::max(alignment_, alignment);
    return offset;
}

Slot::Slot(llvm::Type* type, ContextLayout& context, const llvm::Function& chunk)
    : type_(type), memory_type_(type_in_memory(type, chunk)) {
    const llvm::DataLayout& layout = chunk.getDataLayout();
    alignment_ = layout.getABITypeAlign(memory_type_);
    offset_ = context.allocate(layout.getTypeAllocSize(memory_type_), alignment_);
}

bool Slot::widens_mask() const {
    return type_->isIntOrIntVectorTy(1) && memory_type_->isVectorTy() && memory_type_ != type_;
}

llvm::StoreInst* Slot::store(llvm::IRBuilderBase& builder, llvm::Value* value) const {
    llvm::Value* address = create_context(builder, op::chunk_context, offset_);
    llvm::Value* stored =
        widens_mask() ? builder.CreateSExt(value, memory_type_) : builder.CreateBitCast(value, memory_type_);
    return builder.CreateAlignedStore(stored, address, alignment_);
}

llvm::Value* Slot::load(llvm::IRBuilderBase& builder, const llvm::Twine& name) const {
    llvm::Value* address = create_context(builder, op::chunk_context, offset_);
    llvm::Value* value = builder.CreateAlignedLoad(memory_type_, address, alignment_, name);
    if (!widens_mask()) return builder.CreateBitCast(value, type_);
    return builder.CreateICmpSLT(value, llvm::Constant::getNullValue(memory_type_));
}

}  // namespace lanewise::compiler
