#include "compiler/prepare/calls/keep_iterations.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/loop_marks.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"

namespace lanewise::compiler {
namespace {

using llvm::BasicBlock;
using Blocks = llvm::SmallVector<BasicBlock*, 4>;
using Functions = llvm::SetVector<llvm::Function*>;

// Finds the sub-group operations whose results depend on which work-items call them, and all functions that call one of
// these operations directly or indirectly.
Functions find_convergent(llvm::Module& module) {
    Functions found;
    for (llvm::Function& function : module) {
        const unsigned traits = traits_of(function);
        if ((traits & trait::sub_group) && !(traits & trait::pure)) found.insert(&function);
    }
    for (std::size_t next = 0; next < found.size(); ++next)
        for (const llvm::User* user : found[next]->users())
            if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user))
                found.insert(const_cast<llvm::Function*>(call->getFunction()));
    return found;
}

llvm::Instruction* last_call(BasicBlock& block, const Functions& convergent) {
    for (llvm::Instruction& instruction : llvm::reverse(block))
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
            if (call->getCalledFunction() && convergent.contains(call->getCalledFunction())) return &instruction;
    return nullptr;
}

// Returns the blocks outside the loop that are on paths from the loop's exits to the block after the loop statement.
// `comes_from_it` returns whether a block is reached only from the loop's exits.
template <class LoopOrCycle, class ComesFromIt>
llvm::SetVector<BasicBlock*> leaving_blocks(const LoopOrCycle& loop, const ComesFromIt& comes_from_it) {
    llvm::SetVector<BasicBlock*> blocks;
    llvm::SmallVector<BasicBlock*, 8> exits;
    loop.getExitBlocks(exits);
    const auto add = [&](BasicBlock* block) {
        if (!is_after_loop_statement(*block) && !loop.contains(block) && comes_from_it(block, blocks))
            blocks.insert(block);
    };
    for (BasicBlock* exit : exits) add(exit);
    for (std::size_t next = 0; next < blocks.size(); ++next)
        for (BasicBlock* successor : llvm::successors(blocks[next])) add(successor);
    return blocks;
}

Blocks latches_of(const llvm::Cycle& cycle, BasicBlock* top) {
    Blocks latches;
    for (BasicBlock* predecessor : llvm::predecessors(top))
        if (cycle.contains(predecessor)) latches.push_back(predecessor);
    return latches;
}

bool is_in_each_iteration(const BasicBlock& block, const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
    if (!loop.contains(&block)) return false;
    llvm::SmallVector<BasicBlock*, 4> latches;
    loop.getLoopLatches(latches);
    return llvm::all_of(latches, [&](const BasicBlock* latch) { return dominators.dominates(&block, latch); });
}

bool is_last_place(const BasicBlock& block) { return block.getName().ends_with(".again"); }

// Makes a block through which all work-items go before they branch back to `top`. The block contains a barrier, so that
// passes do not merge it with `top`. Work-items that enter the loop in its middle reach this block together with
// work-items that came from `top`.
BasicBlock* make_last_place(BasicBlock* top, const Blocks& latches) {
    if (latches.size() == 1 && is_last_place(*latches.front())) return latches.front();
    BasicBlock* after = latches.front();
    for (BasicBlock& block : *top->getParent())
        if (llvm::is_contained(latches, &block)) after = &block;
    BasicBlock* last = llvm::SplitBlockPredecessors(top, latches, ".again");
    last->moveAfter(after);
    set_loop_mark(*last, loop_mark::latch);
    llvm::IRBuilder<> builder(last->getTerminator());
    create_sub_group_barrier(builder);
    return last;
}

void lead_back(llvm::Instruction& call, BasicBlock& target) {
    BasicBlock* block = call.getParent();
    BasicBlock* rest = block->splitBasicBlock(std::next(call.getIterator()), block->getName() + ".rest");
    block->getTerminator()->eraseFromParent();
    llvm::IRBuilder<> builder(block);
    builder.CreateCondBr(create_never(builder), &target, rest);
    set_loop_mark(*block, loop_mark::latch);
    for (llvm::PHINode& phi : target.phis()) phi.addIncoming(llvm::PoisonValue::get(phi.getType()), block);
}

// Whether an earlier run of this pass has already added a branch from this block to the header of the innermost loop.
bool leads_back(const BasicBlock& block) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    return branch && branch->isConditional() && as_operation(branch->getCondition(), op::never);
}

using Tops = llvm::MapVector<BasicBlock*, BasicBlock*>;  // block with a call -> target of the branch to add

void find_loops(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators, const Functions& convergent,
                bool inlined, Tops& tops) {
    // Visit inner loops last. If a block is in an outer and an inner loop, the inner loop's header then replaces the
    // outer loop's header as target.
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (!heads_loop_statement(*loop->getHeader(), *loop)) continue;
        const auto look_at = [&](BasicBlock* block) {
            if (is_in_each_iteration(*block, *loop, dominators))
                tops.erase(block);
            else if (last_call(*block, convergent) && !leads_back(*block) && !is_last_place(*block))
                tops[block] = loop->getHeader();
        };
        for (BasicBlock* block : loop->blocks()) look_at(block);
        if (inlined) continue;
        const auto comes_from_it = [&](BasicBlock* block, const auto&) {
            return dominators.dominates(loop->getHeader(), block);
        };
        for (BasicBlock* block : leaving_blocks(*loop, comes_from_it)) look_at(block);
    }
}

// Finds cycles with several entries. Returns the latches of each cycle, with the cycle's first block as key. Adds all
// blocks with calls in these cycles to `tops`, since no block of a cycle with several entries is certain to run in each
// iteration.
llvm::MapVector<BasicBlock*, Blocks> find_many_entries(llvm::Function& function, const llvm::LoopInfo& loops,
                                                       const Functions& convergent, bool inlined, Tops& tops) {
    llvm::MapVector<BasicBlock*, Blocks> found;
    llvm::CycleInfo cycles;
    cycles.compute(function);
    llvm::SmallVector<const llvm::Cycle*, 8> all(cycles.toplevel_begin(), cycles.toplevel_end());
    for (std::size_t next = 0; next < all.size(); ++next) {
        const llvm::Cycle& cycle = *all[next];
        all.append(cycle.child_begin(), cycle.child_end());
        if (cycle.isReducible()) continue;
        BasicBlock* top = &*llvm::find_if(function, [&](BasicBlock& block) { return cycle.contains(&block); });
        if (!heads_loop_statement(*top, cycle)) continue;
        found[top] = latches_of(cycle, top);
        const auto look_at = [&](BasicBlock* block) {
            const llvm::Loop* loop = loops.getLoopFor(block);
            const bool is_inner = loop && cycle.contains(loop->getHeader());
            if (!is_inner && last_call(*block, convergent) && !leads_back(*block) && !is_last_place(*block))
                tops[block] = top;
        };
        for (BasicBlock* block : cycle.blocks()) look_at(block);
        if (inlined) continue;
        const auto comes_from_it = [&](BasicBlock* block, const auto& others) {
            return llvm::all_of(llvm::predecessors(block),
                                [&](BasicBlock* from) { return cycle.contains(from) || others.contains(from); });
        };
        for (BasicBlock* block : leaving_blocks(cycle, comes_from_it)) look_at(block);
    }
    return found;
}

bool keep_iterations(llvm::Function& function, const Functions& convergent, bool inlined) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    Tops tops;
    find_loops(loops, dominators, convergent, inlined, tops);
    const auto entered_anywhere = find_many_entries(function, loops, convergent, inlined, tops);
    llvm::DenseMap<BasicBlock*, BasicBlock*> targets;
    for (const auto& [block, top] : tops) {
        const auto found = entered_anywhere.find(top);
        if (!targets.contains(top))
            targets[top] = found == entered_anywhere.end() ? top : make_last_place(top, found->second);
    }
    for (const auto& [block, top] : tops) lead_back(*last_call(*block, convergent), *targets[top]);
    return !tops.empty();
}

}  // namespace

llvm::PreservedAnalyses KeepIterations::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const llvm::Function* kernel = find_kernel(module);
    if (!kernel || !kernel->hasFnAttribute(fact::uses_sub_groups)) return llvm::PreservedAnalyses::all();
    const Functions convergent = find_convergent(module);
    bool changed = false;
    for (llvm::Function* function : convergent)
        if (!function->isDeclaration()) changed |= keep_iterations(*function, convergent, inlined_);
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler
