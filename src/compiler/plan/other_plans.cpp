#include "compiler/plan/other_plans.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/estimates/latency.h"
#include "compiler/plan/estimates/pressure.h"
#include "lanewise/code_variant.h"

namespace lanewise::compiler {
namespace {

// Whether results are the same to the last bit with all plans. False if floating-point operations may be reordered or
// fused.
bool is_exact(const llvm::Function& kernel) {
    return std::ranges::none_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
        const auto* arithmetic = llvm::dyn_cast<llvm::FPMathOperator>(&instruction);
        return arithmetic && (arithmetic->hasAllowReassoc() || arithmetic->hasAllowContract());
    });
}

// Whether lanes have scattered accesses. On targets without mask registers (AVX2), strided accesses with gaps and
// accesses to source vectors are included, since they need many shuffles of 256-bit registers. With 8 lanes of AVX2, a
// step of red-black relaxation in doubles is slower than scalar code, and a matrix product in tiles of float4 is slower
// than pairs of items.
bool scatters(const llvm::Function& linearized, const ShapeInfo& shapes, const Target& target) {
    const AccessKinds kinds(shapes, VectorIsa::of_features(target.features));
    return llvm::any_of(linearized, [&](const llvm::BasicBlock& block) {
        const bool masked = mask_of(block) != nullptr;
        return llvm::any_of(block, [&](const llvm::Instruction& instruction) {
            if (!llvm::getLoadStorePointerOperand(&instruction)) return false;
            const AccessKind kind = kinds.of(instruction, masked);
            return is_scattered(kind) || (!has_mask_registers(target) && needs_shuffles(kind));
        });
    });
}

// Whether lanes leave a loop at different times. How long lanes then wait for each other depends on the data.
bool leaves_one_by_one(llvm::Function& linearized) {
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    return llvm::any_of(loops.getLoopsInPreorder(), [](const auto* loop) { return ends_by_vote(*loop); });
}

// Whether each lane writes a row of its own in a loop, element by element. In scalar code, the iterations along a row
// can be vectorized instead; for example, scaling of blocks of bytes is faster in scalar code.
bool writes_rows(llvm::Function& linearized, const ShapeInfo& shapes) {
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    const llvm::DataLayout& layout = linearized.getDataLayout();
    return llvm::any_of(llvm::instructions(linearized), [&](const llvm::Instruction& instruction) {
        const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        if (!store || !loops.getLoopFor(store->getParent())) return false;
        const Shape shape = shapes.of(store->getPointerOperand());
        return shape.is_strided() &&
               shape.stride > static_cast<std::int64_t>(layout.getTypeStoreSize(store->getValueOperand()->getType()));
    });
}

// Returns the plans with one lane. Pairs are excluded if the kernel has barriers. Pairs are also excluded if items
// leave a loop at different times: the items of a pair would then run one after another. In a kernel without loops, the
// items of a pair may slow each other down, so single items are tried, too.
std::uint32_t without_lanes(const llvm::Function& linearized, bool waits, bool part) {
    if (waits || part) return bit_of(CodeVariant::one_lane);
    const std::uint32_t two = bit_of(CodeVariant::two_items);
    return has_loops(linearized) ? two : two | bit_of(CodeVariant::one_lane);
}

// Whether most arithmetic that differs between lanes has 64 bits, so that half as many lanes fill a register.
bool works_in_64_bits(const llvm::Function& linearized, const ShapeInfo& shapes) {
    unsigned wide = 0, others = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(linearized))
        if (llvm::isa<llvm::BinaryOperator>(instruction) && shapes.of(&instruction).is_varying())
            ++(instruction.getType()->getScalarSizeInBits() == 64 ? wide : others);
    return wide > others;
}

// Returns the plans whose lanes fill one to four registers, or one to eight registers on targets without mask
// registers. If `half_registers` is true, also returns the plan whose lanes fill half a register.
std::uint32_t with_lanes(const Target& target, unsigned lanes, bool half_registers) {
    constexpr CodeVariant plans[] = {CodeVariant::lanes_8, CodeVariant::lanes_16, CodeVariant::lanes_32,
                                     CodeVariant::lanes_64};
    std::uint32_t bits = 0;
    unsigned count = 8;
    for (const CodeVariant plan : plans) {
        const unsigned register_lanes = target.vector_bits / 32;
        const unsigned most_registers = has_mask_registers(target) ? 4 : 8;
        const bool fills = count >= register_lanes && count <= most_registers * register_lanes;
        if (count != lanes && (fills || (half_registers && 2 * count == register_lanes))) bits |= bit_of(plan);
        count *= 2;
    }
    return bits;
}

// Whether other plans can be tried. Other plans are excluded if the kernel depends on the order of its work-items: the
// order of sums over a work-group would depend on the plan.
bool may_try(const llvm::Function& kernel) {
    return kernel.getInstructionCount() <= budget::tried_instructions && is_exact(kernel) &&
           !kernel.hasFnAttribute(fact::uses_sub_groups) && !kernel.hasFnAttribute(fact::ordered_items);
}

}  // namespace

std::uint32_t plans_not_looked_at(const llvm::Function& kernel, const Target& target) {
    if (!may_try(kernel)) return 0;
    return bit_of(has_mask_registers(target) ? CodeVariant::lanes_16 : CodeVariant::lanes_8);
}

std::uint32_t other_plans(llvm::Function& linearized, const Target& target, unsigned lanes, bool has_rows) {
    if (!may_try(linearized)) return 0;
    const PrivateLayouts layouts(linearized);
    const ShapeInfo shapes(linearized, std::max(lanes, 2u), layouts);
    const bool waits = has_barriers(linearized);
    const bool apart = layouts.any() || scatters(linearized, shapes, target) || writes_rows(linearized, shapes);
    const bool part = leaves_one_by_one(linearized);
    std::uint32_t bits = with_lanes(target, lanes, apart || waits || works_in_64_bits(linearized, shapes));
    if (lanes > 1 && (apart || waits || part)) bits |= without_lanes(linearized, waits, part);
    if (has_rows && linearized.getInstructionCount() <= budget::instructions_in_rows)
        bits |= bit_of(CodeVariant::rows_of_8) | bit_of(CodeVariant::rows_of_16) | bit_of(CodeVariant::rows_of_32) |
                bit_of(CodeVariant::rows_of_64);
    return bits;
}

}  // namespace lanewise::compiler
