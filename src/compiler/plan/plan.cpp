#include "compiler/plan/plan.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/calls/builtin_names.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/signature.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/estimates/block_frequency.h"
#include "compiler/plan/estimates/gathers.h"
#include "compiler/plan/estimates/latency.h"
#include "compiler/plan/estimates/pressure.h"
#include "compiler/plan/estimates/spills.h"
#include "compiler/plan/group_steps.h"
#include "compiler/plan/group_width.h"
#include "compiler/plan/near_walks.h"
#include "compiler/plan/other_plans.h"
#include "compiler/plan/private_counters.h"
#include "compiler/plan/private_stacks.h"
#include "compiler/plan/row_writes.h"
#include "compiler/plan/source_vectors.h"
#include "compiler/plan/steady_walks.h"
#include "compiler/plan/strided_rows.h"
#include "compiler/plan/widened_bytes.h"
#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {
namespace {

constexpr const char* wide_vectors = "the source's vectors fill the registers";

// Whether most floating-point arithmetic is in double precision.
bool works_in_double(const llvm::Function& kernel) {
    unsigned doubles = 0, others = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
        if (!llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CallInst>(instruction)) continue;
        const llvm::Type* type = instruction.getType()->getScalarType();
        if (type->isDoubleTy()) ++doubles;
        if (type->isFloatTy() || type->isHalfTy()) ++others;
    }
    return doubles > others;
}

// Returns the number of work-items in a row of a work-group; 0 if any number is possible. All lanes of a chunk are in
// one row, so lanes beyond this number would idle.
std::uint64_t items_of_row(const llvm::Function& kernel) {
    if (kernel.hasFnAttribute(fact::any_grouping) || kernel.hasFnAttribute(fact::flat_groups)) return 0;
    return read_kernel(kernel).reqd_work_group_size[0];
}

bool has_groups_of_one(const llvm::Function& kernel) {
    const auto& size = read_kernel(kernel).reqd_work_group_size;
    return size[0] == 1 && size[1] == 1 && size[2] == 1;
}

// Whether all work-items compute the same, as in a kernel meant for a single work-item.
bool is_same_for_all(const llvm::Function& kernel) {
    return llvm::none_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call || llvm::isa<llvm::IntrinsicInst>(call)) return instruction.isAtomic();
        if (!is_operation(call)) return !call->doesNotAccessMemory();
        constexpr unsigned same = trait::pure | trait::same_in_chunk;
        return (traits_of(call) & same) != same;
    });
}

// Whether accesses that are regular with `lanes` lanes would be scattered with twice as many lanes. This happens, for
// example, if exactly `lanes` work-items share a matrix row. If 16 work-items sum each row of a sparse matrix, 32 lanes
// are much slower than 16.
bool parts_by_more_lanes(llvm::Function& linearized, const VectorIsa& isa, unsigned lanes) {
    const PrivateLayouts layouts(linearized);
    const ShapeInfo now(linearized, lanes, layouts), then(linearized, 2 * lanes, layouts);
    const AccessKinds kinds_now(now, isa), kinds_then(then, isa);
    return llvm::any_of(linearized, [&](const llvm::BasicBlock& block) {
        const bool masked = mask_of(block) != nullptr;
        return llvm::any_of(block, [&](const llvm::Instruction& instruction) {
            return llvm::getLoadStorePointerOperand(&instruction) && is_scattered(kinds_then.of(instruction, masked)) &&
                   !is_scattered(kinds_now.of(instruction, masked));
        });
    });
}

// Whether a kernel without loops mostly accesses memory and computes little, so that more lanes would only make
// compilation slower.
bool only_moves(const llvm::Function& function) {
    unsigned accesses = 0, work = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        if (llvm::isa<llvm::PHINode>(instruction)) return false;
        if (llvm::getLoadStorePointerOperand(&instruction))
            ++accesses;
        else
            work += is_work(instruction);
    }
    return 2 * work < accesses;
}

// Scattered accesses in straight-line code.
struct AccessesApart {
    unsigned count = 0;
    unsigned work = 0;  // number of operations that count as work (is_work), including all accesses

    // Whether scattered accesses are so large a part of the work that more lanes do not pay. A matrix transposition is
    // slower with 64 lanes than with 32.
    bool are_most() const { return count * costs::work_beside_apart > work; }
};

/// Counts the scattered accesses of a kernel without loops. If the kernel has loops, returns zeros.
AccessesApart accesses_apart(const llvm::Function& linearized, const ShapeInfo& shapes, const VectorIsa& isa) {
    const AccessKinds kinds(shapes, isa);
    AccessesApart apart;
    for (const llvm::BasicBlock& block : linearized) {
        const bool masked = mask_of(block) != nullptr;
        for (const llvm::Instruction& instruction : block) {
            if (llvm::isa<llvm::PHINode>(instruction)) return {};
            const bool is_access = llvm::getLoadStorePointerOperand(&instruction) != nullptr;
            apart.count += is_access && is_scattered(kinds.of(instruction, masked));
            apart.work += is_work(instruction);
        }
    }
    return apart;
}

// Whether a kernel without loops computes little with its loaded values. More lanes do not pay then: for example, a
// matrix transposition is fastest with 16 lanes.
bool has_little_work(const llvm::Function& linearized, const ShapeInfo& shapes) {
    unsigned accesses = 0, work = 0;
    llvm::SmallPtrSet<const llvm::Value*, 16> data;
    for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&linearized))
        for (const llvm::Instruction& instruction : *block) {
            const bool is_access = llvm::getLoadStorePointerOperand(&instruction);
            const bool is_of_data =
                llvm::any_of(instruction.operands(), [&](const llvm::Use& part) { return data.contains(part); });
            if (is_access || is_of_data) data.insert(&instruction);
            accesses += is_access;
            if (is_access || !is_of_data || !is_work(instruction) || !shapes.of(&instruction).is_varying()) continue;
            work += llvm::isa<llvm::CallInst>(instruction) ? costs::call_cycles : 1;
        }
    return work < accesses;
}

// Whether a kernel mostly calls functions. Values that live across a call are spilled even with few lanes, so spills
// are no reason against more lanes. The calls of different lanes are separate dependence chains, which the core
// overlaps.
bool mostly_calls(const llvm::Function& linearized) {
    const auto calls = llvm::count_if(llvm::instructions(linearized), [](const llvm::Instruction& instruction) {
        return is_called(instruction) && !is_operation(&instruction);
    });
    return static_cast<unsigned>(calls) * costs::work_beside_call > linearized.getInstructionCount();
}

// Whether `kernel` calls texel functions. A call computes at most 16 lanes, so 32 lanes need two calls, and vector
// registers do not keep their values across a call. With 32 lanes, copies of an image are slower than with 16, and
// bilinear reads take the same time.
bool calls_texel_functions(const llvm::Function& kernel) {
    return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        return call && call->getCalledFunction() && is_texel_function(call->getCalledFunction()->getName());
    });
}

// Whether any loads or stores are masked.
bool has_masked_accesses(const llvm::Function& linearized) {
    return llvm::any_of(linearized, [](const llvm::BasicBlock& block) {
        return mask_of(block) && llvm::any_of(block, [](const llvm::Instruction& instruction) {
                   return llvm::getLoadStorePointerOperand(&instruction) != nullptr;
               });
    });
}

// Whether a kernel is faster on AVX2 if each value fills `vectors` registers, although some values are then spilled.
// Two registers pay if spills are few compared with operations. Four registers pay if there are even fewer spills, or
// if the latency of floating-point dependence chains hides the spills. `shadow`: HotLoop::vectors_in_shadow.
bool pays_though_spilled(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target, unsigned lanes,
                         unsigned vectors, unsigned shadow) {
    if (has_mask_registers(target) || works_in_double(linearized)) return false;  // doubles already fill two registers
    if (linearized.getInstructionCount() > budget::instructions_traced) return false;
    if (vectors > 4) return false;
    const Spills spills = spills_of(linearized, shapes, target, vectors * lanes);
    const unsigned most_moved = spills.in_loop ? costs::moved_in_loops : costs::moved_in_straight;
    if (spills.moved * 100 > most_moved * spills.operations) return false;
    if (vectors == 2) return spills.carried <= costs::carried_registers;
    return spills.moved * 100 <= costs::moved_by_four * spills.operations ||
           (shadow >= 4 && 2 * spills.floating > spills.operations);
}

// Whether a kernel with barriers becomes faster with this number of lanes. Groups must be wide enough to fill the
// lanes, so that fewer chunks run the code between two barriers. The values of the code between the barriers must still
// fit into registers.
bool pays_in_groups(llvm::Function& linearized, const Target& target, unsigned lanes, const BlockedAccesses& blocked) {
    if (linearized.getInstructionCount() > budget::instructions_in_wide_groups) return false;
    if (!has_wide_groups(linearized, lanes)) return false;
    if (private_bytes(linearized) * lanes > costs::cached_bytes) return false;
    const PrivateLayouts layouts(linearized);
    const ShapeInfo shapes(linearized, lanes, layouts);
    if (has_mask_registers(target) &&
        (has_strided_streams(linearized, shapes, blocked) || transposes_in_loops(linearized, shapes, target)))
        return false;  // other targets are not limited: only AVX-512 was measured
    // Wide chunks in narrow groups have few active lanes. In groups of 16 and 32 work-items, triangular solves by
    // columns and prefix sums are faster with 8 lanes of AVX2 than with 16. In groups of 128 work-items, prefix sums
    // are still faster with 8 lanes, but triangular solves are slower.
    if (!has_mask_registers(target) && !has_wide_groups(linearized, 4 * lanes) && steps_leave_idle(linearized, shapes))
        return false;
    const std::uint64_t bits = live_lane_bits(linearized, shapes, target);
    const std::uint64_t usable = has_mask_registers(target) ? costs::registers_in_groups : costs::operands_in_groups;
    return bits * lanes * 100 <= usable * lane_register_bits(target) ||
           pays_though_spilled(linearized, shapes, target, lanes / 2, 2, 0);
}

// Whether a kernel has, between two barriers, a loop in which work-items mostly wait for memory or for dependence
// chains. Also requires that the registers can hold `vectors` vectors of each value. An example is a group in which
// each work-item sums part of a matrix row.
bool waits_between_barriers(llvm::Function& linearized, const Target& target, unsigned lanes, unsigned vectors) {
    const PrivateLayouts layouts(linearized);
    const ShapeInfo shapes(linearized, vectors * lanes, layouts);
    if (private_bytes(linearized) * vectors * lanes > costs::cached_bytes) return false;
    const std::optional<HotLoop> hot = hot_loop_between_barriers(linearized, shapes);
    if (!hot) return false;
    if (hot->operations <= costs::short_loop) return true;
    return 2 * hot->vectors_in_shadow >= vectors &&
           std::uint64_t{live_lane_bits(linearized, shapes, target)} * vectors * lanes <= lane_register_bits(target);
}

unsigned widest_in_groups(llvm::Function& linearized, const Target& target, unsigned lanes,
                          const BlockedAccesses& blocked) {
    if (!pays_in_groups(linearized, target, 2 * lanes, blocked)) return lanes;
    unsigned vectors = 2;
    if (!has_mask_registers(target) || !has_wide_groups(linearized, costs::wide_group)) return vectors * lanes;
    const VectorIsa isa = VectorIsa::of_features(target.features);
    while (2 * vectors * lanes <= budget::most_lanes && !parts_by_more_lanes(linearized, isa, vectors * lanes) &&
           waits_between_barriers(linearized, target, lanes, 2 * vectors))
        vectors *= 2;
    return vectors * lanes;
}

// Whether all lanes call enqueue_kernel and do little other work. Enqueueing is serialized: lanes would scatter the
// arguments to memory, and each call would read its arguments from there. Moreover, these kernels mostly have a single
// work-item, which enqueues the next iteration.
bool mostly_enqueues(const llvm::Function& linearized, const llvm::LoopInfo& loops, const ShapeInfo& shapes) {
    unsigned enqueues = 0, work = 0;
    for (const llvm::BasicBlock& block : linearized) {
        const unsigned runs = loops.getLoopFor(&block) ? costs::inner_iterations : 1;
        const bool is_masked = mask_of(block) != nullptr;
        for (const llvm::Instruction& instruction : block) {
            if (as_operation(&instruction, op::enqueue)) enqueues += is_masked ? 0 : runs;
            if (is_work(instruction) && shapes.of(&instruction).is_varying()) work += runs;
        }
    }
    return work < enqueues * costs::work_beside_enqueue;
}

// Decides whether each value may fill several vectors. This is true if all vectors fit into the registers, or if the
// kernel is faster although some vectors are spilled.
class VectorRoom {
public:
    VectorRoom(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target, unsigned lanes)
        : kernel_(linearized),
          shapes_(shapes),
          target_(target),
          lanes_(lanes),
          bits_(live_lane_bits(linearized, shapes, target)),
          hot_(hot_loop(linearized, shapes)),
          has_loop_(has_loops(linearized)),
          is_mostly_calls_(mostly_calls(linearized)),
          any_grouping_(linearized.hasFnAttribute(fact::any_grouping)),
          arrays_(private_bytes(linearized)) {}

    bool fits(unsigned vectors) const {
        if (arrays_ * vectors * lanes_ > costs::cached_bytes) return false;
        return have_registers(vectors) ||
               (any_grouping_ && pays_though_spilled(kernel_, shapes_, target_, lanes_, vectors, shadow()));
    }

    unsigned shadow() const { return hot_.vectors_in_shadow; }
    bool has_loop() const { return has_loop_; }
    bool is_mostly_calls() const { return is_mostly_calls_; }

private:
    bool have_registers(unsigned vectors) const {
        const bool masks = has_mask_registers(target_);
        const std::uint64_t filled =
            std::uint64_t{bits_} * vectors * lanes_ * 100 / lane_register_bits(target_);  // per cent
        if (vectors == 2 && masks && hot_.is_left_apart && (any_grouping_ || has_wide_groups(kernel_, 2 * lanes_)))
            return filled <= costs::spilled_apart;
        if (!masks && is_mostly_calls_ && any_grouping_ && vectors <= costs::vectors_of_calls) return true;
        const bool spills = bits_ * vectors * lanes_ > lane_operand_bits(target_);
        const bool is_column = vectors == 8 && !masks;
        if (filled > (is_column ? costs::spilled_columns : costs::spilled_chains)) return false;
        // If the size of work-groups is fixed, additional lanes may be idle. Idle lanes cost time, unless the
        // dependence chains of the active lanes take even longer.
        if (!any_grouping_) return !spills && shadow() >= vectors;
        if (vectors == 2 && masks && is_short_and_straight()) return filled <= costs::spilled_straight;
        // The estimate of `shadow()` does not include the operations that spills add.
        const unsigned needed = is_column ? vectors * 3 / 4 : vectors;
        return shadow() >= (spills ? needed : vectors / 2) || !spills;
    }

    bool is_short_and_straight() const {
        return !has_loop_ && kernel_.getInstructionCount() <= budget::instructions_that_spill;
    }

    llvm::Function& kernel_;
    const ShapeInfo& shapes_;
    const Target& target_;
    const unsigned lanes_;
    const unsigned bits_;  // bits that the simultaneously live values of one lane need
    const HotLoop hot_;
    const bool has_loop_;
    const bool is_mostly_calls_;
    const bool any_grouping_;
    const std::uint64_t arrays_;  // bytes of private arrays of one lane
};

// Returns widest_fit() on targets with mask registers, for a kernel whose lanes may fill at least two registers.
unsigned widest_with_mask_registers(const llvm::Function& linearized, unsigned lanes, const VectorRoom& room) {
    // If lanes fill four registers, each function call becomes four calls. LSTM gates, gamma functions and Gaussian
    // random numbers are then slower than with two registers. Only kernels with a single call are slightly faster with
    // four registers.
    const bool calls_four_times = !room.has_loop() && room.is_mostly_calls() && !works_in_double(linearized);
    if (!room.fits(4) || calls_four_times) return 2 * lanes;
    // In double precision, recurrences, oscillators and sums are faster if lanes fill eight registers than if they fill
    // four; divisions take the same time.
    const bool eight = 8 * lanes <= budget::most_lanes && room.shadow() >= 4 && room.fits(8);
    return eight ? 8 * lanes : 4 * lanes;
}

unsigned widest_without_mask_registers(llvm::Function& linearized, const Target& target, unsigned lanes, bool strided,
                                       const VectorRoom& room) {
    const bool loops = room.has_loop();
    const bool masks = has_masked_accesses(linearized);
    // A kernel that tests whether a work-item is inside the domain needs masks in chunks at the border, one mask for
    // each register. A 3D stencil is faster with 16 lanes of AVX2 than with 32.
    if (!room.fits(4) || (!loops && masks)) return 2 * lanes;
    // If lanes walk down columns of a matrix, eight registers of AVX2 read as many bytes of each row as four of
    // AVX-512.
    const bool eight =
        loops && !masks && !strided && 32 * lanes <= target.vector_bits && 8 * lanes <= budget::most_lanes;
    return eight && room.fits(8) ? 8 * lanes : 4 * lanes;
}

}  // namespace

std::uint64_t private_bytes(const llvm::Function& function) {
    std::uint64_t bytes = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function))
        if (const auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
            bytes += PrivateLayouts::lane_bytes(*array);
    return bytes;
}

Plan choose_plan(llvm::Function& kernel, const Target& target, std::uint32_t forced) {
    if (kernel.hasFnAttribute(fact::uses_sub_groups))
        return {.lanes = static_cast<unsigned>(number_fact(kernel, fact::sub_group_size, 1)),
                .fixed = true,
                .required = read_kernel(kernel).reqd_sub_group_size != 0};
    if (forced == 1) return {.reason = "one lane was asked for"};
    if (forced > 1) return {.lanes = forced};
    if (works_on_wide_vectors(kernel)) {
        if (!has_loops(kernel)) return {.reason = wide_vectors};
        // Launches also time a plan with lanes, because lanes make some kernels with wide vectors much faster, for
        // example a motion search.
        if (kernel.getInstructionCount() > budget::instructions_on_wide_vectors)
            return {.reason = wide_vectors, .others = plans_not_looked_at(kernel, target)};
    }
    if (has_loops(kernel) && is_same_for_all(kernel))
        return {.same_loops = true, .reason = "all work-items do the same"};
    const std::uint64_t items = items_of_row(kernel);
    if (items == 1)
        return {.same_loops = has_groups_of_one(kernel), .reason = "only one work-item in the lane dimension"};
    const unsigned bits = works_in_double(kernel) ? 64 : 32;
    unsigned lanes = std::max(target.vector_bits / bits, costs::fewest_lanes);
    while (items != 0 && lanes > costs::fewest_lanes && lanes / 2 >= items) lanes /= 2;
    return {.lanes = lanes};
}

unsigned widest_fit(llvm::Function& linearized, const Target& target, unsigned lanes, const BlockedAccesses& blocked) {
    const VectorIsa isa = VectorIsa::of_features(target.features);
    if (calls_texel_functions(linearized)) return lanes;
    if (parts_by_more_lanes(linearized, isa, lanes)) return lanes;
    if (has_barriers(linearized)) return widest_in_groups(linearized, target, lanes, blocked);
    const PrivateLayouts layouts(linearized);
    const ShapeInfo shapes(linearized, 2 * lanes, layouts);
    const bool strided = has_strided_streams(linearized, shapes, blocked);
    if (strided && (has_mask_registers(target) || loses_rows_apart(linearized, shapes, 4 * lanes))) {
        const bool half = best_row_writers(linearized, target, lanes, shapes, blocked) == RowWriters::half_as_many;
        return half ? std::max(lanes / 2, costs::fewest_lanes) : lanes;
    }
    // Targets without mask registers are not limited here, since the limit was measured only with AVX-512.
    if (has_mask_registers(target) &&
        (transposes_in_loops(linearized, shapes, target) || widens_bytes(linearized, shapes)))
        return lanes;
    const VectorRoom room(linearized, shapes, target, lanes);
    if (!room.fits(2)) return lanes;
    const AccessesApart apart = accesses_apart(linearized, shapes, isa);
    if (apart.count != 0 && has_little_work(linearized, shapes)) return lanes;
    if (4 * lanes > budget::most_lanes || only_moves(linearized) || apart.are_most()) return 2 * lanes;
    if (has_mask_registers(target)) return widest_with_mask_registers(linearized, lanes, room);
    return widest_without_mask_registers(linearized, target, lanes, strided, room);
}

ScalarReason reason_for_scalar(llvm::Function& linearized, const Target& target, unsigned lanes,
                               const BlockedAccesses& blocked) {
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    const PrivateLayouts layouts(linearized);
    const ShapeInfo shapes(linearized, lanes, layouts);
    // A gather costs as much as the loads that it replaces. If the private tables of all lanes do not fit into the
    // cache, lanes also cause cache misses.
    const bool overflows_cache = private_bytes(linearized) * lanes > costs::cached_bytes;
    const unsigned gather_share = has_mask_registers(target) ? costs::gather_share : costs::gather_of_loads_share;
    const VectorIsa isa = VectorIsa::of_features(target.features);
    const AccessKinds kinds(shapes, isa);
    const bool fast = isa.has_fast_gathers();
    const std::uint64_t items = items_of_row(linearized);
    const bool half_idle = items != 0 && 2 * items <= lanes;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (ends_by_vote(*loop) && !ends_by_rounds(*loop, lanes, shapes) &&
            count_gathers(*loop, shapes, isa, fast ? 1 : 2).are_most(costs::fewest_gathers, gather_share) &&
            !follows_what_it_read(*loop, kinds) && !(fast && walks_together(*loop, shapes)))
            return {"divergent gather loop"};
        if (!fast && searches_apart(*loop, shapes, kinds) &&
            count_gathers(*loop, shapes, isa).are_most(1, costs::search_share))
            return {"each work-item searches at its own addresses"};
        if (!has_mask_registers(target) && works_on_vectors_apart(loop->getBlocks(), shapes, target, 1))
            return {"the source's vectors are not contiguous across work-items", true};
        if (half_idle && count_gathers(*loop, shapes, isa).are_most(costs::fewest_gathers, costs::lookup_share))
            return {"gathers by few work-items", true};
        if (overflows_cache && count_gathers(*loop, shapes, isa).are_most(costs::fewest_gathers, costs::lookup_share))
            return {"gathers from large private arrays"};
    }
    // Transposed source vectors do not stay in registers across a barrier, so lanes transpose them again.
    if (!has_mask_registers(target) && loops.empty() && has_barriers(linearized)) {
        const auto all = llvm::to_vector(llvm::make_pointer_range(linearized));
        if (works_on_vectors_apart(all, shapes, target, 2))
            return {"the source's vectors are not contiguous across work-items", true};
    }
    if (works_on_wide_vectors(linearized)) {
        const WideVectors best = best_for_wide_vectors(linearized, target, lanes, loops, shapes);
        if (best != WideVectors::by_lanes) return {wide_vectors, best == WideVectors::by_two_items};
    }
    if (!fast && steps_along_rows(linearized, loops, shapes, isa)) return {"each work-item steps along its own row"};
    if (has_costly_stacks(linearized, shapes, kinds)) return {"each work-item keeps a private stack"};
    if (mostly_enqueues(linearized, loops, shapes)) return {"most of the work is enqueue_kernel"};
    if (has_private_counters(linearized, target, loops, shapes))
        return {"each work-item updates private counters", true};
    // On targets with mask registers, this is checked only for kernels with strided streams.
    if ((!has_mask_registers(target) || has_strided_streams(linearized, shapes, blocked)) &&
        best_row_writers(linearized, target, lanes, shapes, blocked) == RowWriters::one_by_one)
        return {"each work-item writes its own row", true};
    return {};
}

}  // namespace lanewise::compiler
