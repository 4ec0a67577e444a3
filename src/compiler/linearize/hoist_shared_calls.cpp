#include "compiler/linearize/hoist_shared_calls.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "compiler/analysis/uniformity.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/passes/preserved.h"

namespace lanewise::compiler {
namespace {

// Whether `call` is a call of a function that can be speculated. False for LLVM's intrinsics and the `ocl.` operations,
// which are cheap enough to compute for each chunk.
bool may_be_made_anywhere(const llvm::CallInst& call) {
    return !llvm::isa<llvm::IntrinsicInst>(call) && !is_operation(&call) && call.getCalledFunction() &&
           call.doesNotAccessMemory() && call.doesNotThrow() && call.hasFnAttr(llvm::Attribute::WillReturn) &&
           !call.isConvergent();
}

class CallHoister {
public:
    CallHoister(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
        : function_(function),
          dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
          loops_(analyses.getResult<llvm::LoopAnalysis>(function)) {}

    bool run() {
        llvm::SmallVector<llvm::CallInst*, 8> calls;
        for (llvm::Instruction& instruction : llvm::instructions(function_))
            if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && may_be_made_anywhere(*call))
                calls.push_back(call);
        bool changed = false;
        for (llvm::CallInst* call : calls) changed |= hoist(*call);
        return changed;
    }

private:
    // Returns the outermost block that dominates `block`, is in the same loop as `block`, and ends with a divergent
    // branch. The search from `block` outwards stops at the first uniform branch. Null if no block is found.
    llvm::BasicBlock* block_before_parting(llvm::BasicBlock& block) {
        llvm::BasicBlock* found = nullptr;
        const llvm::Loop* loop = loops_.getLoopFor(&block);
        for (llvm::BasicBlock* place = &block;;) {
            const auto* node = dominators_.getNode(place)->getIDom();
            if (!node || loops_.getLoopFor(node->getBlock()) != loop) return found;
            place = node->getBlock();
            if (place->getTerminator()->getNumSuccessors() == 1) continue;
            if (!parts(*place)) return found;
            found = place;
        }
    }

    bool parts(const llvm::BasicBlock& block) {
        if (!uniformity_) uniformity_.emplace(function_);
        return uniformity_->branch_is_divergent(block);
    }

    bool hoist(llvm::CallInst& call) {
        llvm::BasicBlock* place = block_before_parting(*call.getParent());
        if (!place || uniformity_->is_divergent(call)) return false;
        llvm::SmallSetVector<llvm::Instruction*, 8> moved;
        if (!collect(call, *place, moved)) return false;
        for (llvm::Instruction* instruction : moved) {
            instruction->moveBefore(place->getTerminator()->getIterator());
            // The flags and attributes that are dropped here may be valid only after the branch.
            instruction->dropPoisonGeneratingAnnotations();
            instruction->dropUBImplyingAttrsAndMetadata();
        }
        return true;
    }

    // Collects `instruction` and all its operands that are not yet computed at the end of `place`, operands first.
    // Returns false if one of these instructions cannot move.
    bool collect(llvm::Instruction& instruction, llvm::BasicBlock& place,
                 llvm::SmallSetVector<llvm::Instruction*, 8>& moved) {
        if (dominators_.dominates(&instruction, place.getTerminator()) || moved.contains(&instruction)) return true;
        const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        const bool is_function = call && may_be_made_anywhere(*call);
        const bool is_safe =
            !llvm::isa<llvm::PHINode, llvm::LoadInst>(instruction) && llvm::isSafeToSpeculativelyExecute(&instruction);
        if (!is_function && !is_safe) return false;
        for (llvm::Value* operand : instruction.operands())
            if (auto* part = llvm::dyn_cast<llvm::Instruction>(operand); part && !collect(*part, place, moved))
                return false;
        moved.insert(&instruction);
        return true;
    }

    llvm::Function& function_;
    const llvm::DominatorTree& dominators_;
    const llvm::LoopInfo& loops_;
    std::optional<Uniformity> uniformity_;  // created on first use, since most kernels do not need it
};

}  // namespace

llvm::PreservedAnalyses HoistSharedCalls::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.isDeclaration()) return llvm::PreservedAnalyses::all();
    return preserves_flow(CallHoister(function, analyses).run());
}

}  // namespace lanewise::compiler
