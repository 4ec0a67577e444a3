#include "compiler/machine/masked_increment.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/passes/preserved.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::Value;

struct Step {
    Value* from = nullptr;  // null if the instruction does not add or subtract a mask
    Value* mask = nullptr;
    Value* extended = nullptr;
    bool up = true;
};

bool is_mask(const Value& value) { return value.getType()->isVectorTy() && value.getType()->isIntOrIntVectorTy(1); }

// Matches sums and differences of a vector and an extended mask. An extended mask is 1 (zext) or -1 (sext) in active
// lanes.
Step step_of(llvm::Instruction& instruction) {
    namespace pattern = llvm::PatternMatch;
    using pattern::m_OneUse, pattern::m_SExt, pattern::m_Value, pattern::m_ZExt;
    Step step;
    const auto is = [&](const auto& form) { return pattern::match(&instruction, form); };
    const auto one = m_Value(step.extended, m_OneUse(m_ZExt(m_Value(step.mask))));
    const auto minus_one = m_Value(step.extended, m_OneUse(m_SExt(m_Value(step.mask))));
    const auto from = m_Value(step.from);
    step.up = is(pattern::m_c_Add(from, one)) || is(pattern::m_Sub(from, minus_one));
    if (!step.up && !is(pattern::m_c_Add(from, minus_one)) && !is(pattern::m_Sub(from, one))) return {};
    return is_mask(*step.mask) && !llvm::isa<llvm::Constant>(step.from) ? step : Step{};
}

bool takes_masks(const llvm::Function& function, const llvm::Type& type) {
    return type.getScalarSizeInBits() >= 32 || has_feature(function, "avx512bw");
}

bool count(llvm::Instruction& instruction) {
    if (!instruction.getType()->isIntOrIntVectorTy()) return false;
    if (!takes_masks(*instruction.getFunction(), *instruction.getType())) return false;
    const Step step = step_of(instruction);
    if (!step.from) return false;
    llvm::IRBuilder<> builder(&instruction);
    Value* one = llvm::ConstantInt::getSigned(instruction.getType(), step.up ? 1 : -1);
    Value* counted = builder.CreateSelect(step.mask, builder.CreateAdd(step.from, one), step.from);
    counted->takeName(&instruction);
    instruction.replaceAllUsesWith(counted);
    instruction.eraseFromParent();
    llvm::cast<llvm::Instruction>(step.extended)->eraseFromParent();
    return true;
}

}  // namespace

llvm::PreservedAnalyses MaskedIncrement::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!has_feature(function, "avx512f") || !has_feature(function, "avx512vl")) return llvm::PreservedAnalyses::all();
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
        changed |= count(instruction);
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
