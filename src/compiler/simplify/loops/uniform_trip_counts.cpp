#include "compiler/simplify/loops/uniform_trip_counts.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <optional>
#include <variant>
#include <vector>

#include "compiler/analysis/uniformity.h"
#include "compiler/ir/passes/preserved.h"
#include "compiler/limits/budget.h"
#include "compiler/simplify/loops/exact_sum.h"

namespace lanewise::compiler {
namespace {

using namespace llvm::PatternMatch;

// Distance from a counter's start to its end, and size of the counter's step.
struct Distance {
    ExactSum sum;
    std::uint64_t step;
    bool includes_end;
};

// A loop exit, and the number of iterations before the exit; this number is known at the loop's entry.
struct CountedExit {
    llvm::Loop* loop;
    llvm::BranchInst* branch;
    std::variant<const llvm::SCEV*, Distance> trips;
};

// The condition under which the loop continues: `counter < end` or `counter > end`.
struct Condition {
    llvm::PHINode* counter;
    llvm::Value* end;
    bool goes_up;
    bool includes_end;
};

class TripCounter {
public:
    TripCounter(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
        : function_(function),
          loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
          evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
          dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
          expander_(evolution_, "trips") {}

    bool run() {
        std::vector<CountedExit> found;
        for (llvm::Loop* loop : loops_.getLoopsInPreorder()) {
            if (!loop->getLoopPreheader() || !loop->getLoopLatch() || !starts_anywhere(*loop)) continue;
            llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
            loop->getExitingBlocks(exiting);
            for (llvm::BasicBlock* block : exiting)
                if (auto exit = counted_exit(*loop, *block)) found.push_back(std::move(*exit));
        }
        for (const CountedExit& exit : found) count(exit);
        return !found.empty();
    }

private:
    // Whether a counter of `loop` starts from a computed value. Most loops have no such counter and need no further
    // analysis.
    static bool starts_anywhere(llvm::Loop& loop) {
        return llvm::any_of(loop.getHeader()->phis(), [&](const llvm::PHINode& phi) {
            return phi.getType()->isIntegerTy() &&
                   llvm::isa<llvm::Instruction>(phi.getIncomingValueForBlock(loop.getLoopPreheader()));
        });
    }

    std::optional<CountedExit> counted_exit(llvm::Loop& loop, llvm::BasicBlock& block) {
        auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
        if (!branch || !branch->isConditional() || is_same(*branch->getCondition())) return {};
        if (!dominators_.dominates(&block, loop.getLoopLatch())) return {};
        if (const llvm::SCEV* trips = same_trips(loop, block)) return CountedExit{&loop, branch, trips};
        if (auto distance = same_distance(loop, *branch)) return CountedExit{&loop, branch, std::move(*distance)};
        return {};
    }

    // Whether `value` is the same for all work-items of a group.
    bool is_same(const llvm::Value& value) {
        if (!uniformity_) uniformity_.emplace(function_, Uniformity::Among::group);
        return !uniformity_->is_divergent(value);
    }

    // Whether `value` is the same for all work-items of a group when used in `loop`. A value that is uniform inside
    // another loop may be divergent after that loop, because work-items may leave that loop at different times.
    bool is_same_in(const llvm::Loop& loop, const llvm::Value& value) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
        const llvm::Loop* other = instruction ? loops_.getLoopFor(instruction->getParent()) : nullptr;
        return (!other || other->contains(&loop)) && is_same(value);
    }

    // Returns the number of iterations before the loop exits in `block`, if the number is the same for all work-items
    // of a group; otherwise null.
    const llvm::SCEV* same_trips(llvm::Loop& loop, llvm::BasicBlock& block) {
        const llvm::SCEV* trips = evolution_.getExitCount(&loop, &block);
        if (llvm::isa<llvm::SCEVCouldNotCompute>(trips)) return nullptr;
        const auto differs = [&](const llvm::SCEV* part) {
            if (const auto* counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part))
                return !counter->getLoop()->contains(&loop);
            const auto* value = llvm::dyn_cast<llvm::SCEVUnknown>(part);
            return value && !is_same_in(loop, *value->getValue());
        };
        if (llvm::SCEVExprContains(trips, differs)) {
            const llvm::ConstantRange range = evolution_.getUnsignedRange(trips);
            return range.isSingleElement() ? evolution_.getConstant(*range.getSingleElement()) : nullptr;
        }
        return expander_.isSafeToExpandAt(trips, loop.getLoopPreheader()->getTerminator()) ? trips : nullptr;
    }

    // Returns the distance from a counter's start to its end, if it is the same for all work-items of a group;
    // otherwise empty. The sums for start and end are assumed not to wrap around: a sum that wraps around is poison,
    // and a branch on poison would be undefined behaviour.
    std::optional<Distance> same_distance(llvm::Loop& loop, llvm::BranchInst& branch) {
        if (branch.getParent() != loop.getHeader()) return {};
        const auto condition = condition_of(loop, branch);
        if (!condition) return {};
        const llvm::BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
        const auto* next = llvm::dyn_cast<llvm::BinaryOperator>(condition->counter->getIncomingValueForBlock(latch));
        const llvm::APInt* step = nullptr;
        if (!next || !match(next, m_NSWAdd(m_Specific(condition->counter), m_APInt(step)))) return {};
        if (!step->isSignedIntN(32) || step->isZero() || step->isNegative() == condition->goes_up) return {};
        const auto start = ExactSum::of(*condition->counter->getIncomingValueForBlock(before), evolution_);
        const auto end = ExactSum::of(*condition->end, evolution_);
        if (!start || !end) return {};
        auto distance = condition->goes_up ? ExactSum::difference(*end, *start) : ExactSum::difference(*start, *end);
        const auto is_there = [&](const llvm::Value& value) {
            return is_same_in(loop, value) && dominators_.dominates(&value, before->getTerminator());
        };
        if (!distance || !distance->is_of(is_there)) return {};
        return Distance{std::move(*distance), step->abs().getZExtValue(), condition->includes_end};
    }

    static std::optional<Condition> condition_of(const llvm::Loop& loop, const llvm::BranchInst& branch) {
        const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition());
        if (!compare) return {};
        llvm::Value *counter = compare->getOperand(0), *end = compare->getOperand(1);
        llvm::CmpInst::Predicate predicate = compare->hasSameSign()
                                                 ? llvm::ICmpInst::getSignedPredicate(compare->getPredicate())
                                                 : compare->getPredicate();
        if (!loop.contains(branch.getSuccessor(0))) predicate = llvm::CmpInst::getInversePredicate(predicate);
        if (!is_counter(loop, counter)) {
            std::swap(counter, end);
            predicate = llvm::CmpInst::getSwappedPredicate(predicate);
        }
        if (!is_counter(loop, counter) || !llvm::CmpInst::isSigned(predicate)) return {};
        return Condition{llvm::cast<llvm::PHINode>(counter), end,
                         llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate),
                         llvm::CmpInst::isNonStrictPredicate(predicate)};
    }
    static bool is_counter(const llvm::Loop& loop, const llvm::Value* value) {
        const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
        return phi && phi->getParent() == loop.getHeader();
    }

    void count(const CountedExit& exit) {
        llvm::BasicBlock *before = exit.loop->getLoopPreheader(), *latch = exit.loop->getLoopLatch();
        llvm::Value* trips = expand(exit.trips, *before->getTerminator());
        llvm::IRBuilder<> builder(&exit.loop->getHeader()->front());
        llvm::PHINode* counter = builder.CreatePHI(trips->getType(), 2, "trip");
        builder.SetInsertPoint(latch->getTerminator());
        counter->addIncoming(llvm::ConstantInt::get(trips->getType(), 0), before);
        counter->addIncoming(builder.CreateNUWAdd(counter, llvm::ConstantInt::get(trips->getType(), 1), "next_trip"),
                             latch);
        builder.SetInsertPoint(exit.branch);
        const bool goes_on = exit.loop->contains(exit.branch->getSuccessor(0));
        exit.branch->setCondition(
            builder.CreateICmp(goes_on ? llvm::CmpInst::ICMP_ULT : llvm::CmpInst::ICMP_UGE, counter, trips));
        evolution_.forgetLoop(exit.loop);
    }

    llvm::Value* expand(const std::variant<const llvm::SCEV*, Distance>& trips, llvm::Instruction& place) {
        if (const auto* const* known = std::get_if<const llvm::SCEV*>(&trips))
            return expander_.expandCodeFor(*known, (*known)->getType(), &place);
        const auto& [sum, step, includes_end] = std::get<Distance>(trips);
        llvm::IRBuilder<> builder(&place);
        // Add `step - 1`, so that the division rounds up. If `counter == end` is an iteration, too, add `step`.
        llvm::Value* beyond = builder.CreateAdd(sum.expand(builder), builder.getInt64(step - (includes_end ? 0 : 1)));
        beyond = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, beyond, builder.getInt64(0));
        return builder.CreateUDiv(beyond, builder.getInt64(step), "trips");
    }

    llvm::Function& function_;
    llvm::LoopInfo& loops_;
    llvm::ScalarEvolution& evolution_;
    const llvm::DominatorTree& dominators_;
    std::optional<Uniformity> uniformity_;  // must be computed before the function changes
    llvm::SCEVExpander expander_;
};

}  // namespace

llvm::PreservedAnalyses UniformTripCounts::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (analyses.getResult<llvm::LoopAnalysis>(function).empty() ||
        !budget::has_few_loops(function, analyses, budget::analysed_loops))
        return llvm::PreservedAnalyses::all();
    return preserves_flow(TripCounter(function, analyses).run());
}

}  // namespace lanewise::compiler
