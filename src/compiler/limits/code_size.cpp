#include "compiler/limits/code_size.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace lanewise::compiler {
namespace {

// Returns the longest vector among an instruction's result and operands.
const llvm::FixedVectorType* longest_vector(const llvm::Instruction& instruction) {
    const auto* longest = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    for (const llvm::Value* operand : instruction.operands()) {
        const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(operand->getType());
        if (type && (!longest || type->getPrimitiveSizeInBits() > longest->getPrimitiveSizeInBits())) longest = type;
    }
    return longest;
}

// X86 has no integer division of vectors, so the elements are divided one after another.
bool runs_per_element(const llvm::Instruction& instruction) { return instruction.isIntDivRem(); }

}  // namespace

std::uint64_t code_size(const llvm::Instruction& instruction, unsigned register_bits) {
    if (instruction.isDebugOrPseudoInst() || instruction.isLifetimeStartOrEnd()) return 0;
    const llvm::FixedVectorType* vector = longest_vector(instruction);
    if (!vector) return 1;
    if (runs_per_element(instruction)) return 2 * std::uint64_t{vector->getNumElements()};
    const std::uint64_t bits = std::max<std::uint64_t>(vector->getPrimitiveSizeInBits().getFixedValue(), 1);
    return (bits + register_bits - 1) / register_bits;
}

std::uint64_t code_size(const llvm::BasicBlock& block, unsigned register_bits) {
    std::uint64_t size = 0;
    for (const llvm::Instruction& instruction : block) size += code_size(instruction, register_bits);
    return size;
}

std::uint64_t code_size(const llvm::Function& function, unsigned register_bits) {
    std::uint64_t size = 0;
    for (const llvm::BasicBlock& block : function) size += code_size(block, register_bits);
    return size;
}

}  // namespace lanewise::compiler
