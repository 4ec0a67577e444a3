#include "compiler/analysis/barrier_regions.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/passes/operations.h"

namespace lanewise::compiler {
namespace {

llvm::SmallVector<llvm::CallInst*, 8> find_barriers(llvm::Function& function) {
    llvm::SmallVector<llvm::CallInst*, 8> barriers;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (llvm::CallInst* call = as_operation(&instruction, op::barrier)) barriers.push_back(call);
    return barriers;
}

void collect_blocks(BarrierRegion& region, const BarrierRegions& all) {
    llvm::SmallVector<llvm::BasicBlock*, 16> pending{region.entry};
    while (!pending.empty()) {
        llvm::BasicBlock* block = pending.pop_back_val();
        if (!region.blocks.insert(block) || all.next_region.contains(block)) continue;
        pending.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
}

}  // namespace

bool has_barriers(const llvm::Function& function) {
    for (const llvm::Instruction& instruction : llvm::instructions(function))
        if (as_operation(&instruction, op::barrier)) return true;
    return false;
}

BarrierRegions split_at_barriers(llvm::Function& function) {
    BarrierRegions result;
    result.regions.push_back({&function.getEntryBlock(), {}});
    for (llvm::CallInst* barrier : find_barriers(function)) {
        llvm::BasicBlock* block = barrier->getParent();
        llvm::BasicBlock* behind = block->getSingleSuccessor();
        const bool is_split = &*std::next(barrier->getIterator()) == block->getTerminator() && behind &&
                              behind->getSinglePredecessor();
        if (!is_split)
            behind = block->splitBasicBlock(std::next(barrier->getIterator()), "after_barrier");
        result.next_region[block] = static_cast<unsigned>(result.regions.size());
        result.regions.push_back({behind, {}});
    }
    for (BarrierRegion& region : result.regions) collect_blocks(region, result);
    return result;
}

}  // namespace lanewise::compiler
