#include "compiler/analysis/uniformity.h"

#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

using llvm::InstructionUniformity;

// True if all work-items of a chunk have the same `id`. Lanes differ in dimension 0, rows in dimension 1.
bool is_same_in_chunk(const llvm::CallInst& id) {
    const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(id.getArgOperand(0));
    const bool has_rows = id.getFunction()->hasFnAttribute(fact::for_rows);
    return dimension && dimension->getZExtValue() > (has_rows ? 1 : 0);
}

InstructionUniformity uniformity_of_call(const llvm::CallInst& call, Uniformity::Among among) {
    const unsigned traits = traits_of(&call);
    if (traits & trait::id)
        return among == Uniformity::Among::chunk && is_same_in_chunk(call) ? InstructionUniformity::AlwaysUniform
                                                                           : InstructionUniformity::NeverUniform;
    // The result of a sub-group operation differs between the sub-groups of a group. A sub-group is a chunk, or a part
    // of a chunk.
    if (traits & (trait::over_lanes | trait::sub_group))
        return (among == Uniformity::Among::chunk && (traits & trait::same_in_chunk)) || as_operation(&call, op::never)
                   ? InstructionUniformity::AlwaysUniform
                   : InstructionUniformity::NeverUniform;
    if (traits & (trait::vote | trait::collective)) return InstructionUniformity::AlwaysUniform;
    // A result that depends only on the operands is uniform if all operands are uniform.
    return call.doesNotAccessMemory() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
}

struct LanesAreThreads final : llvm::TargetTransformInfoImplBase {
    LanesAreThreads(const llvm::DataLayout& layout, Uniformity::Among among)
        : llvm::TargetTransformInfoImplBase(layout), among(among) {}

    bool hasBranchDivergence(const llvm::Function*) const override { return true; }

    InstructionUniformity getInstructionUniformity(const llvm::Value* value) const override {
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(value)) return uniformity_of_call(*call, among);
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value))
            return load->isSimple() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
        // Every work-item has its own private variables and its own result of an atomic.
        if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::AllocaInst>(value))
            return InstructionUniformity::NeverUniform;
        return InstructionUniformity::Default;
    }

    Uniformity::Among among;
};

}  // namespace

Uniformity::Uniformity(llvm::Function& function, Among among) {
    analyses_.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    analyses_.registerPass([] { return llvm::DominatorTreeAnalysis(); });
    analyses_.registerPass([] { return llvm::CycleAnalysis(); });
    analyses_.registerPass([] { return llvm::UniformityInfoAnalysis(); });
    analyses_.registerPass([among] {
        return llvm::TargetIRAnalysis([among](const llvm::Function& function) {
            return llvm::TargetTransformInfo(std::make_unique<LanesAreThreads>(function.getDataLayout(), among));
        });
    });
    info_ = &analyses_.getResult<llvm::UniformityInfoAnalysis>(function);
}

bool Uniformity::branch_is_divergent(const llvm::BasicBlock& block) { return info_->hasDivergentTerminator(block); }

bool Uniformity::is_divergent(const llvm::Value& value) const { return info_->isDivergent(&value); }

}  // namespace lanewise::compiler
