#include "compiler/plan/plan_rows.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/row_sharing.h"
#include "compiler/analysis/shape.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/signature.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/estimates/latency.h"
#include "compiler/plan/estimates/pressure.h"
#include "compiler/plan/estimates/row_loads.h"
#include "compiler/plan/plan.h"
#include "compiler/plan/row_walks.h"
#include "lanewise/ndrange.h"

namespace lanewise::compiler {
namespace {

// A load that all rows have in common but not all lanes, in a loop without inner loops. Gathers most of all: products
// of matrices by rows of both take .28 of the time (Zen 3; Emerald Rapids .28 to .3).
const llvm::LoadInst* shared_load(const llvm::Loop& loop, const ShapeInfo& shapes, const RowSharing& rows) {
    for (const llvm::BasicBlock* block : loop.blocks())
        for (const llvm::Instruction& instruction : *block) {
            const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (load && rows.shares(load) && !shapes.of(load->getPointerOperand()).is_uniform()) return load;
        }
    return nullptr;
}

// Whether the loop carries a row's own sum from one iteration to the next.
bool carries_own_values(const llvm::Loop& loop, const ShapeInfo& shapes, const RowSharing& rows) {
    return llvm::any_of(loop.getHeader()->phis(),
                        [&](const llvm::PHINode& phi) { return !rows.shares(&phi) && shapes.of(&phi).is_varying(); });
}

// Whether the loop ends when what it counts by constants has come to one.
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

// Whether nothing is left of it once such a loop is unrolled: offsets, and numbers that are known then.
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

// Whether most of the loop's work is the same for all lanes, its own counting left out. Not where rows leave it at
// different times: sums of bags of different sizes take 3.4 of one row's time. Nor where unrolling leaves nothing of
// it: stencils of 27 neighbours with weights of their own take 1.27.
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

// Whether lanes leave a loop one by one that does nothing but compute: those of a square part less than those of a
// line, as neighbours in pictures do. Julia's set takes .76, a march through a field .85 of the time.
bool computes_till_lanes_end(const llvm::Loop& loop, const ShapeInfo& shapes) {
    if (!ends_by_vote(loop)) return false;
    return llvm::none_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
        return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
            const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
            return pointer && !shapes.of(pointer).is_uniform();
        });
    });
}

// Whether rows have a function's result in common that differs between lanes: it is most of what they compute.
bool shares_calls(const llvm::Function& linearized, const ShapeInfo& shapes, const RowSharing& rows) {
    return llvm::any_of(llvm::instructions(linearized), [&](const llvm::Instruction& instruction) {
        return is_called(instruction) && !is_operation(&instruction) && rows.shares(&instruction) &&
               shapes.of(&instruction).is_varying();
    });
}

// Whether rows load much of the same, in a kernel without flow: where ends of rows are left out, two rows take .9
// to 1.4 of one's time, the masks of both. Measured with registers for masks alone.
bool is_plain_stencil(const llvm::Function& kernel, const Target& target) {
    if (!has_mask_registers(target) || kernel.size() != 1 || has_barriers(kernel)) return false;
    const RowLoads rows = loads_of_two_rows(kernel);
    return rows.loads != 0 && rows.places * costs::loads_of_rows <= rows.loads * costs::places_of_rows;
}

// Whether all that lanes load lies side by side, and there is not much work for each load.
bool loads_most_of_all(const llvm::Function& linearized, const ShapeInfo& shapes) {
    unsigned loads = 0, work = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(linearized)) {
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
            const Shape place = shapes.of(load->getPointerOperand());
            const auto bytes = static_cast<std::int64_t>(load->getDataLayout().getTypeStoreSize(load->getType()));
            if (place.is_uniform()) continue;
            if (!place.is_strided() || place.stride != bytes) return false;
            ++loads;
        } else if (is_work(instruction) && shapes.of(&instruction).is_varying()) {
            ++work;
        }
    }
    return work * 2 <= loads * costs::work_of_stencils;
}

// Whether work-groups, if it is known how large they are, are whole chunks of so many rows.
bool divides_groups(const llvm::Function& linearized, unsigned rows) {
    const auto lane_dimension = static_cast<unsigned>(number_fact(linearized, fact::lane_dimension));
    const std::uint64_t of_group =
        read_kernel(linearized).reqd_work_group_size[exchanged({0, 1, 2}, lane_dimension)[1]];
    return of_group % rows == 0;
}

// As many rows as there are registers for: each is one multiply-add more for a load. Where lanes lie next to each
// other, fewer rows of more than one register make fewer loads in all. `lanes` alone where they are fixed.
RowPlan rows_of_shared_loads(llvm::Function& linearized, const ShapeInfo& shapes, const RowSharing& sharing,
                             unsigned lanes, bool fixed, const llvm::LoadInst& load, const Target& target) {
    const auto registers_of = [&](unsigned rows, unsigned row_lanes) {
        return live_lane_bits(linearized, shapes, target, sharing, rows) * row_lanes;
    };
    const auto have_room = [&](unsigned rows, unsigned row_lanes) {
        return registers_of(rows, row_lanes) <= lane_register_bits(target);
    };
    const Shape place = shapes.of(load.getPointerOperand());
    const bool gathers = place.is_varying();
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
    // Loads that are taken apart cost more than what spills: tiles of 4x4 neighbours take .74 of one row's time.
    const auto bytes = static_cast<std::int64_t>(load.getDataLayout().getTypeStoreSize(load.getType()));
    const bool takes_apart = has_mask_registers(target) && place.is_strided() && place.stride != bytes;
    if (count == 1 && takes_apart && registers_of(2, lanes) <= 2 * lane_register_bits(target)) return {2, lanes};
    // Walks along rows in blocks (linearize/walks) take no more than a share of the gathers.
    if (gathers && has_mask_registers(target) && count < costs::rows_of_gathers) return {1, lanes};
    return {count, lanes};
}

// Two rows of as many lanes as one by itself had, or of fewer, where they have `room`, in bits of registers.
RowPlan pair_of_rows(llvm::Function& linearized, unsigned bits, unsigned lanes, const Target& target, unsigned room) {
    unsigned widest = widest_fit(linearized, target, lanes, {});
    while (widest > lanes && bits * widest * 2 > room) widest /= 2;
    return {bits * widest * 2 <= room ? 2u : 1u, widest};
}

// Whether work-groups have one row each (plan/single_items.h).
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
        // Work-group functions count on work-items in the order of their ids (docs/ir.md).
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
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    const auto any_inner_loop = [&](const auto& is_one) {
        return llvm::any_of(loops.getLoopsInPreorder(),
                            [&](const llvm::Loop* loop) { return loop->isInnermost() && is_one(*loop); });
    };
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (!loop->isInnermost() || !carries_own_values(*loop, shapes, rows)) continue;
        if (const llvm::LoadInst* load = shared_load(*loop, shapes, rows))
            return rows_of_shared_loads(linearized, shapes, rows, lanes, fixed, *load, target);
    }
    const unsigned bits = live_lane_bits(linearized, shapes, target), room = lane_register_bits(target);
    if (any_inner_loop([&](const llvm::Loop& loop) { return computes_till_lanes_end(loop, shapes); }))
        return pair_of_rows(linearized, bits, lanes, target, room);
    // Half as many lanes for each row: more registers' worth waits for memory in any case.
    if (is_plain_stencil(linearized, target) && loads_most_of_all(linearized, shapes)) {
        const unsigned half = fixed ? lanes : std::max(lanes, widest_fit(linearized, target, lanes, {}) / 2);
        return {bits * half * 2 <= room ? 2u : 1u, half};
    }
    // Around calls all is in memory anyway: rotations of pairs take .75 of the time with 16 lanes for 8 (Zen 3).
    if (shares_calls(linearized, shapes, rows))
        return pair_of_rows(linearized, bits, lanes, target,
                            has_mask_registers(target) ? room : lane_operand_bits(target));
    // Without registers for masks two rows that wait for each other take 1.0 to 1.7 of one's time.
    if (has_barriers(linearized) && !has_mask_registers(target)) return {1, lanes};
    if (any_inner_loop([&](const llvm::Loop& loop) { return is_mostly_uniform(loop, shapes); }) &&
        !walks_rows_apart(linearized, shapes, {})) {
        // Some of what AVX2's registers have no room for: filters of columns take .57 and .88 of the time with 32 lanes
        // for 16, erosions .93, matching of templates 1.13; with twice the room convolutions take 1.6 (Zen 3).
        return pair_of_rows(linearized, bits, lanes, target, has_mask_registers(target) ? room : room * 3 / 2);
    }
    return {1, lanes};
}

}  // namespace lanewise::compiler
