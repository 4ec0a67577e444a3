#include "compiler/access/access.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "compiler/limits/costs.h"

namespace lanewise::compiler {

std::optional<Access> describe(const llvm::Instruction& instruction, llvm::Type& type, const PrivateLayouts& layouts,
                               unsigned lanes) {
    llvm::Type* element = type.getScalarType();
    if (type.isAggregateType() || !element->isSized()) return std::nullopt;
    const std::uint64_t bits = instruction.getDataLayout().getTypeSizeInBits(element);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return std::nullopt;
    const unsigned unit = layouts.unit(llvm::getLoadStorePointerOperand(&instruction));
    Access access;
    access.element = element;
    access.count = type.isVectorTy() ? llvm::cast<llvm::FixedVectorType>(type).getNumElements() : 1;
    access.bytes = static_cast<unsigned>(bits / 8);
    access.step = unit ? std::uint64_t{unit} * lanes : access.bytes;
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

bool transposes(const Access& access, const VectorIsa& isa, unsigned lanes) {
    return isa.avx512f && access.bytes >= 4 && access.count >= costs::transposed_elements && access.count <= lanes &&
           access.is_dense() && llvm::isPowerOf2_32(access.count);
}

bool moves_by_elements(const llvm::GetElementPtrInst& step, const Access& access) {
    return step.getDataLayout().getTypeAllocSize(step.getSourceElementType()).getFixedValue() == access.bytes;
}

}  // namespace lanewise::compiler
