#include "compiler/analysis/uniformity.h"

#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/passes/operations.h"

namespace lanewise::compiler {
namespace {

using llvm::InstructionUniformity;

InstructionUniformity uniformity_of_call(const llvm::CallInst& call) {
    const llvm::StringRef name = operation_name(call);
    if (name == op::global_id || name == op::local_id) {
        // Lanes lie along dimension 0, rows along dimension 1; the other ids are the same for a whole chunk.
        const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        const bool has_rows = call.getFunction()->hasFnAttribute(fact::rows);
        return dimension && dimension->getZExtValue() > (has_rows ? 1 : 0)
                   ? InstructionUniformity::AlwaysUniform
                   : InstructionUniformity::NeverUniform;
    }
    if (name == op::any || name == op::all || name == op::uniform)
        return InstructionUniformity::AlwaysUniform;
    if (is_group_collective(call)) return InstructionUniformity::AlwaysUniform;
    // What depends on its operands alone is uniform when they are.
    return call.doesNotAccessMemory() ? InstructionUniformity::Default
                                      : InstructionUniformity::NeverUniform;
}

struct LanesAreThreads final : llvm::TargetTransformInfoImplBase {
    explicit LanesAreThreads(const llvm::DataLayout& layout)
        : llvm::TargetTransformInfoImplBase(layout) {}

    bool hasBranchDivergence(const llvm::Function*) const override { return true; }

    InstructionUniformity getInstructionUniformity(const llvm::Value* value) const override {
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(value))
            return uniformity_of_call(*call);
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value))
            return load->isSimple() ? InstructionUniformity::Default
                                    : InstructionUniformity::NeverUniform;
        // Every work-item has its own private variables, and its own turn at an atomic.
        if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::AllocaInst>(value))
            return InstructionUniformity::NeverUniform;
        return InstructionUniformity::Default;
    }
};

}  // namespace

Uniformity::Uniformity(llvm::Function& function) {
    analyses_.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    analyses_.registerPass([] { return llvm::DominatorTreeAnalysis(); });
    analyses_.registerPass([] { return llvm::CycleAnalysis(); });
    analyses_.registerPass([] { return llvm::UniformityInfoAnalysis(); });
    analyses_.registerPass([] {
        return llvm::TargetIRAnalysis([](const llvm::Function& function) {
            return llvm::TargetTransformInfo(
                std::make_unique<LanesAreThreads>(function.getDataLayout()));
        });
    });
    info_ = &analyses_.getResult<llvm::UniformityInfoAnalysis>(function);
}

bool Uniformity::branch_is_divergent(const llvm::BasicBlock& block) {
    return info_->hasDivergentTerminator(block);
}

bool Uniformity::is_divergent(const llvm::Value& value) const { return info_->isDivergent(&value); }

}  // namespace lanewise::compiler
