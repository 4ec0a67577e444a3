#include "compiler/meetings/group_votes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/group_decisions.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/linearize/normalize_flow.h"

namespace lanewise::compiler {
namespace {

// Splits the block that contains the function's only return, directly before this return. Returns the new block, which
// contains only the return.
llvm::BasicBlock* lone_return(llvm::Function& function) {
    for (llvm::BasicBlock& block : function)
        if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) return alone(block.getTerminator());
    return nullptr;
}

// True if the block branches on whether all work-items agreed in a vote. This branch is uniform for the group. No
// analysis can prove the uniformity if the branch was copied to a place after a loop, and another exit of this loop
// still needs a vote.
bool turns_on_vote(const llvm::BasicBlock& block) {
    return llvm::any_of(llvm::successors(&block), [](const llvm::BasicBlock* next) {
        return as_operation(&next->front(), op::parted) != nullptr;
    });
}

void ask(llvm::BasicBlock& block, llvm::BasicBlock* end) {
    auto* branch = llvm::cast<llvm::BranchInst>(block.getTerminator());
    llvm::BasicBlock *holds = branch->getSuccessor(0), *fails = branch->getSuccessor(1);
    if (holds == fails) {
        fails->removePredecessor(&block, /*KeepOneInputPHIs=*/true);
        llvm::BranchInst::Create(fails, branch->getIterator());
        branch->eraseFromParent();
        return;
    }
    llvm::Function* function = block.getParent();
    auto* some = llvm::BasicBlock::Create(block.getContext(), block.getName() + ".some", function, block.getNextNode());
    auto* parted = llvm::BasicBlock::Create(block.getContext(), block.getName() + ".parted", function, end);
    llvm::IRBuilder<> builder(branch);
    llvm::CallInst* answer = create_group_vote(builder, branch->getCondition());
    builder.CreateCondBr(builder.CreateICmpEQ(answer, builder.getInt32(vote::holds_for_some)), holds, some);
    branch->eraseFromParent();
    fails->replacePhiUsesWith(&block, some);
    builder.SetInsertPoint(some);
    builder.CreateCondBr(builder.CreateICmpEQ(answer, builder.getInt32(vote::fails_for_some)), fails, parted);
    builder.SetInsertPoint(parted);
    create_parted(builder);
    builder.CreateBr(end);
}

}  // namespace

llvm::PreservedAnalyses GroupVotes::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.isDeclaration()) return llvm::PreservedAnalyses::all();
    llvm::BasicBlock* end = nullptr;
    for (unsigned round = 0;; ++round) {
        auto unproved = unproved_decisions(function);
        llvm::erase_if(unproved, [](const llvm::BasicBlock* block) { return turns_on_vote(*block); });
        if (unproved.empty()) break;
        if (!end) end = lone_return(function);
        for (llvm::BasicBlock* block : unproved) {
            ask(*block, end);
            if (round < budget::votes_one_by_one) break;
        }
    }
    if (!end) return llvm::PreservedAnalyses::all();
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    return NormalizeFlow().run(function, analyses);
}

bool may_part(const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
        return as_operation(&instruction, op::parted) != nullptr;
    });
}

void lower_group_votes(llvm::Function& function, bool has_lanes) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        llvm::CallInst* call = as_operation(&instruction, op::group_vote);
        if (!call) continue;
        llvm::IRBuilder<> builder(call);
        llvm::Value *holds = call->getArgOperand(0), *fails = builder.CreateNot(holds);
        if (has_lanes) {
            holds = create_vote(builder, op::any, holds);
            fails = create_vote(builder, op::any, fails);
        }
        llvm::Value* none = builder.getInt32(0);
        llvm::Value* bits = builder.CreateOr(builder.CreateSelect(holds, builder.getInt32(vote::holds_for_some), none),
                                             builder.CreateSelect(fails, builder.getInt32(vote::fails_for_some), none));
        // If sub-groups may wait for each other (fact::waits), each sub-group votes separately and does not wait at the
        // vote.
        const bool meets = !function.hasFnAttribute(fact::waits);
        call->replaceAllUsesWith(meets ? create_group_or(builder, bits) : bits);
        call->eraseFromParent();
    }
}

llvm::PreservedAnalyses LowerGroupVotes::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    lower_group_votes(function, has_lanes_);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
