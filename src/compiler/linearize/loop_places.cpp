#include "compiler/linearize/loop_places.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>

#include "compiler/limits/budget.h"

namespace lanewise::compiler {

bool LoopPlaces::is_invariant(llvm::Value& value) {
    return loop_.isLoopInvariant(&value) ||
           (evolution_.isSCEVable(value.getType()) && evolution_.isLoopInvariant(evolution_.getSCEV(&value), &loop_));
}

bool LoopPlaces::is_counted(llvm::Value& value, Numbers numbers) {
    if (!evolution_.isSCEVable(value.getType())) return false;
    const auto* counted = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&value));
    return counted && counted->getLoop() == &loop_ && counted->isAffine() &&
           (numbers != Numbers::with_sign || counted->hasNoSignedWrap()) &&
           (numbers != Numbers::without_sign || counted->hasNoUnsignedWrap());
}

// All iterations make use of the value, so none of them makes it poison.
bool LoopPlaces::is_even(llvm::Value& value, Numbers numbers, Counters& counters, unsigned depth) {
    if (is_invariant(value) || is_counted(value, numbers)) return true;
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!instruction || depth == budget::address_depth) return false;
    const auto part = [&](unsigned i, Numbers read_as) {
        return is_even(*instruction->getOperand(i), read_as, counters, depth + 1);
    };
    switch (instruction->getOpcode()) {
        case llvm::Instruction::GetElementPtr: {
            const unsigned bits = instruction->getDataLayout().getIndexTypeSizeInBits(value.getType());
            for (unsigned i = 1; i < instruction->getNumOperands(); ++i) {
                const bool is_wide = instruction->getOperand(i)->getType()->getScalarSizeInBits() >= bits;
                if (!part(i, is_wide ? Numbers::modulo : Numbers::with_sign)) return false;
            }
            return part(0, Numbers::modulo);
        }
        case llvm::Instruction::SExt: return part(0, Numbers::with_sign);
        case llvm::Instruction::ZExt:
            if ((instruction->hasNonNeg() && part(0, Numbers::with_sign)) || part(0, Numbers::without_sign))
                return true;
            counters.push_back(instruction->getOperand(0));
            return part(0, Numbers::modulo);
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Mul: {
            if (numbers == Numbers::with_sign && !instruction->hasNoSignedWrap()) return false;
            if (numbers == Numbers::without_sign && !instruction->hasNoUnsignedWrap()) return false;
            const bool is_sum = instruction->getOpcode() != llvm::Instruction::Mul;
            return (is_sum || is_invariant(*instruction->getOperand(0)) || is_invariant(*instruction->getOperand(1))) &&
                   part(0, numbers) && part(1, numbers);
        }
        default: return false;
    }
}

llvm::Value* LoopPlaces::in_iteration(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* iteration,
                                      unsigned depth) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || !loop_.contains(instruction)) return value;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
        const auto* counted =
            is_counted(*phi, Numbers::modulo) ? llvm::cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(phi)) : nullptr;
        const auto* step =
            counted ? llvm::dyn_cast<llvm::SCEVConstant>(counted->getStepRecurrence(evolution_)) : nullptr;
        if (!step || phi->getParent() != loop_.getHeader() || !phi->getType()->isIntegerTy()) return nullptr;
        llvm::Value* steps = builder.CreateMul(builder.CreateZExtOrTrunc(iteration, phi->getType()),
                                               llvm::ConstantInt::get(phi->getType(), step->getAPInt()));
        return builder.CreateAdd(phi->getIncomingValueForBlock(loop_.getLoopPreheader()), steps);
    }
    const bool is_pure = llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst>(instruction);
    if (!is_pure || instruction->isIntDivRem() || depth == budget::address_depth) return nullptr;
    llvm::SmallVector<llvm::Value*, 4> operands;
    for (llvm::Value* operand : instruction->operands()) {
        operands.push_back(in_iteration(builder, operand, iteration, depth + 1));
        if (!operands.back()) return nullptr;
    }
    llvm::Instruction* copy = instruction->clone();
    for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i]);
    return builder.Insert(copy);
}

}  // namespace lanewise::compiler
