#include "compiler/analysis/uniformity.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

using llvm::InstructionUniformity;

using Phis = llvm::SmallPtrSet<const llvm::Value*, 8>;

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
    LanesAreThreads(const llvm::DataLayout& layout, Uniformity::Among among, Phis divergent)
        : llvm::TargetTransformInfoImplBase(layout), among(among), divergent(std::move(divergent)) {}

    bool hasBranchDivergence(const llvm::Function*) const override { return true; }

    InstructionUniformity getInstructionUniformity(const llvm::Value* value) const override {
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(value)) return uniformity_of_call(*call, among);
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value))
            return load->isSimple() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
        // Every work-item has its own private variables and its own result of an atomic.
        if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::AllocaInst>(value))
            return InstructionUniformity::NeverUniform;
        return divergent.contains(value) ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
    }

    Uniformity::Among among;
    const Phis divergent;
};

// True if the phi has different values for two edges that leave `cycle`.
bool differs_by_exit(const llvm::PHINode& phi, const llvm::Cycle& cycle) {
    const llvm::Value* first = nullptr;
    for (const auto& [value, from] : llvm::zip_equal(phi.incoming_values(), phi.blocks())) {
        if (!cycle.contains(from)) continue;
        if (first && first != value.get()) return true;
        first = value.get();
    }
    return false;
}

// Returns phis at the exits of `cycle`. These phis are uniform only if all work-items leave the cycle by the same edge.
llvm::SmallVector<const llvm::PHINode*, 4> uniform_phis_by_exit(const llvm::Cycle& cycle, llvm::UniformityInfo& info) {
    llvm::SmallVector<const llvm::PHINode*, 4> found;
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;
    cycle.getExitBlocks(exits);
    for (const llvm::BasicBlock* exit : exits)
        for (const llvm::PHINode& phi : exit->phis())
            if (!info.isDivergent(&phi) && differs_by_exit(phi, cycle)) found.push_back(&phi);
    return found;
}

// Adds the divergent phis that LLVM's analysis has missed. Returns false if LLVM's analysis has missed none. Work-items
// leave a cycle by different edges under two conditions: they diverge in the cycle, and some of them leave the cycle
// before all of them meet again.
bool add_missed(llvm::Function& function, const llvm::CycleInfo& cycles, llvm::UniformityInfo& info, Phis& divergent) {
    const std::size_t before = divergent.size();
    std::optional<llvm::PostDominatorTree> post_dominators;  // computed only if uniform_phis_by_exit() finds phis
    for (const llvm::BasicBlock& block : function) {
        const llvm::Cycle* cycle = cycles.getCycle(&block);
        if (!cycle || !info.hasDivergentTerminator(block)) continue;
        for (; cycle; cycle = cycle->getParentCycle()) {
            const auto phis = uniform_phis_by_exit(*cycle, info);
            if (phis.empty()) continue;
            if (!post_dominators) post_dominators.emplace(function);
            const auto* node = post_dominators->getNode(&block);
            const llvm::BasicBlock* meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
            if (meeting && cycle->contains(meeting)) break;
            divergent.insert(phis.begin(), phis.end());
        }
    }
    return divergent.size() != before;
}

}  // namespace

Uniformity::Uniformity(llvm::Function& function, Among among) {
    Phis divergent;
    do {
        analyses_ = llvm::FunctionAnalysisManager();
        analyses_.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
        analyses_.registerPass([] { return llvm::DominatorTreeAnalysis(); });
        analyses_.registerPass([] { return llvm::CycleAnalysis(); });
        analyses_.registerPass([] { return llvm::UniformityInfoAnalysis(); });
        analyses_.registerPass([among, divergent] {
            return llvm::TargetIRAnalysis([among, divergent](const llvm::Function& function) {
                return llvm::TargetTransformInfo(
                    std::make_unique<LanesAreThreads>(function.getDataLayout(), among, divergent));
            });
        });
        info_ = &analyses_.getResult<llvm::UniformityInfoAnalysis>(function);
    } while (add_missed(function, analyses_.getResult<llvm::CycleAnalysis>(function), *info_, divergent));
}

bool Uniformity::branch_is_divergent(const llvm::BasicBlock& block) { return info_->hasDivergentTerminator(block); }

bool Uniformity::is_divergent(const llvm::Value& value) const { return info_->isDivergent(&value); }

}  // namespace lanewise::compiler
