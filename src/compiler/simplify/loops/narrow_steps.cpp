#include "compiler/simplify/loops/narrow_steps.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/passes/preserved.h"

namespace lanewise::compiler {
namespace {

using namespace llvm::PatternMatch;

bool keeps_low_bits(unsigned opcode) {
    return opcode == llvm::Instruction::Add || opcode == llvm::Instruction::Sub || opcode == llvm::Instruction::Mul;
}

// Returns the operand of `type` if `value` extends such a value; otherwise null.
llvm::Value* narrow_source(const llvm::Value* value, const llvm::Type* type) {
    llvm::Value* source = nullptr;
    return match(value, m_ZExtOrSExt(m_Value(source))) && source->getType() == type ? source : nullptr;
}

// Returns the wide operation that `next` truncates, if it steps a counter of the narrow type; otherwise null.
llvm::BinaryOperator* wide_step(const llvm::TruncInst& next) {
    auto* step = llvm::dyn_cast<llvm::BinaryOperator>(next.getOperand(0));
    if (!step || !step->hasOneUse() || !keeps_low_bits(step->getOpcode()) ||
        llvm::none_of(next.users(), llvm::IsaPred<llvm::PHINode>))
        return nullptr;
    const auto is_counter = [&](const llvm::Value* operand) { return narrow_source(operand, next.getType()); };
    return llvm::any_of(step->operand_values(), is_counter) ? step : nullptr;
}

llvm::Value* narrowed(llvm::IRBuilder<>& builder, llvm::Value* wide, llvm::Type* type) {
    llvm::Value* source = narrow_source(wide, type);
    return source ? source : builder.CreateTrunc(wide, type);
}

bool narrow_step(llvm::TruncInst& next) {
    llvm::BinaryOperator* step = wide_step(next);
    if (!step) return false;
    llvm::IRBuilder<> builder(&next);
    llvm::Value* a = narrowed(builder, step->getOperand(0), next.getType());
    llvm::Value* b = narrowed(builder, step->getOperand(1), next.getType());
    llvm::Value* narrow = builder.CreateBinOp(step->getOpcode(), a, b);
    narrow->takeName(&next);
    next.replaceAllUsesWith(narrow);
    next.eraseFromParent();
    step->eraseFromParent();
    return true;
}

}  // namespace

llvm::PreservedAnalyses NarrowSteps::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(block))
            if (auto* next = llvm::dyn_cast<llvm::TruncInst>(&instruction)) changed |= narrow_step(*next);
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
