#include "compiler/linearize/delay_exits.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/analysis/uniformity.h"
#include "compiler/simplify/loops/reducible_flow.h"

namespace lanewise::compiler {
namespace {

struct LatchExit {
    llvm::BasicBlock* header;
    llvm::BasicBlock* latch;
    llvm::BasicBlock* target;
};

// Whether work-items leave `loop` one by one from a block other than `latch`.
bool has_divergent_exit(const llvm::Loop& loop, const llvm::BasicBlock* latch, Uniformity& uniformity) {
    llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    return llvm::any_of(exiting, [&](const llvm::BasicBlock* block) {
        return block != latch && uniformity.branch_is_divergent(*block);
    });
}

std::optional<LatchExit> find_latch_exit(const llvm::Loop& loop, Uniformity& uniformity) {
    llvm::BasicBlock* latch = loop.getLoopLatch();
    if (!latch || latch == loop.getHeader()) return std::nullopt;
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
    if (!branch || !branch->isConditional() || uniformity.branch_is_divergent(*latch)) return std::nullopt;
    for (llvm::BasicBlock* target : llvm::successors(latch))
        if (!loop.contains(target) && has_divergent_exit(loop, latch, uniformity))
            return LatchExit{loop.getHeader(), latch, target};
    return std::nullopt;
}

// Makes a phi in the loop header. In the first iteration, the phi is `first`. In later iterations, the phi is the
// `value` that the latch computed in the preceding iteration.
llvm::PHINode* carry(const LatchExit& exit, llvm::Value* value, llvm::Value* first) {
    auto* phi = llvm::PHINode::Create(value->getType(), 2, value->getName() + ".last");
    phi->insertBefore(exit.header->begin());
    for (llvm::BasicBlock* from : llvm::predecessors(exit.header))
        phi->addIncoming(from == exit.latch ? value : first, from);
    return phi;
}

void delay(const LatchExit& exit) {
    auto* branch = llvm::cast<llvm::BranchInst>(exit.latch->getTerminator());
    llvm::IRBuilder<> at_latch(branch);
    llvm::Value* leaves = branch->getCondition();
    if (branch->getSuccessor(0) != exit.target) leaves = at_latch.CreateNot(leaves);
    // Split the header. In the phis of the header's successors, this also replaces the header by `body` as incoming
    // block.
    llvm::BasicBlock* body =
        exit.header->splitBasicBlock(exit.header->getFirstNonPHIIt(), exit.header->getName() + ".body");
    llvm::PHINode* done = carry(exit, leaves, at_latch.getFalse());
    for (llvm::PHINode& phi : exit.target->phis()) {
        llvm::Value* value = phi.getIncomingValueForBlock(exit.latch);
        phi.removeIncomingValue(exit.latch, false);
        if (llvm::isa<llvm::Instruction>(value)) value = carry(exit, value, llvm::PoisonValue::get(value->getType()));
        phi.addIncoming(value, exit.header);
    }
    exit.header->getTerminator()->eraseFromParent();
    llvm::IRBuilder<>(exit.header).CreateCondBr(done, exit.target, body);
    llvm::IRBuilder<>(branch).CreateBr(exit.header);
    branch->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses DelayExits::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (function.isDeclaration() || has_irreducible_flow(function)) return llvm::PreservedAnalyses::all();
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    if (loops.empty()) return llvm::PreservedAnalyses::all();
    Uniformity uniformity(function);
    llvm::SmallVector<LatchExit, 4> exits;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder())
        if (const auto exit = find_latch_exit(*loop, uniformity)) exits.push_back(*exit);
    for (const LatchExit& exit : exits) delay(exit);
    return exits.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
