#include "compiler/plan/plan_rows.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/row_sharing.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/signature.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/estimates/latency.h"
#include "compiler/plan/estimates/pressure.h"
#include "compiler/plan/estimates/row_loads.h"
#include "compiler/plan/plan.h"
#include "compiler/plan/strided_rows.h"
#include "lanewise/ndrange.h"

namespace lanewise::compiler {
namespace {

// Returns a load in the loop whose address is the same in all rows but differs between lanes; null if there is none.
// Sharing saves the most time if the load is a gather, as in a matrix product in which both matrices are read along
// rows.
const llvm::LoadInst* shared_load(const llvm::Loop& loop, const ShapeInfo& shapes, const RowSharing& rows) {
    for (const llvm::BasicBlock* block : loop.blocks())
        for (const llvm::Instruction& instruction : *block) {
            const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (load && rows.shares(load) && !shapes.of(load->getPointerOperand()).is_uniform()) return load;
        }
    return nullptr;
}

// Whether each row computes a value of its own, such as a sum, that the loop carries from one iteration to the next.
bool carries_own_values(const llvm::Loop& loop, const ShapeInfo& shapes, const RowSharing& rows) {
    return llvm::any_of(loop.getHeader()->phis(),
                        [&](const llvm::PHINode& phi) { return !rows.shares(&phi) && shapes.of(&phi).is_varying(); });
}

// Whether the loop's counter has constant steps and ends at a constant.
bool counts_by_constants(const llvm::Loop& loop) {
    using namespace llvm::PatternMatch;
    llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    return llvm::any_of(exiting, [&](const llvm::BasicBlock* block) {
        llvm::Value* counted = nullptr;
        if (!match(block->getTerminator(),
                   m_Br(m_ICmp(m_Value(counted), m_ConstantInt()), m_BasicBlock(), m_BasicBlock())))
            return false;
        match(counted, m_Add(m_Value(counted), m_ConstantInt()));
        const auto* phi = llvm::dyn_cast<llvm::PHINode>(counted);
        return phi && phi->getParent() == loop.getHeader() &&
               llvm::all_of(phi->incoming_values(), [&](llvm::Value* from) {
                   return llvm::isa<llvm::ConstantInt>(from) || match(from, m_Add(m_Specific(phi), m_ConstantInt()));
               });
    });
}

// Whether `instruction` disappears when a loop with constant steps is unrolled, because the instruction becomes an
// address offset or a constant.
bool dissolves(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Mul:
        case llvm::Instruction::Shl: return true;
        case llvm::Instruction::ICmp:
            return instruction.hasOneUse() && llvm::isa<llvm::BranchInst>(instruction.user_back());
        default: return false;
    }
}

// Whether most of the loop's work, apart from the loop counter, is uniform. False for loops with divergent exits: sums
// over lists of different lengths are much slower with two rows. Also false for loops whose uniform work disappears
// completely by unrolling: stencils of 27 neighbours, each with its own weight, are slower with two rows.
bool is_mostly_uniform(const llvm::Loop& loop, const ShapeInfo& shapes) {
    if (ends_by_vote(loop)) return false;
    unsigned uniform = 0, others = 0;
    bool stays = !counts_by_constants(loop);
    for (const llvm::BasicBlock* block : loop.blocks())
        for (const llvm::Instruction& instruction : *block) {
            if (!is_work(instruction)) continue;
            const bool is_uniform = !shapes.of(&instruction).is_varying();
            stays |= is_uniform && !dissolves(instruction);
            ++(is_uniform ? uniform : others);
        }
    return stays && others > 0 && uniform > others + costs::loop_counting;
}

// Whether lanes leave the loop at different times, and all lanes access the same addresses in the loop. With two rows,
// the work-items of a chunk form a two-dimensional block. The work-items of such a block diverge less than the
// work-items of one row, since neighbouring pixels are alike. Julia sets and ray marching through a field are faster
// with two rows.
bool computes_till_lanes_end(const llvm::Loop& loop, const ShapeInfo& shapes) {
    if (!ends_by_vote(loop)) return false;
    return llvm::none_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
        return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
            const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
            return pointer && !shapes.of(pointer).is_uniform();
        });
    });
}

// Whether a function call has the same result in all rows, but different results in the lanes. In such kernels,
// function calls are most of the work.
bool shares_calls(const llvm::Function& linearized, const ShapeInfo& shapes, const RowSharing& rows) {
    return llvm::any_of(llvm::instructions(linearized), [&](const llvm::Instruction& instruction) {
        return is_called(instruction) && !is_operation(&instruction) && rows.shares(&instruction) &&
               shapes.of(&instruction).is_varying();
    });
}

// Whether two rows share most of their loads, in a kernel without control flow. Kernels with branches for the ends of
// rows are rarely faster with two rows, because each row needs masks of its own. Returns false for targets without mask
// registers, because the speed was not measured on such targets.
bool is_plain_stencil(const llvm::Function& kernel, const Target& target) {
    if (!has_mask_registers(target) || kernel.size() != 1 || has_barriers(kernel)) return false;
    const RowLoads rows = loads_of_two_rows(kernel);
    return rows.loads != 0 && rows.places * costs::loads_of_rows <= rows.loads * costs::places_of_rows;
}

// Whether all loads that differ between lanes are contiguous, and the kernel has few operations for each load.
bool loads_most_of_all(const llvm::Function& linearized, const ShapeInfo& shapes, const AccessKinds& kinds) {
    unsigned loads = 0, work = 0;
    for (const llvm::BasicBlock& block : linearized) {
        const bool masked = mask_of(block) != nullptr;
        for (const llvm::Instruction& instruction : block) {
            if (llvm::isa<llvm::LoadInst>(instruction)) {
                const AccessKind kind = kinds.of(instruction, masked);
                if (kind == AccessKind::uniform) continue;
                if (kind != AccessKind::contiguous) return false;
                ++loads;
            } else if (is_work(instruction) && shapes.of(&instruction).is_varying()) {
                ++work;
            }
        }
    }
    return work * 2 <= loads * costs::work_of_stencils;
}

// Whether the number of rows in a work-group is a multiple of `rows`; true if the number is unknown.
bool divides_groups(const llvm::Function& linearized, unsigned rows) {
    const auto lane_dimension = static_cast<unsigned>(number_fact(linearized, fact::lane_dimension));
    const std::uint64_t of_group =
        read_kernel(linearized).reqd_work_group_size[exchanged({0, 1, 2}, lane_dimension)[1]];
    return of_group % rows == 0;
}

// Chooses as many rows as fit into registers, since each additional row uses a loaded value once more. If the load is
// no gather and the kernel has no barrier, chooses fewer rows whose lanes fill several registers, since these rows need
// fewer loads in total. If `fixed`, each row has `lanes` lanes.
RowPlan rows_of_shared_loads(llvm::Function& linearized, const ShapeInfo& shapes, const RowSharing& sharing,
                             unsigned lanes, bool fixed, const llvm::LoadInst& load, AccessKind kind,
                             const Target& target) {
    const auto registers_of = [&](unsigned rows, unsigned row_lanes) {
        return live_lane_bits(linearized, shapes, target, sharing, rows) * row_lanes;
    };
    const auto have_room = [&](unsigned rows, unsigned row_lanes) {
        return registers_of(rows, row_lanes) <= lane_register_bits(target);
    };
    const bool gathers = is_scattered(kind);
    if (!fixed && !gathers && !has_barriers(linearized)) {
        const unsigned bits = std::max(32u, load.getType()->getScalarSizeInBits());
        for (const auto [rows, registers] :
             has_mask_registers(target) ? costs::blocks_of_32_registers : costs::blocks_of_16_registers) {
            const unsigned wide = std::max(lanes, registers * target.vector_bits / bits);
            if (have_room(rows, wide) && divides_groups(linearized, rows)) return {rows, wide};
        }
    }
    unsigned count = budget::most_rows;
    while (count > 1 && !(have_room(count, lanes) && divides_groups(linearized, count))) count /= 2;
    // Loads that need shuffles cost more than spills: if each work-item reads a block of 4x4 neighbours, two rows are
    // faster although values are spilled.
    const bool has_gaps = shapes.of(load.getPointerOperand()).stride !=
                          static_cast<std::int64_t>(load.getDataLayout().getTypeStoreSize(load.getType()));
    const bool takes_apart = has_mask_registers(target) && needs_shuffles(kind) && has_gaps;
    if (count == 1 && takes_apart && registers_of(2, lanes) <= 2 * lane_register_bits(target)) return {2, lanes};
    // With a single row, strided streams can be loaded in blocks (linearize/strided_streams), which costs much less
    // than gathers.
    if (gathers && has_mask_registers(target) && count < costs::rows_of_gathers) return {1, lanes};
    return {count, lanes};
}

// Returns two rows with the lanes that a single row would have, or with fewer lanes if the live values exceed `room`
// bits. Returns one row if two rows never fit.
RowPlan pair_of_rows(llvm::Function& linearized, unsigned bits, unsigned lanes, const Target& target, unsigned room) {
    unsigned widest = widest_fit(linearized, target, lanes, {});
    while (widest > lanes && bits * widest * 2 > room) widest /= 2;
    return {bits * widest * 2 <= room ? 2u : 1u, widest};
}

// Whether all work-groups have a single row (plan/dimensions/single_items.h).
bool has_single_rows(const llvm::Function& kernel) {
    const auto lane_dimension = static_cast<unsigned>(number_fact(kernel, fact::lane_dimension));
    const std::uint64_t of_rows = exchanged({0, 1, 2}, lane_dimension)[1];
    return (number_fact(kernel, fact::single_items) >> of_rows & 1) != 0;
}

}  // namespace

bool can_run_in_rows(const llvm::Function& kernel) {
    if (has_single_rows(kernel)) return false;
    bool has_rows = false;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
            if (traits_of(call) & trait::id)
                if (const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)))
                    has_rows |= dimension->isOne();
        // Work-group functions, which use atomics, need work-items in the order of their ids (docs/ir.md); running rows
        // together would change this order.
        if (instruction.isAtomic() || llvm::isa<llvm::AllocaInst>(instruction)) return false;
    }
    return has_rows;
}

bool may_pay_in_rows(const llvm::Function& kernel, const Target& target) {
    return kernel.getInstructionCount() <= budget::instructions_in_rows &&
           (is_plain_stencil(kernel, target) ||
            llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
                return llvm::isa<llvm::PHINode>(instruction) || (is_called(instruction) && !is_operation(&instruction));
            }));
}

RowPlan choose_rows(llvm::Function& linearized, const Target& target, unsigned lanes, bool fixed) {
    const RowSharing rows(linearized);
    const PrivateLayouts layouts(linearized);
    if (!rows.shares_flow()) return {1, lanes};
    const ShapeInfo shapes(linearized, lanes, layouts);
    const AccessKinds kinds(shapes, VectorIsa::of_features(target.features));
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    const auto any_inner_loop = [&](const auto& is_one) {
        return llvm::any_of(loops.getLoopsInPreorder(),
                            [&](const llvm::Loop* loop) { return loop->isInnermost() && is_one(*loop); });
    };
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (!loop->isInnermost() || !carries_own_values(*loop, shapes, rows)) continue;
        if (const llvm::LoadInst* load = shared_load(*loop, shapes, rows))
            return rows_of_shared_loads(linearized, shapes, rows, lanes, fixed, *load,
                                        kinds.of(*load, mask_of(*load->getParent()) != nullptr), target);
    }
    const unsigned bits = live_lane_bits(linearized, shapes, target), room = lane_register_bits(target);
    if (any_inner_loop([&](const llvm::Loop& loop) { return computes_till_lanes_end(loop, shapes); }))
        return pair_of_rows(linearized, bits, lanes, target, room);
    // Each of the two rows gets half of the lanes that one row would have: with more lanes, the kernel would only wait
    // for memory.
    if (is_plain_stencil(linearized, target) && loads_most_of_all(linearized, shapes, kinds)) {
        const unsigned half = fixed ? lanes : std::max(lanes, widest_fit(linearized, target, lanes, {}) / 2);
        return {bits * half * 2 <= room ? 2u : 1u, half};
    }
    // Values are spilled around calls even with few lanes, so registers do not limit the number of lanes. Kernels that
    // rotate pairs of values, such as rotary embeddings, are faster with 16 lanes than with 8 (Zen 3).
    if (shares_calls(linearized, shapes, rows))
        return pair_of_rows(linearized, bits, lanes, target,
                            has_mask_registers(target) ? room : lane_operand_bits(target));
    // On targets without mask registers, kernels with barriers are not faster with two rows than with one.
    if (has_barriers(linearized) && !has_mask_registers(target)) return {1, lanes};
    if (any_inner_loop([&](const llvm::Loop& loop) { return is_mostly_uniform(loop, shapes); }) &&
        !has_strided_streams(linearized, shapes, {})) {
        // On targets without mask registers, the live values of two rows may have more bits than the registers, so that
        // some values are spilled. Filters along columns and erosions are faster with 32 lanes than with 16, although
        // template matching is slightly slower. If live values of twice the registers' bits were permitted,
        // convolutions would be slower (Zen 3).
        return pair_of_rows(linearized, bits, lanes, target, has_mask_registers(target) ? room : room * 3 / 2);
    }
    return {1, lanes};
}

}  // namespace lanewise::compiler
