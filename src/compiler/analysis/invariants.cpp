#include "compiler/analysis/invariants.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/analysis/group_decisions.h"
#include "compiler/analysis/group_values.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

// True if `instruction` reads only uniform values and values computed in `region`. Does not check the incoming values
// of phis on edges from other regions.
bool reads_only_own(const llvm::Instruction& instruction, const BarrierRegion& region, const GroupValues& values) {
    const auto is_own = [&](const llvm::Value* operand) {
        const auto* made = llvm::dyn_cast<llvm::Instruction>(operand);
        return !made || values.is_uniform(made) ||
               region.blocks.contains(const_cast<llvm::BasicBlock*>(made->getParent()));
    };
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
    if (!phi) return llvm::all_of(instruction.operands(), is_own);
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        if (region.blocks.contains(phi->getIncomingBlock(i)) && !is_own(phi->getIncomingValue(i))) return false;
    return true;
}

// True if the result or effect of `instruction` depends on which lanes are active.
bool heeds_mask(const llvm::Instruction& instruction) {
    if (traits_of(&instruction) & (trait::pure | trait::vote)) return false;
    return instruction.mayHaveSideEffects() || instruction.mayReadFromMemory();
}

bool starts_with_its_mask(const llvm::BasicBlock& block) {
    bool is_late = false;
    for (const llvm::Instruction& instruction : block) {
        const bool is_mask = as_operation(&instruction, op::mask) != nullptr;
        if (is_mask && is_late) return false;
        is_late |= is_mask || heeds_mask(instruction);
    }
    return true;
}

// True if `wrong` returns false for all instructions of the function.
bool lacks(const llvm::Function& function, llvm::function_ref<bool(const llvm::Instruction&)> wrong) {
    return llvm::none_of(llvm::instructions(function), wrong);
}

}  // namespace

bool decisions_are_proved(llvm::Function& function) { return unproved_decisions(function).empty(); }

bool is_linearized(llvm::Function& function) {
    const auto returns = llvm::count_if(
        function, [](const llvm::BasicBlock& block) { return llvm::isa<llvm::ReturnInst>(block.getTerminator()); });
    return returns <= 1 && llvm::all_of(function, starts_with_its_mask);
}

bool is_canonical(llvm::Function& function) {
    const auto returns = llvm::count_if(
        function, [](const llvm::BasicBlock& block) { return llvm::isa<llvm::ReturnInst>(block.getTerminator()); });
    llvm::CycleInfo cycles;
    cycles.compute(function);
    const bool is_reducible = llvm::all_of(function, [&](const llvm::BasicBlock& block) {
        const llvm::Cycle* cycle = cycles.getCycle(&block);
        return !cycle || cycle->isReducible();
    });
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    return returns <= 1 && is_reducible && llvm::all_of(loops.getLoopsInPreorder(), [&](const llvm::Loop* loop) {
               return loop->isLoopSimplifyForm() && loop->isLCSSAForm(dominators);
           });
}

bool is_widened(const llvm::Function& function) {
    return lacks(function, [](const llvm::Instruction& instruction) {
        const unsigned traits = traits_of(&instruction);
        const bool is_lane_vote = (traits & trait::vote) && !(traits & trait::collective);
        const bool is_of_lanes = (traits & (trait::over_lanes | trait::sub_group)) && !(traits & trait::pause);
        return is_of_lanes || is_lane_vote || as_operation(&instruction, op::mask);
    });
}

bool has_no_meetings(const llvm::Function& function) {
    return lacks(function, [](const llvm::Instruction& instruction) {
        return (traits_of(&instruction) & (trait::collective | trait::meeting)) != 0;
    });
}

bool is_lowered(const llvm::Function& function) {
    return lacks(function, [](const llvm::Instruction& instruction) { return is_operation(&instruction); });
}

bool nothing_lives_across_barriers(llvm::Function& chunk) {
    const BarrierRegions regions = find_barrier_regions(chunk);
    const GroupValues values(chunk, regions);
    for (const BarrierRegion& region : regions.regions)
        for (const llvm::BasicBlock* block : region.blocks)
            for (const llvm::Instruction& instruction : *block)
                if (!reads_only_own(instruction, region, values)) return false;
    return true;
}

}  // namespace lanewise::compiler
