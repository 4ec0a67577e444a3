#include "compiler/access/index_terms.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

const llvm::Value* before_extension(const llvm::Value* index) {
    constexpr unsigned word_bits = 32;
    const auto* extension = llvm::dyn_cast<llvm::CastInst>(index);
    const bool extends = extension && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(extension) &&
                         extension->getOperand(0)->getType()->getScalarSizeInBits() >= word_bits;
    return extends ? extension->getOperand(0) : index;
}

const llvm::Value* own_term(const llvm::Value* index, const ShapeInfo& shapes, const llvm::Value** uniform) {
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(index);
    if (!sum || sum->getOpcode() != llvm::Instruction::Add) return nullptr;
    const unsigned same = shapes.of(sum->getOperand(1)).is_uniform() ? 1 : 0;
    if (!shapes.of(sum->getOperand(same)).is_uniform()) return nullptr;
    if (uniform) *uniform = sum->getOperand(same);
    return sum->getOperand(1 - same);
}

const llvm::Value* narrow_part(const llvm::Value* index, const ShapeInfo& shapes) {
    const llvm::Value* part = before_extension(index);
    while (const llvm::Value* own = own_term(part, shapes)) part = own;
    return before_extension(part);
}

}  // namespace lanewise::compiler
