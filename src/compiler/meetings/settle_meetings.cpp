#include "compiler/meetings/settle_meetings.h"

#include <llvm/IR/InstIterator.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/analysis/group_decisions.h"
#include "compiler/ir/function_body.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/meetings/group_votes.h"
#include "compiler/meetings/part_items.h"
#include "compiler/simplify/values/values_to_memory.h"

namespace lanewise::compiler {
namespace {

// True if the kernel's copy for diverged work-items would need too many phis. The copy needs a phi for each value in
// each block where a work-item may continue.
bool has_costly_starts(const llvm::Function& function) {
    std::size_t starts = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        starts += as_operation(&instruction, op::barrier) != nullptr;
        starts += as_operation(&instruction, op::group_vote) ? 2 : 0;
    }
    return starts * count_values_that_leave(function) > budget::values_at_starts;
}

// True if so many blocks belong to several regions that compiling their copies would take too long.
bool has_costly_regions(llvm::Function& function) {
    llvm::Function& trial = copy_function(function);
    lower_group_votes(trial, /*has_lanes=*/false);
    split_blocks_at_barriers(trial);
    std::size_t copies = 0;
    for (const BarrierRegion& region : find_barrier_regions(trial).regions) copies += region.blocks.size();
    const bool is_costly = copies > budget::copies_of_blocks * trial.size();
    trial.eraseFromParent();
    return is_costly;
}

}  // namespace

llvm::PreservedAnalyses SettleMeetings::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.isDeclaration() || unproved_decisions(function).empty()) return llvm::PreservedAnalyses::all();
    llvm::Function& before = copy_function(function);
    analyses.invalidate(function, GroupVotes().run(function, analyses));
    if (!has_costly_starts(function) && !has_costly_regions(function)) {
        before.eraseFromParent();
        return llvm::PreservedAnalyses::none();
    }
    take_body(function, before);
    analyses.clear(function, function.getName());
    return PartFromTheStart().run(function, analyses);
}

}  // namespace lanewise::compiler
