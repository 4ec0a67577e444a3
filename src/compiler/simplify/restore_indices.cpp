#include "compiler/simplify/restore_indices.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <optional>
#include <vector>

#include "compiler/limits/budget.h"
#include "compiler/simplify/canonicalize.h"
#include "compiler/simplify/loops/element_addresses.h"

namespace lanewise::compiler {
namespace {

using namespace llvm::PatternMatch;

// A phi that changes by the same step in each iteration. If the phi is a pointer, the step is a number of elements of
// type `element`.
struct Induction {
    llvm::PHINode* phi;
    llvm::Value* start;
    llvm::Instruction* next;
    llvm::Value* step;
    bool is_downward = false;       // whether the step is subtracted
    llvm::Type* element = nullptr;  // null if the phi is an integer

    bool counts_by_one() const { return !element && !is_downward && match(step, m_One()); }
};

std::optional<Induction> read_induction(llvm::PHINode& phi, const llvm::Loop& loop) {
    llvm::Value* const start = phi.getIncomingValueForBlock(loop.getLoopPreheader());
    auto* const next = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
    if (!next || !loop.contains(next)) return std::nullopt;
    Induction found{&phi, start, next, nullptr};
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(next)) {
        if (address->getPointerOperand() != &phi || address->getNumIndices() != 1) return std::nullopt;
        found.step = address->getOperand(1);
        found.element = address->getSourceElementType();
    } else if (!match(next, m_c_Add(m_Specific(&phi), m_Value(found.step)))) {
        if (!match(next, m_Sub(m_Specific(&phi), m_Value(found.step)))) return std::nullopt;
        found.is_downward = true;
    }
    if (!loop.isLoopInvariant(found.step) || found.step->getType()->isVectorTy()) return std::nullopt;
    return found;
}

bool is_positive(const llvm::Value& step) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&step);
    return number && number->getValue().isStrictlyPositive();
}

// True if an address uses the phi as an offset in bytes.
bool is_byte_offset(const llvm::PHINode& phi) {
    return llvm::any_of(phi.users(), [&](const llvm::User* user) {
        const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
        return address && address->getSourceElementType()->isIntegerTy(8) && address->getPointerOperand() != &phi;
    });
}

// The inductions of a loop. One counter will replace the inductions: each induction will be computed from this counter.
class LoopInductions {
public:
    LoopInductions(llvm::Loop& loop, llvm::ScalarEvolution& evolution) : loop_(loop), evolution_(evolution) {
        for (llvm::PHINode& phi : loop.getHeader()->phis())
            if (auto found = read_induction(phi, loop)) all_.push_back(*found);
    }

    /// True if the inductions look like the results of loop strength reduction by another compiler.
    bool are_reduced() const {
        return llvm::any_of(all_, [](const Induction& each) {
            return each.element || (!each.counts_by_one() && is_byte_offset(*each.phi));
        });
    }

    void replace() {
        llvm::PHINode& counter = find_counter();
        compare_counter(counter);
        for (const Induction& each : all_)
            if (each.phi != &counter) replace(each, counter);
    }

private:
    llvm::PHINode& find_counter() {
        for (const Induction& each : all_)
            if (each.phi->getType()->isIntegerTy(64) && each.counts_by_one() && match(each.start, m_Zero()))
                return *each.phi;
        return make_counter();
    }

    llvm::PHINode& make_counter() {
        llvm::IRBuilder<> builder(loop_.getHeader(), loop_.getHeader()->begin());
        llvm::PHINode& made = *builder.CreatePHI(builder.getInt64Ty(), 2);
        builder.SetInsertPoint(loop_.getLoopLatch()->getTerminator());
        llvm::Value* const next = builder.CreateAdd(&made, builder.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
        made.addIncoming(builder.getInt64(0), loop_.getLoopPreheader());
        made.addIncoming(next, loop_.getLoopLatch());
        return made;
    }

    // Replaces each exit test that compares another induction by an exit test that compares the counter.
    void compare_counter(llvm::PHINode& counter) {
        llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
        loop_.getExitingBlocks(exiting);
        for (llvm::BasicBlock* block : exiting) {
            auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
            auto* test = branch ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
            if (test && test->isEquality()) compare_counter(counter, *branch, *test);
        }
    }

    void compare_counter(llvm::PHINode& counter, llvm::BranchInst& branch, const llvm::ICmpInst& test) {
        const auto compared = llvm::find_if(all_, [&](const Induction& each) {
            return test.getOperand(0) == each.phi || test.getOperand(0) == each.next;
        });
        if (compared == all_.end() || compared->phi == &counter) return;
        const llvm::SCEV* trips = evolution_.getExitCount(&loop_, branch.getParent());
        if (llvm::isa<llvm::SCEVCouldNotCompute>(trips)) return;
        // A trip count of a wider type may be too large for the counter.
        if (evolution_.getTypeSizeInBits(trips->getType()) > counter.getType()->getIntegerBitWidth()) return;
        auto* const next = llvm::cast<llvm::Instruction>(counter.getIncomingValueForBlock(loop_.getLoopLatch()));
        const bool compares_next = test.getOperand(0) == compared->next;
        // If the test compares the induction's next value, the new test compares the counter's next value. The block of
        // the test must then compute the counter's next value.
        if (compares_next && next->getParent() != branch.getParent()) return;
        trips = evolution_.getNoopOrZeroExtend(trips, counter.getType());
        if (compares_next) trips = evolution_.getAddExpr(trips, evolution_.getOne(counter.getType()));
        llvm::SCEVExpander expander(evolution_, "trips");
        llvm::Instruction* const place = loop_.getLoopPreheader()->getTerminator();
        if (!expander.isSafeToExpandAt(trips, place) || expands_division(trips)) return;
        llvm::Value* const bound = expander.expandCodeFor(trips, counter.getType(), place);
        llvm::IRBuilder<> builder(&branch);
        const auto ends = loop_.contains(branch.getSuccessor(0)) ? llvm::ICmpInst::ICMP_NE : llvm::ICmpInst::ICMP_EQ;
        llvm::Value* const compare = builder.CreateICmp(ends, compares_next ? next : &counter, bound);
        branch.setCondition(compare);
    }

    static bool expands_division(const llvm::SCEV* trips) {
        return llvm::SCEVExprContains(trips, [](const llvm::SCEV* part) {
            const auto* division = llvm::dyn_cast<llvm::SCEVUDivExpr>(part);
            const auto* divisor = division ? llvm::dyn_cast<llvm::SCEVConstant>(division->getRHS()) : nullptr;
            return division && (!divisor || !divisor->getAPInt().isPowerOf2());
        });
    }

    void replace(const Induction& each, llvm::PHINode& counter) {
        llvm::IRBuilder<> builder(loop_.getHeader(), loop_.getHeader()->getFirstInsertionPt());
        llvm::Value* value = nullptr;
        if (each.element) {
            llvm::Value* const step = builder.CreateSExtOrTrunc(each.step, counter.getType());
            value = builder.CreateGEP(each.element, each.start, builder.CreateMul(&counter, step));
        } else {
            llvm::Value* const passed = builder.CreateZExtOrTrunc(&counter, each.phi->getType());
            // The product `distance` is the induction's value minus its start. If the start is 0, the product therefore
            // wraps around only if the induction wraps around. The flag `nsw` also needs a positive step.
            const auto* arithmetic = llvm::cast<llvm::OverflowingBinaryOperator>(each.next);
            const bool starts_from_0 = match(each.start, m_Zero()) && !each.is_downward;
            llvm::Value* const distance =
                builder.CreateMul(passed, each.step, "", starts_from_0 && arithmetic->hasNoUnsignedWrap(),
                                  starts_from_0 && arithmetic->hasNoSignedWrap() && is_positive(*each.step));
            value =
                each.is_downward ? builder.CreateSub(each.start, distance) : builder.CreateAdd(each.start, distance);
        }
        value->takeName(each.phi);
        each.phi->replaceAllUsesWith(value);
        each.phi->eraseFromParent();
    }

    llvm::Loop& loop_;
    llvm::ScalarEvolution& evolution_;
    std::vector<Induction> all_;
};

bool restore_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    if (loops.empty() || !budget::has_few_loops(function, analyses, budget::analysed_loops)) return false;
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    bool changed = false;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (!loop->getLoopPreheader() || !loop->getLoopLatch()) continue;
        LoopInductions inductions(*loop, evolution);
        if (!inductions.are_reduced()) continue;
        inductions.replace();
        evolution.forgetLoop(loop);
        changed = true;
    }
    return changed;
}

}  // namespace

llvm::PreservedAnalyses RestoreIndices::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    bool changed = restore_loops(function, analyses);
    if (changed) {
        analyses.invalidate(function, llvm::PreservedAnalyses::none());
        Canonicalize().run(function, analyses);
    }
    changed |= type_element_addresses(function);
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler
