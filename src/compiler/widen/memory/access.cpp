#include "compiler/widen/memory/access.h"

#include "compiler/limits/costs.h"

namespace lanewise::compiler {

std::optional<Access> describe(const Chunk& chunk, llvm::Instruction& instruction, llvm::Type* type) {
    llvm::Type* element = type->getScalarType();
    if (type->isAggregateType() || !element->isSized()) return std::nullopt;
    const std::uint64_t bits = chunk.layout.getTypeSizeInBits(element);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return std::nullopt;
    const unsigned unit = chunk.layouts.unit(llvm::getLoadStorePointerOperand(&instruction));
    Access access;
    access.element = element;
    access.count = type->isVectorTy() ? llvm::cast<llvm::FixedVectorType>(type)->getNumElements() : 1;
    access.bytes = static_cast<unsigned>(bits / 8);
    access.step = unit ? std::uint64_t{unit} * chunk.lanes : access.bytes;
    access.align = llvm::getLoadStoreAlignment(&instruction);
    if (unit || access.count > 1) access.align = std::min(access.align, llvm::Align(access.bytes));
    access.is_private = unit != 0;
    access.source = &instruction;
    return access;
}

std::optional<Access> pack(const Access& access) {
    const unsigned bytes = access.count * access.bytes;
    if (access.count == 1 || !access.is_dense() || access.element->isPointerTy() ||
        (bytes != 2 && bytes != 4 && bytes != 8))
        return std::nullopt;
    Access packed = access;
    packed.element = llvm::Type::getIntNTy(access.element->getContext(), bytes * 8);
    packed.bytes = bytes;
    packed.step = bytes;
    packed.count = 1;
    return packed;
}

bool transposes(const Chunk& chunk, const Access& access) {
    return chunk.options.isa.avx512f && access.bytes >= 4 && access.count >= costs::transposed_elements &&
           access.count <= chunk.lanes && access.is_dense() && llvm::isPowerOf2_32(access.count);
}

bool has_native_mask(const Chunk& chunk, const Access& access) {
    return chunk.options.isa.has_masked_memory(access.bytes);
}

bool moves_by_elements(const Chunk& chunk, const llvm::GetElementPtrInst& step, const Access& access) {
    return chunk.layout.getTypeAllocSize(step.getSourceElementType()).getFixedValue() == access.bytes;
}

llvm::Value* place_at(Chunk& chunk, const llvm::Value* pointer, const llvm::GetElementPtrInst& step,
                      llvm::Value* index) {
    const auto* last = llvm::cast<llvm::GetElementPtrInst>(pointer);
    const bool parts = last == &step;
    llvm::Value* base =
        parts ? chunk.values.scalar(step.getPointerOperand()) : place_at(chunk, last->getPointerOperand(), step, index);
    return chunk.builder.CreateGEP(last->getSourceElementType(), base,
                                   parts ? index : chunk.values.scalar(last->getOperand(1)));
}

llvm::Value* offset(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::int64_t bytes) {
    if (bytes == 0) return pointer;
    return builder.CreateGEP(builder.getInt8Ty(), pointer, builder.getInt64(static_cast<std::uint64_t>(bytes)));
}

}  // namespace lanewise::compiler
