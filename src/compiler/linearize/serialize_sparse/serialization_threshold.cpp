#include "compiler/linearize/serialize_sparse/serialization_threshold.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <optional>

#include "compiler/access/access_kind.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

using Quarters = std::uint64_t;  // quarters of a cycle
constexpr Quarters cycle = 4;

bool divides(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
        case llvm::Instruction::FDiv:
        case llvm::Instruction::FRem: return true;
        default: break;
    }
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    return operation && operation->isIntDivRem() && !llvm::isa<llvm::Constant>(operation->getOperand(1));
}

// Whether the instruction takes no time of its own: it is folded into other instructions, or computed elsewhere.
bool is_free(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::PHINode, llvm::GetElementPtrInst>(instruction) || instruction.isCast() ||
           is_operation(&instruction);
}

Quarters latency_of(const llvm::Instruction& instruction) {
    if (is_free(instruction)) return 0;
    if (is_called(instruction)) return cycle * costs::call_cycles;
    if (divides(instruction)) return cycle * costs::division_cycles;
    if (llvm::isa<llvm::LoadInst>(instruction)) return cycle * costs::loaded_cycles;
    if (instruction.getType()->getScalarType()->isFloatingPointTy() || llvm::isa<llvm::FCmpInst>(instruction))
        return cycle * costs::floating_cycles;
    return cycle * (instruction.getOpcode() == llvm::Instruction::Mul ? costs::product_cycles : costs::integer_cycles);
}

class Estimate {
public:
    Estimate(const SparseRegion& region, const llvm::LoopInfo& loops, const Uniformity& uniformity,
             const ShapeInfo& shapes, const Lanes& lanes)
        : region_(region),
          loops_(loops),
          uniformity_(uniformity),
          shapes_(shapes),
          kinds_(shapes, lanes.isa),
          lanes_(lanes) {}

    struct Times {
        Quarters of_all = 0, of_one = 0;
    };

    /// Returns the sum of the times of all loops, each without its inner loops. The time of a loop is the issue time of
    /// its instructions, or the latency of its dependence chains if this latency is longer.
    Times times() const {
        llvm::MapVector<const llvm::Loop*, Times> begun;
        for (const llvm::BasicBlock* block : region_.blocks)
            for (const llvm::Instruction& instruction : *block) {
                Times& of_loop = begun[loops_.getLoopFor(block)];
                of_loop.of_all += of_all(instruction);
                of_loop.of_one += of_one(instruction);
            }
        Times sum;
        for (const auto& [loop, of_loop] : begun) {
            const bool is_inside = loop && region_.blocks.contains(loop->getHeader());
            const Quarters times = is_inside ? runs(*loop->getHeader()) : 1, chain = is_inside ? chain_of(*loop) : 0;
            sum.of_all += times * std::max(of_loop.of_all, chain);
            sum.of_one += times * std::max(of_loop.of_one, chain);
        }
        return sum;
    }

    /// Returns the time to pass inputs to the region's function and to return the function's results. This time is
    /// added once for all lanes, and once more for each lane that runs the function.
    Quarters of_handing_over() const {
        llvm::SmallPtrSet<const llvm::Value*, 16> values;
        for (const llvm::BasicBlock* block : region_.blocks)
            for (const llvm::Instruction& instruction : *block)
                for (const llvm::Value* operand : instruction.operands())
                    if (llvm::isa<llvm::Instruction>(operand) && !region_.contains(operand) && differs(*operand))
                        values.insert(operand);
        for (const llvm::PHINode& phi : region_.join->phis()) values.insert(&phi);
        if (region_.latch)
            for (const llvm::PHINode& phi : region_.start->phis()) values.insert(&phi);
        Quarters quarters = 0;
        for (const llvm::Value* value : values) quarters += 2 * registers(*value->getType());
        return quarters;
    }

private:
    std::uint64_t runs(const llvm::BasicBlock& block) const {
        constexpr unsigned deepest = 4;
        const unsigned outside = loops_.getLoopDepth(region_.head);
        const unsigned depth =
            std::min(loops_.getLoopDepth(&block) - std::min(loops_.getLoopDepth(&block), outside), deepest);
        std::uint64_t runs = 1;
        for (unsigned i = 0; i < depth; ++i) runs *= costs::inner_iterations;
        return runs;
    }

    bool differs(const llvm::Value& value) const { return uniformity_.is_divergent(value); }

    bool operands_differ(const llvm::Instruction& instruction) const {
        return llvm::any_of(instruction.operands(), [&](const llvm::Use& operand) { return differs(*operand); });
    }

    // Returns the number of registers that hold one value of `type` for each lane.
    Quarters registers(const llvm::Type& type) const {
        const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
        const Quarters bits = std::max(type.getScalarSizeInBits(), 32u);
        const Quarters filled = std::max<Quarters>(bits * lanes_.number / lanes_.register_bits, 1);
        return vector ? vector->getNumElements() * filled : filled;
    }

    Quarters of_one(const llvm::Instruction& instruction) const {
        if (is_free(instruction)) return 0;
        if (is_called(instruction)) return 2 * cycle * costs::call_cycles;  // twice the cost of a vector call
        if (divides(instruction)) return cycle * costs::division_issue_cycles;
        if (llvm::isa<llvm::BranchInst>(instruction) && is_guess(instruction)) return cycle * costs::guessed_wrong / 2;
        return 1;
    }

    // Whether the branch may be mispredicted, because its condition differs between lanes and the branch is not a loop
    // exit.
    bool is_guess(const llvm::Instruction& branch) const {
        const llvm::Loop* loop = loops_.getLoopFor(branch.getParent());
        return llvm::cast<llvm::BranchInst>(branch).isConditional() && differs(*branch.getOperand(0)) &&
               !(loop && loop->isLoopExiting(branch.getParent()));
    }

    Quarters of_all(const llvm::Instruction& instruction) const {
        if (is_free(instruction)) return 0;
        const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
        if (pointer && differs(*pointer) && is_made_lane_by_lane(kinds_.of(instruction, /*masked=*/true)))
            return costs::apart_quarters * lanes_.number;
        if (instruction.isAtomic() || !operands_differ(instruction)) return of_one(instruction);
        const Quarters each = is_called(instruction) ? cycle * costs::call_cycles : 2 * of_one(instruction);
        return each * registers(pointer ? *llvm::getLoadStoreType(&instruction) : *instruction.getType());
    }

    // Returns the latency, per iteration, of the longest loop-carried dependence chain. A chain leads from a phi of the
    // header back to the same phi, within one iteration or within two.
    Quarters chain_of(const llvm::Loop& loop) const {
        if (!loop.getLoopLatch()) return 0;
        llvm::LoopBlocksRPO order(const_cast<llvm::Loop*>(&loop));
        order.perform(&loops_);
        llvm::MapVector<const llvm::PHINode*, Ways> ways;
        for (const llvm::PHINode& phi : loop.getHeader()->phis()) ways[&phi] = ways_from(phi, order);
        Quarters chain = 0;
        const auto way = [&](const llvm::PHINode& from, const llvm::PHINode& to) {
            const Ways& known = ways[&from];
            const auto found = known.find(to.getIncomingValueForBlock(loop.getLoopLatch()));
            return found == known.end() ? std::optional<Quarters>() : found->second;
        };
        for (const llvm::PHINode& a : loop.getHeader()->phis())
            for (const llvm::PHINode& b : loop.getHeader()->phis())
                if (const auto there = way(a, b), back = way(b, a); there && back)
                    chain = std::max(chain, (*there + *back) / 2);
        return chain;
    }

    using Ways = llvm::SmallDenseMap<const llvm::Value*, Quarters, 16>;

    static Ways ways_from(const llvm::PHINode& phi, const llvm::LoopBlocksRPO& order) {
        Ways ways{{&phi, 0}};
        for (const llvm::BasicBlock* block : order)
            for (const llvm::Instruction& instruction : *block)
                for (const llvm::Value* operand : instruction.operands()) {
                    const auto known = ways.find(operand);
                    if (known == ways.end() || &instruction == &phi) continue;
                    const Quarters way = known->second + latency_of(instruction);
                    Quarters& longest = ways[&instruction];
                    longest = std::max(longest, way);
                }
        return ways;
    }

    const SparseRegion& region_;
    const llvm::LoopInfo& loops_;
    const Uniformity& uniformity_;
    const ShapeInfo& shapes_;
    const AccessKinds kinds_;
    const Lanes& lanes_;
};

}  // namespace

unsigned serialization_threshold(const SparseRegion& region, const llvm::LoopInfo& loops, const Uniformity& uniformity,
                                 const ShapeInfo& shapes, const Lanes& lanes) {
    const Estimate estimate(region, loops, uniformity, shapes, lanes);
    const Quarters handed = estimate.of_handing_over();
    const auto [all, one] = estimate.times();
    const bool has_loops =
        llvm::any_of(region.blocks, [&](const llvm::BasicBlock* block) { return loops.isLoopHeader(block); });
    const unsigned least = region.latch     ? costs::inner_iterations * costs::work_of_iteration
                           : !has_loops     ? costs::work_at_once
                           : region.in_loop ? costs::work_in_loop
                                            : costs::work_for_turns;
    if (all < cycle * least + handed) return 0;
    const Quarters turn = one + cycle * costs::begin_of_turn + handed;
    return static_cast<unsigned>(
        std::min<Quarters>((all - handed) * costs::share_of_turns / 100 / turn, lanes.number / 2));
}

}  // namespace lanewise::compiler
