#include "compiler/simplify/unrotate_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/ir/loop_marks.h"
#include "compiler/limits/budget.h"
#include "compiler/simplify/canonicalize.h"

namespace lanewise::compiler {
namespace {

using llvm::BasicBlock;

// A loop whose only latch compares the counter's next value with a bound, and continues the loop if the comparison is
// true.
struct Rotated {
    llvm::Loop* loop;
    llvm::PHINode* counter = nullptr;  // the phi whose next value is compared
    llvm::Value* bound = nullptr;
    llvm::ICmpInst::Predicate goes_on{};
};

std::optional<Rotated> read_rotated(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    BasicBlock* const latch = loop.getLoopLatch();
    if (!loop.getLoopPreheader() || !latch || !loop.isLoopExiting(latch) || !loop.hasDedicatedExits()) return {};
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
    const auto* test = branch ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
    if (!test) return {};
    for (const bool swapped : {false, true}) {
        llvm::Value* const next = test->getOperand(swapped ? 1 : 0);
        llvm::Value* const bound = test->getOperand(swapped ? 0 : 1);
        const auto is_compared = [&](llvm::PHINode& phi) { return phi.getIncomingValueForBlock(latch) == next; };
        const auto phis = loop.getHeader()->phis();
        const auto counter = llvm::find_if(phis, is_compared);
        if (counter == phis.end() || !evolution.isSCEVable(next->getType())) continue;
        auto goes_on = swapped ? test->getSwappedPredicate() : test->getPredicate();
        if (branch->getSuccessor(0) != loop.getHeader()) goes_on = llvm::ICmpInst::getInversePredicate(goes_on);
        const llvm::SCEV* const start = evolution.getSCEV(counter->getIncomingValueForBlock(loop.getLoopPreheader()));
        const llvm::SCEV* const end = evolution.getSCEV(bound);
        bool moved = false;
        // makeLoopInvariant() comes last, since it moves the bound out of the loop, which must happen only if the loop
        // is changed.
        if (!evolution.isLoopInvariant(end, &loop) || !evolution.isLoopEntryGuardedByCond(&loop, goes_on, start, end) ||
            !loop.makeLoopInvariant(bound, moved))
            continue;
        return Rotated{&loop, &*counter, bound, goes_on};
    }
    return {};
}

class Unrotation {
public:
    explicit Unrotation(const Rotated& rotated)
        : rotated_(rotated),
          latch_(*rotated.loop->getLoopLatch()),
          body_(*rotated.loop->getHeader()),
          before_(*rotated.loop->getLoopPreheader()) {}

    void run() {
        head_ = BasicBlock::Create(body_.getContext(), body_.getName() + ".test", body_.getParent(), &body_);
        auto* const old = llvm::cast<llvm::BranchInst>(latch_.getTerminator());
        BasicBlock& end = *old->getSuccessor(old->getSuccessor(0) == &body_ ? 1 : 0);
        for (llvm::PHINode& phi : llvm::make_early_inc_range(body_.phis())) phi.moveBefore(*head_, head_->end());
        before_.getTerminator()->replaceSuccessorWith(&body_, head_);
        llvm::IRBuilder<> builder(head_);
        llvm::Value* const again = builder.CreateICmp(rotated_.goes_on, rotated_.counter, rotated_.bound);
        builder.CreateCondBr(again, &body_, &end);
        for (llvm::PHINode& phi : end.phis()) leave_from_head(phi);
        if (has_loop_mark(body_, loop_mark::head)) {
            set_loop_mark(*head_, loop_mark::head);
            body_.getTerminator()->setMetadata(loop_mark::head, nullptr);
        }
        auto* const back = llvm::BranchInst::Create(head_, old->getIterator());
        back->copyMetadata(*old, {llvm::LLVMContext::MD_loop, back->getContext().getMDKindID(loop_mark::latch)});
        old->eraseFromParent();
        skip_guard(end);
    }

private:
    // In a phi after the loop, replaces the latch by the header as incoming block, since the loop is now left from the
    // header. The new incoming value equals the value that the preceding iteration computed.
    void leave_from_head(llvm::PHINode& phi) {
        const auto entry = static_cast<unsigned>(phi.getBasicBlockIndex(&latch_));
        phi.setIncomingValue(entry, value_before(phi.getIncomingValue(entry)));
        phi.setIncomingBlock(entry, head_);
    }

    // Returns a value that, at the beginning of an iteration, equals the `value` that the preceding iteration computed.
    llvm::Value* value_before(llvm::Value* value) {
        const auto* made = llvm::dyn_cast<llvm::Instruction>(value);
        if (!made || (made->getParent() != head_ && !rotated_.loop->contains(made))) return value;
        for (llvm::PHINode& phi : head_->phis())
            if (phi.getIncomingValueForBlock(&latch_) == value) return &phi;
        // The null is never used: the loop's condition is true at first, so at least one iteration computes `value`.
        auto* const last = llvm::PHINode::Create(value->getType(), 2, "last", head_->begin());
        last->addIncoming(llvm::Constant::getNullValue(value->getType()), &before_);
        last->addIncoming(value, &latch_);
        return last;
    }

    // Removes the branch around the loop if a loop that runs no iteration gives the same results as the branch.
    void skip_guard(BasicBlock& end) {
        BasicBlock* const guard = before_.getSinglePredecessor();
        auto* const branch = guard ? llvm::dyn_cast<llvm::BranchInst>(guard->getTerminator()) : nullptr;
        BasicBlock* const after = end.getSingleSuccessor();
        if (!branch || !branch->isConditional() || !after || end.getSinglePredecessor() != head_) return;
        const bool around = branch->getSuccessor(0) == after || branch->getSuccessor(1) == after;
        if (!around || !is_same_test(*branch) || !is_harmless(before_) || !is_harmless(end)) return;
        for (llvm::PHINode& phi : after->phis()) {
            const int skipped = phi.getBasicBlockIndex(guard), left = phi.getBasicBlockIndex(&end);
            if (skipped < 0 || left < 0 ||
                phi.getIncomingValue(static_cast<unsigned>(skipped)) !=
                    first_value(phi.getIncomingValue(static_cast<unsigned>(left))))
                return;
        }
        after->removePredecessor(guard, /*KeepOneInputPHIs=*/true);
        llvm::BranchInst::Create(&before_, branch->getIterator());
        branch->eraseFromParent();
    }

    // True if the branch around the loop applies the loop's comparison to the start value of the counter.
    bool is_same_test(const llvm::BranchInst& guard) const {
        const auto* test = llvm::dyn_cast<llvm::ICmpInst>(guard.getCondition());
        if (!test) return false;
        const bool enters_when_true = guard.getSuccessor(0) == &before_;
        auto enters = enters_when_true ? test->getPredicate() : test->getInversePredicate();
        const llvm::Value* const start = rotated_.counter->getIncomingValueForBlock(&before_);
        if (test->getOperand(0) == start && test->getOperand(1) == rotated_.bound) return enters == rotated_.goes_on;
        return test->getOperand(1) == start && test->getOperand(0) == rotated_.bound &&
               llvm::ICmpInst::getSwappedPredicate(enters) == rotated_.goes_on;
    }

    static bool is_harmless(const BasicBlock& block) {
        return llvm::all_of(block, [](const llvm::Instruction& instruction) {
            return llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator() ||
                   llvm::isSafeToSpeculativelyExecute(&instruction);
        });
    }

    // Returns the value that a use of `value` after the loop gets if the loop has no iteration.
    const llvm::Value* first_value(const llvm::Value* value) const {
        const auto* left = llvm::dyn_cast<llvm::PHINode>(value);
        if (left && left->getParent() != head_ && left->getNumIncomingValues() == 1) value = left->getIncomingValue(0);
        const auto* carried = llvm::dyn_cast<llvm::PHINode>(value);
        return carried && carried->getParent() == head_ ? carried->getIncomingValueForBlock(&before_) : value;
    }

    const Rotated& rotated_;
    BasicBlock& latch_;
    BasicBlock& body_;
    BasicBlock& before_;
    BasicBlock* head_ = nullptr;
};

}  // namespace

llvm::PreservedAnalyses UnrotateLoops::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    if (loops.empty() || !budget::has_few_loops(function, analyses, budget::analysed_loops))
        return llvm::PreservedAnalyses::all();
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    llvm::SmallVector<Rotated, 4> found;
    for (llvm::Loop* loop : loops.getLoopsInPreorder())
        if (const auto rotated = read_rotated(*loop, evolution)) found.push_back(*rotated);
    if (found.empty()) return llvm::PreservedAnalyses::all();
    for (const Rotated& rotated : found) Unrotation(rotated).run();
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    Canonicalize().run(function, analyses);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
