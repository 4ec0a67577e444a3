#include "compiler/linearize/normalize_flow.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "compiler/ir/operations.h"
#include "compiler/linearize/masks/uniform_conditions.h"

namespace lanewise::compiler {
namespace {

void drop_markers(llvm::Function& function) {
    for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(block))
            if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
                if (call->isLifetimeStartOrEnd() || llvm::isa<llvm::AssumeInst>(call) ||
                    call->getIntrinsicID() == llvm::Intrinsic::experimental_noalias_scope_decl)
                    call->eraseFromParent();
}

// Removes the edges from `before` to `end`. Returns false if `before` has no other successor; `before` then ends with
// an `unreachable`.
bool lead_elsewhere(llvm::BasicBlock& before, llvm::BasicBlock& end) {
    llvm::Instruction* terminator = before.getTerminator();
    llvm::BasicBlock* other = nullptr;
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(terminator)) {
        for (auto one = choice->case_begin(); one != choice->case_end();)
            one = one->getCaseSuccessor() == &end ? choice->removeCase(one) : std::next(one);
        if (choice->getDefaultDest() != &end) return true;
        if (choice->getNumCases() > 0) {
            const auto last = std::prev(choice->case_end());
            choice->setDefaultDest(last->getCaseSuccessor());
            choice->removeCase(last);
            return true;
        }
    } else {
        for (llvm::BasicBlock* successor : llvm::successors(&before))
            if (successor != &end) other = successor;
    }
    llvm::IRBuilder<> builder(terminator);
    if (other)
        builder.CreateBr(other);
    else
        builder.CreateUnreachable();
    terminator->eraseFromParent();
    return other != nullptr;
}

// Whether `block` ends with a trap. Work-items may reach a trap, which ends the launch
// (device/machine/kernel_faults.h).
bool traps(const llvm::BasicBlock& block) {
    return llvm::any_of(block, [](const llvm::Instruction& one) {
        const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&one);
        return call && call->getIntrinsicID() == llvm::Intrinsic::trap;
    });
}

// Removes blocks that end with an `unreachable` without a trap before it, because branches to these blocks must not be
// analysed as divergence. An example is the default block of a switch that has a case for every value. If this block
// stayed, a barrier after the switch would seem to depend on the switch.
void drop_dead_ends(llvm::Function& function) {
    llvm::SmallVector<llvm::BasicBlock*, 8> ends;
    for (llvm::BasicBlock& block : function)
        if (llvm::isa<llvm::UnreachableInst>(block.getTerminator()) && !traps(block)) ends.push_back(&block);
    while (!ends.empty()) {
        llvm::BasicBlock* end = ends.pop_back_val();
        const llvm::SmallSetVector<llvm::BasicBlock*, 4> before(llvm::pred_begin(end), llvm::pred_end(end));
        for (llvm::BasicBlock* block : before) {
            if (traps(*block))
                llvm::changeToUnreachable(block->getTerminator());  // LLVM has merged the ends of several blocks
            else if (!lead_elsewhere(*block, *end))
                ends.push_back(block);
        }
    }
    // Fold only switches: a branch with a constant condition may be the exit of an endless loop, and must stay.
    for (llvm::BasicBlock& block : function)
        if (llvm::isa<llvm::SwitchInst>(block.getTerminator())) llvm::ConstantFoldTerminator(&block);
    llvm::EliminateUnreachableBlocks(function);
}

// Redirects all ends of the kernel to one return. An `unreachable` may become a return, since reaching an `unreachable`
// is undefined behaviour.
llvm::BasicBlock* unify_returns(llvm::Function& function) {
    llvm::SmallVector<llvm::Instruction*, 8> ends;
    for (llvm::BasicBlock& block : function)
        if (llvm::isa<llvm::ReturnInst, llvm::UnreachableInst>(block.getTerminator()))
            ends.push_back(block.getTerminator());
    if (ends.size() == 1 && llvm::isa<llvm::ReturnInst>(ends.front())) return ends.front()->getParent();
    auto* last = llvm::BasicBlock::Create(function.getContext(), "return", &function);
    llvm::ReturnInst::Create(function.getContext(), last);
    for (llvm::Instruction* end : ends) {
        llvm::BranchInst::Create(last, end->getIterator());
        end->eraseFromParent();
    }
    return last;
}

// Whether there is a path from `start` to `target` that does not contain `without`.
bool leads_to(llvm::BasicBlock* start, const llvm::BasicBlock* target, const llvm::BasicBlock* without) {
    llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<llvm::BasicBlock*, 16> pending{start};
    while (!pending.empty()) {
        llvm::BasicBlock* block = pending.pop_back_val();
        if (block == target) return true;
        if (block == without || !seen.insert(block).second) continue;
        pending.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return false;
}

bool parts_items(const llvm::BasicBlock& block) {
    return llvm::any_of(block, [](const llvm::Instruction& one) { return as_operation(&one, op::parted) != nullptr; });
}

// Whether GroupVotes inserted `block` after a vote. A block that belongs to a vote must not become the target of
// further branches.
bool belongs_to_vote(const llvm::BasicBlock& block) {
    return parts_items(block) ||
           llvm::any_of(llvm::successors(&block), [](const llvm::BasicBlock* next) { return parts_items(*next); });
}

// Returns the block where work-items continue if they do not enter the loop at `header`. This is usually the code after
// the loop in the source. This block reads only values that were computed before the branch into the loop. Blocks for
// diverged work-items are left out, because each of these blocks belongs to one vote (group_votes.h). If there is no
// suitable block, returns a new block that contains only the kernel's return: other code before the return may read
// values that are not defined in the loop.
llvm::BasicBlock* way_past(llvm::BasicBlock* header, const llvm::DominatorTree& dominators, llvm::BasicBlock* last) {
    for (const auto* node = dominators.getNode(header)->getIDom(); node; node = node->getIDom())
        for (llvm::BasicBlock* successor : llvm::successors(node->getBlock()))
            if (!belongs_to_vote(*successor) && !leads_to(successor, header, node->getBlock())) return successor;
    return alone(last->getTerminator());
}

// Adds to one endless loop an exit that is never taken, so that every block of the loop has a path to the return.
// Returns false if there is no endless loop.
bool give_exit(llvm::Function& function, llvm::BasicBlock* last) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (!loop->hasNoExitBlocks()) continue;
        llvm::BasicBlock* header = loop->getHeader();
        llvm::BasicBlock* past = way_past(header, dominators, last);
        llvm::BasicBlock* body = header->splitBasicBlock(header->getFirstNonPHIOrDbg(), "endless");
        header->getTerminator()->eraseFromParent();
        llvm::IRBuilder<> builder(header);
        builder.CreateCondBr(builder.getTrue(), body, past);
        for (llvm::PHINode& phi : past->phis()) phi.addIncoming(llvm::PoisonValue::get(phi.getType()), header);
        return true;
    }
    return false;
}

}  // namespace

llvm::BasicBlock* alone(llvm::Instruction* end) {
    llvm::BasicBlock* block = end->getParent();
    return &block->front() == end ? block : block->splitBasicBlock(end->getIterator(), "return");
}

llvm::PreservedAnalyses NormalizeFlow::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.isDeclaration()) return llvm::PreservedAnalyses::all();
    drop_markers(function);
    drop_dead_ends(function);
    unify_returns(function);
    while (give_exit(function, unify_returns(function))) {
    }
    lower_collective_switches(function);  // due to a new exit, a switch may decide whether a barrier is reached
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    passes.run(function, analyses);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
