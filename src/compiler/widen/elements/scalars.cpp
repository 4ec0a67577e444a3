#include "compiler/widen/elements/scalars.h"

#include <llvm/IR/Operator.h>

namespace lanewise::compiler {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

llvm::Value* Scalars::make(llvm::Instruction& original) {
    const Shape shape = shapes_.of(&original);
    if (auto* address = dyn_cast<llvm::GetElementPtrInst>(&original))
        if (private_arrays_.is_interleaved(*address)) return private_arrays_.address_of(*address);
    // If both values of the select are equal, the result is uniform although the condition may differ between lanes.
    if (auto* choice = dyn_cast<llvm::SelectInst>(&original))
        if (choice->getTrueValue() == choice->getFalseValue()) return values_.scalar(choice->getTrueValue());
    llvm::Instruction* copy = original.clone();
    copy->setDebugLoc({});
    for (llvm::Use& operand : copy->operands()) operand = values_.scalar(operand);
    // If lane 0 is inactive, the operands of an `or disjoint` may have common bits in lane 0. The values of the other
    // lanes are computed from lane 0's value, so this value must be the sum of the operands instead of the `or`.
    if (auto* bits = dyn_cast<llvm::PossiblyDisjointInst>(copy); bits && bits->isDisjoint() && shape.is_strided()) {
        llvm::Value* sum = builder_.CreateAdd(bits->getOperand(0), bits->getOperand(1), original.getName());
        copy->deleteValue();
        return sum;
    }
    if (shape.is_strided() && masks_.in_masked_block()) copy->dropPoisonGeneratingFlags();
    if (auto* extension = dyn_cast<llvm::ZExtInst>(copy))
        if (shape.is_strided() && shapes_.extends_signed(cast<llvm::CastInst>(original))) {
            llvm::Value* operand = extension->getOperand(0);
            copy->deleteValue();
            return builder_.CreateSExt(operand, original.getType());
        }
    if (copy->isIntDivRem()) copy->setOperand(1, division_.safe_uniform_divisor(copy->getOperand(1)));
    return builder_.Insert(copy, original.getName());
}

llvm::Value* Scalars::no_wrap_check(llvm::Instruction& original) {
    const bool is_shift = original.isShift() && original.getOpcode() != llvm::Instruction::Shl;
    const auto* extension = dyn_cast<llvm::CastInst>(&original);
    if (!is_shift && !(extension && isa<llvm::SExtInst, llvm::ZExtInst>(original))) return nullptr;
    const Shape from = shapes_.of(original.getOperand(0));
    const bool is_signed =
        extension ? shapes_.extends_signed(*extension) : original.getOpcode() == llvm::Instruction::AShr;
    if (is_signed ? from.no_signed_wrap : from.no_unsigned_wrap) return nullptr;
    llvm::Value* first = values_.scalar(original.getOperand(0));
    const std::int64_t reach = from.stride * (chunk_.lanes - 1);
    const bool down = !is_signed && reach < 0;
    const auto id = is_signed ? llvm::Intrinsic::sadd_with_overflow
                    : down    ? llvm::Intrinsic::usub_with_overflow
                              : llvm::Intrinsic::uadd_with_overflow;
    auto* distance = llvm::ConstantInt::get(first->getType(), static_cast<std::uint64_t>(down ? -reach : reach), true);
    llvm::Value* sum = builder_.CreateBinaryIntrinsic(id, first, distance);
    return builder_.CreateNot(builder_.CreateExtractValue(sum, 1));
}

}  // namespace lanewise::compiler
