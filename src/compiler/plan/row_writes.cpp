#include "compiler/plan/row_writes.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/analysis/expressions.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/estimates/latency.h"
#include "compiler/plan/estimates/pressure.h"
#include "compiler/plan/plan.h"
#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {
namespace {

// Whether a value grows by the same amount in all lanes in each iteration of `loop`, even if the lanes' values are
// arbitrary.
class MovesAlike {
public:
    MovesAlike(const llvm::Loop& loop, const ShapeInfo& shapes) : loop_(loop), shapes_(shapes) {}

    bool operator()(const llvm::Value& value) const {
        return all_terms(value, [&](const llvm::Value& term) {
            if (stays(term) || shapes_.of(&term).is_uniform()) return true;
            const auto* phi = llvm::dyn_cast<llvm::PHINode>(&term);
            return phi && is_stepped(*phi);
        });
    }

private:
    // Whether `value` is the same in all iterations, even if each iteration computes it again.
    bool stays(const llvm::Value& value) const {
        const auto see = [&](const llvm::Instruction& part) {
            if (!loop_.contains(&part)) return Seen::ignored;
            return llvm::isa<llvm::PHINode>(part) || part.mayReadOrWriteMemory() ? Seen::wanted : Seen::passed;
        };
        return !depends_on(value, see, /*if_cut_off=*/true);
    }

    bool is_stepped(const llvm::PHINode& phi) const {
        const llvm::BasicBlock* latch = loop_.getLoopLatch();
        if (phi.getParent() != loop_.getHeader() || !latch) return false;
        const auto* next = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(latch));
        return next && is_sum(*next) && llvm::all_of(next->operands(), [&](const llvm::Use& part) {
                   return part == &phi || shapes_.of(part).is_uniform();
               });
    }

    const llvm::Loop& loop_;
    const ShapeInfo& shapes_;
};

double cycles_to_issue(const llvm::Instruction& instruction) {
    if (instruction.getOpcode() == llvm::Instruction::FDiv) return costs::division_issue_cycles;
    if (instruction.isIntDivRem() && !llvm::isa<llvm::Constant>(instruction.getOperand(1))) {
        const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
        return costs::integer_division_issue_cycles * (vector ? vector->getNumElements() : 1.);
    }
    return is_called(instruction) ? costs::call_cycles : 1. / costs::operations_per_cycle;
}

// Cost of an iteration of a loop, in cycles for each work-item.
struct Cycles {
    double of_lanes = 0, of_accesses = 0, one_by_one = 0;
    bool writes = false, reads_what_it_wrote = false, crowds = false, is_known = true;
};

class LoopCosts {
public:
    LoopCosts(const llvm::Loop& loop, const llvm::LoopInfo& loops, unsigned lanes, const ShapeInfo& shapes,
              const BlockedAccesses& blocked, double access_cycles)
        : loop_(loop),
          loops_(loops),
          lanes_(lanes),
          shapes_(shapes),
          blocked_(blocked),
          access_cycles_(access_cycles) {}

    Cycles run() {
        for (const llvm::BasicBlock* block : loop_.blocks())
            for (const llvm::Instruction& instruction : *block) {
                if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction))
                    add_access(instruction, *pointer);
                if (is_work(instruction)) add_work(instruction);
            }
        const LoopCycles cycles = cycles_of(loop_, loops_, shapes_);
        cycles_.reads_what_it_wrote =
            llvm::any_of(stored_, [&](const llvm::Value* object) { return loaded_.contains(object); });
        const unsigned waits = waits_for_stores() ? cycles.through + costs::stored_cycles : cycles.chain;
        // In a pair, only half of the waiting time counts for each work-item, since one work-item computes while the
        // other work-item waits.
        cycles_.one_by_one = std::max({cycles_.one_by_one, waits / 2., waits > 0 ? costs::recurrence_cycles : 0});
        for (const llvm::Value* object : stored_) loaded_.insert(object);
        cycles_.crowds = apart_ || loaded_.size() >= costs::crowding_rows;
        return cycles_;
    }

private:
    void add_access(const llvm::Instruction& access, const llvm::Value& pointer) {
        if (!is_far_apart(shapes_.of(&pointer))) return;
        cycles_.is_known &= MovesAlike(loop_, shapes_)(pointer);
        const bool is_store = llvm::isa<llvm::StoreInst>(access);
        cycles_.writes |= is_store;
        (is_store ? stored_ : loaded_).insert(llvm::getUnderlyingObject(&pointer));
        if (is_store) places_.insert(&pointer);
        const bool is_blocked = blocked_.all.contains(&access);
        apart_ |= !is_blocked;
        const auto bytes = static_cast<double>(access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)));
        cycles_.of_accesses += is_blocked ? 0 : access_cycles_;
        cycles_.of_lanes += is_blocked ? costs::blocked_cycles * std::max(1., bytes / 4) : access_cycles_;
    }

    // Adds the cost of an operation for lanes and for pairs; a pair computes a uniform value once for both work-items.
    void add_work(const llvm::Instruction& instruction) {
        const double cycles = cycles_to_issue(instruction);
        const bool varies = !shapes_.of(&instruction).is_uniform();
        cycles_.one_by_one += varies ? cycles : cycles / 2;
        cycles_.of_lanes += costs::operations_per_cycle * cycles / lanes_;
    }

    // Whether an iteration may load values that an earlier iteration stored. This is assumed if the loop loads from and
    // stores to the same object, but at different addresses.
    bool waits_for_stores() const {
        return llvm::any_of(loop_.blocks(), [&](const llvm::BasicBlock* block) {
            return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
                const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
                return load && is_far_apart(shapes_.of(load->getPointerOperand())) &&
                       !places_.contains(load->getPointerOperand()) &&
                       stored_.contains(llvm::getUnderlyingObject(load->getPointerOperand()));
            });
        });
    }

    const llvm::Loop& loop_;
    const llvm::LoopInfo& loops_;
    const unsigned lanes_;
    const ShapeInfo& shapes_;
    const BlockedAccesses& blocked_;
    const double access_cycles_;
    Cycles cycles_;
    llvm::SmallPtrSet<const llvm::Value*, 8> loaded_, stored_;  // objects with rows that are loaded or stored
    llvm::SmallPtrSet<const llvm::Value*, 8> places_;           // addresses of stores
    bool apart_ = false;                                        // whether any access is made element by element
};

}  // namespace

RowWriters best_row_writers(llvm::Function& linearized, const Target& target, unsigned lanes, const ShapeInfo& shapes,
                            const BlockedAccesses& blocked) {
    if (has_barriers(linearized)) return RowWriters::as_planned;
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    const bool fast = VectorIsa::of_features(target.features).has_fast_gathers();
    const double slow = has_mask_registers(target) ? costs::access_cycles : costs::short_access_cycles;
    const double access_cycles = fast ? costs::fast_access_cycles : slow;
    Cycles sum;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (ends_by_vote(*loop)) return RowWriters::as_planned;
        if (!loop->isInnermost()) continue;
        const Cycles cycles = LoopCosts(*loop, loops, lanes, shapes, blocked, access_cycles).run();
        if (!cycles.is_known && has_mask_registers(target)) return RowWriters::as_planned;
        sum.of_lanes += cycles.of_lanes;
        sum.of_accesses += cycles.of_accesses;
        sum.one_by_one += cycles.one_by_one;
        sum.writes |= cycles.writes;
        sum.reads_what_it_wrote |= cycles.reads_what_it_wrote && cycles.crowds;
    }
    if (!sum.writes) return RowWriters::as_planned;
    if (sum.one_by_one < sum.of_lanes) return RowWriters::one_by_one;
    // Means of rows take far longer to compute with 16 lanes than with 8 if the row's size is a power of two. For other
    // row sizes, 16 lanes are slightly faster. On processors with fast gathers, loops that read elements that they
    // wrote are faster with 16 lanes: all written cache lines stay in the caches until they are read, even with 16
    // lanes.
    const bool waits_for_memory = (!fast && sum.reads_what_it_wrote) || 3 * sum.of_accesses > sum.of_lanes;
    return waits_for_memory ? RowWriters::half_as_many : RowWriters::as_planned;
}

}  // namespace lanewise::compiler
