#include "compiler/group/context_slots.h"

#include <llvm/IR/Module.h>

#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

llvm::Type* type_in_memory(llvm::Type* type) {
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (!vector || !vector->getElementType()->isIntegerTy(1) || vector->getNumElements() < 8) return type;
    return llvm::IntegerType::get(type->getContext(), vector->getNumElements());
}

}  // namespace

std::uint64_t ContextLayout::allocate(std::uint64_t bytes, llvm::Align alignment) {
    const std::uint64_t offset = llvm::alignTo(bytes_, alignment);
    bytes_ = offset + bytes;
    alignment_ = std::max(alignment_, alignment);
    return offset;
}

Slot::Slot(llvm::Type* type, ContextLayout& context, const llvm::DataLayout& layout)
    : type_(type), memory_type_(type_in_memory(type)), alignment_(layout.getABITypeAlign(memory_type_)) {
    offset_ = context.allocate(layout.getTypeAllocSize(memory_type_), alignment_);
}

llvm::StoreInst* Slot::store(llvm::IRBuilderBase& builder, llvm::Value* value) const {
    llvm::Value* address = create_context(builder, op::chunk_context, offset_);
    return builder.CreateAlignedStore(builder.CreateBitCast(value, memory_type_), address, alignment_);
}

llvm::Value* Slot::load(llvm::IRBuilderBase& builder, const llvm::Twine& name) const {
    llvm::Value* address = create_context(builder, op::chunk_context, offset_);
    llvm::Value* value = builder.CreateAlignedLoad(memory_type_, address, alignment_, name);
    return builder.CreateBitCast(value, type_);
}

}  // namespace lanewise::compiler
