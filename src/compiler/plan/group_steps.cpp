#include "compiler/plan/group_steps.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/expressions.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/estimates/latency.h"
#include "compiler/plan/group_width.h"
#include "compiler/plan/plan.h"

namespace lanewise::compiler {
namespace {

bool meets_around(const llvm::Loop& loop) {
    for (const llvm::Loop* outer = loop.getParentLoop(); outer; outer = outer->getParentLoop())
        if (meets(*outer)) return true;
    return false;
}

enum class Comparison : std::uint8_t { relational, of_equals, of_others };

/// Finds comparisons in the computation of masks. Relational comparisons count only if one operand changes in the loop
/// `counting`.
class Masks {
public:
    Masks(const llvm::Loop& counting, const ShapeInfo& shapes) : counting_(&counting), shapes_(&shapes) {}

    /// Whether `condition` contains a comparison of kind `how` between a strided operand and a uniform operand. In a
    /// relational comparison, an operand must also change in the loop `counting_`.
    bool compare_lanes(const llvm::Value& condition, Comparison how, unsigned depth = 0) const;
    bool is_like(const llvm::ICmpInst& compare, Comparison how) const;

private:
    // Whether `value` changes from one iteration of the loop `counting_` to the next, even if an inner loop computes
    // it.
    bool is_counted(const llvm::Value& value) const {
        const auto see = [&](const llvm::Instruction& part) {
            if (counting_->isLoopInvariant(&part)) return Seen::ignored;
            if (llvm::isa<llvm::PHINode>(part) || part.mayReadOrWriteMemory()) return Seen::wanted;
            return llvm::isa<llvm::CallInst>(part) ? Seen::ignored
                                                   : Seen::passed;  // ids are the same in all iterations
        };
        return depends_on(value, see, /*if_cut_off=*/true);
    }

    const llvm::Loop* counting_;
    const ShapeInfo* shapes_;
};

bool Masks::is_like(const llvm::ICmpInst& compare, Comparison how) const {
    const llvm::Value &a = *compare.getOperand(0), &b = *compare.getOperand(1);
    if (shapes_->of(&b).is_strided() ? !shapes_->of(&a).is_uniform()
                                     : !shapes_->of(&a).is_strided() || !shapes_->of(&b).is_uniform())
        return false;
    if (how == Comparison::of_equals) return compare.getPredicate() == llvm::CmpInst::ICMP_EQ;
    if (how == Comparison::of_others) return compare.getPredicate() == llvm::CmpInst::ICMP_NE;
    return compare.isRelational() && (is_counted(a) || is_counted(b));
}

bool Masks::compare_lanes(const llvm::Value& condition, Comparison how, unsigned depth) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&condition);
    if (!instruction || depth == budget::address_depth) return false;
    if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(instruction)) return is_like(*compare, how);
    if (!llvm::isa<llvm::BinaryOperator, llvm::SelectInst, llvm::CallInst>(instruction)) return false;
    if (how != Comparison::relational && match(instruction, llvm::PatternMatch::m_Not(llvm::PatternMatch::m_Value())))
        how = how == Comparison::of_equals ? Comparison::of_others : Comparison::of_equals;
    return llvm::any_of(instruction->operands(),
                        [&](const llvm::Use& part) { return compare_lanes(*part, how, depth + 1); });
}

// An innermost loop between two barriers of an outer loop.
class Step {
public:
    Step(const llvm::Loop& loop, const llvm::LoopInfo& loops, const ShapeInfo& shapes, const AccessKinds& kinds)
        : loop_(&loop), masks_(*loop.getOutermostLoop(), shapes), is_triangle_(is_triangle()) {
        for (const llvm::BasicBlock* block : loop.blocks()) {
            const bool masked = mask_of(*block) != nullptr;
            for (const llvm::Instruction& instruction : *block) {
                const bool is_access = llvm::getLoadStorePointerOperand(&instruction) != nullptr;
                if (is_access && is_made_lane_by_lane(kinds.of(instruction, masked))) ++scattered_;
                // Excludes counters and addresses from the work, since scalar code computes them at little cost.
                const bool counts = instruction.getType()->isIntegerTy() && shapes.of(&instruction).is_scalar() &&
                                    !instruction.mayReadFromMemory();
                if (is_work(instruction) && !counts) ++work_;
            }
        }
        // Loops over rows of a triangular matrix are short, so the core overlaps the loops of more work-items than
        // usual.
        const double chain = cycles_of(loop, loops, shapes).chain;
        scalar_cycles_ =
            std::max(static_cast<double>(work_) / costs::operations_per_cycle, chain / (is_triangle_ ? 4 : 2));
    }

    /// Whether this loop is a copy of the loop `other` without masks, for chunks in which all lanes are active.
    bool is_copy_of(const Step& other) const {
        return other.is_masked() && !is_masked() && scattered_ == other.scattered_ && work_ == other.work_;
    }
    bool is_masked() const { return mask_of(*loop_->getHeader()) || ends_by_vote(*loop_); }
    /// Whether only one work-item of the group runs the loop.
    bool is_for_one() const {
        const llvm::Value* mask = mask_of(*loop_->getHeader());
        return mask && masks_.compare_lanes(*mask, Comparison::of_equals);
    }
    bool goes_along_rows() const { return scattered_ != 0; }
    double scalar_cycles() const { return scalar_cycles_; }
    double lane_cycles(unsigned lanes, double idle) const {
        return (scattered_ * costs::access_cycles + static_cast<double>(work_) / lanes) * (is_triangle_ ? idle : 1);
    }

private:
    bool is_triangle() const {
        const llvm::Value* mask = mask_of(*loop_->getHeader());
        if (mask && masks_.compare_lanes(*mask, Comparison::relational)) return true;
        return ends_by_vote(*loop_) && llvm::any_of(loop_->blocks(), [&](const llvm::BasicBlock* block) {
                   return llvm::any_of(*block, [&](const llvm::Instruction& one) {
                       const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&one);
                       return compare && masks_.is_like(*compare, Comparison::relational);
                   });
               });
    }

    const llvm::Loop* loop_;
    Masks masks_;
    bool is_triangle_;
    unsigned scattered_ = 0, work_ = 0;
    double scalar_cycles_ = 0;
};

// Returns the work of loops with barriers, without the work of their inner loops. If an inner loop was unrolled, the
// result includes all its iterations. The number of floating-point operations is therefore divided by an assumed trip
// count, as if the inner loop still existed.
double work_beside_steps(llvm::Function& linearized, const llvm::LoopInfo& loops, const ShapeInfo& shapes) {
    unsigned work = 0;
    for (const llvm::BasicBlock& block : linearized) {
        const llvm::Loop* loop = loops.getLoopFor(&block);
        if (!loop || !meets(*loop)) continue;
        work += static_cast<unsigned>(llvm::count_if(block, [&](const llvm::Instruction& instruction) {
            return is_work(instruction) && instruction.getType()->isFPOrFPVectorTy() &&
                   !instruction.mayReadFromMemory() && shapes.of(&instruction).is_varying();
        }));
    }
    return static_cast<double>(work) / costs::inner_iterations;
}

// Returns the factor by which idle lanes lengthen a loop over a triangular matrix. The factor is small in wide groups,
// since chunks without active work-items are skipped.
double idle_factor(llvm::Function& linearized, unsigned lanes) {
    if (!has_wide_groups(linearized, lanes + 1)) return 2;
    return has_wide_groups(linearized, 2 * lanes + 1) ? 1.25 : 1.5;
}

}  // namespace

bool steps_along_rows(llvm::Function& linearized, const llvm::LoopInfo& loops, const ShapeInfo& shapes,
                      const VectorIsa& isa) {
    if (!has_barriers(linearized)) return false;
    const unsigned lanes = shapes.lanes();
    const AccessKinds kinds(shapes, isa);
    const double idle = idle_factor(linearized, lanes);
    std::vector<Step> steps;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder())
        if (loop->isInnermost() && !meets(*loop) && meets_around(*loop))
            steps.emplace_back(*loop, loops, shapes, kinds);
    std::erase_if(steps, [](const Step& step) { return step.is_for_one(); });
    const std::vector<Step> all = steps;
    std::erase_if(steps, [&](const Step& step) {
        return llvm::any_of(all, [&](const Step& other) { return step.is_copy_of(other); });
    });
    const double beside = work_beside_steps(linearized, loops, shapes);
    double scalar = beside / costs::operations_per_cycle, by_lanes = beside / lanes;
    for (const Step& step : steps) {
        scalar += step.scalar_cycles();
        by_lanes += step.lane_cycles(lanes, idle);
    }
    const bool along_rows = llvm::any_of(steps, [](const Step& step) { return step.goes_along_rows(); });
    return along_rows && by_lanes > costs::better_one_by_one * scalar;
}

bool steps_leave_idle(llvm::Function& linearized, const ShapeInfo& shapes) {
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    return llvm::any_of(linearized, [&](const llvm::BasicBlock& block) {
        const llvm::Value* mask = mask_of(block);
        const llvm::Loop* loop = mask ? loops.getLoopFor(&block) : nullptr;
        if (!loop || !(meets(*loop) || meets_around(*loop))) return false;
        return Masks(*loop->getOutermostLoop(), shapes).compare_lanes(*mask, Comparison::relational);
    });
}

}  // namespace lanewise::compiler
