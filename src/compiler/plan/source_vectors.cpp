#include "compiler/plan/source_vectors.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "compiler/access/access_kind.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/estimates/block_frequency.h"
#include "compiler/plan/estimates/latency.h"
#include "compiler/plan/estimates/pressure.h"
#include "compiler/plan/plan.h"

namespace lanewise::compiler {

namespace {

// Returns the number of elements of a source vector of `type`; 1 for a scalar type.
unsigned elements_of(const llvm::Type& type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
    return vector ? vector->getNumElements() : 1;
}

// Whether `instruction` only moves elements of vectors. With lanes, such moves cost nothing, because each element has a
// register of its own.
bool is_move(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::InsertElementInst, llvm::ExtractElementInst, llvm::ShuffleVectorInst>(instruction);
}

// Whether `load` loads four elements of which only three are used. Such vectors never keep the order of elements in
// memory (widen/chunk/element_order.h), so lanes need shuffles.
bool is_of_three(const llvm::LoadInst& load) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
    return type && type->getNumElements() == 4 && llvm::all_of(load.users(), [](const llvm::User* user) {
               return llvm::isa<llvm::ShuffleVectorInst>(user) && elements_of(*user->getType()) == 3;
           });
}

// Cost of one iteration of a loop, in cycles for each work-item.
struct ItemCycles {
    double of_lanes = 0, of_issue = 0, of_chain = 0;
};

ItemCycles cycles_by_item(const llvm::Loop& loop, const llvm::LoopInfo& loops, const Target& target, unsigned lanes,
                          const ShapeInfo& shapes) {
    const llvm::DataLayout& layout = loop.getHeader()->getDataLayout();
    const AccessKinds kinds(shapes, VectorIsa::of_features(target.features));
    const auto registers_of = [&](std::uint64_t bits) {
        return static_cast<unsigned>(llvm::divideCeil(bits, target.vector_bits));
    };
    unsigned of_lanes = 0, of_item = 0;  // number of registers
    for (const llvm::BasicBlock* block : loop.blocks()) {
        const bool masked = mask_of(*block) != nullptr;
        for (const llvm::Instruction& instruction : *block) {
            const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            if (!is_work(instruction) || is_move(instruction)) continue;
            if (!store && !shapes.of(&instruction).is_varying()) continue;
            llvm::Type* type = store ? store->getValueOperand()->getType() : instruction.getType();
            if (!type->isSized()) continue;
            const std::uint64_t bits = layout.getTypeSizeInBits(type);
            const unsigned elements = elements_of(*type);
            const unsigned by_lanes = elements * registers_of(bits / elements * lanes);
            of_lanes += by_lanes;
            const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
            if (!pointer)
                of_item += registers_of(bits);
            else if (elements > 1 && !shapes.of(pointer).is_uniform())
                of_lanes += by_lanes * (is_scattered(kinds.of(instruction, masked)) ? costs::scatters_of_transposed
                                                                                    : costs::shuffles_of_transposed);
        }
    }
    constexpr double at_once = costs::wide_operations_per_cycle;
    return {of_lanes / (at_once * lanes), of_item / at_once, static_cast<double>(cycles_of(loop, loops, shapes).chain)};
}

}  // namespace

bool works_on_wide_vectors(llvm::Function& kernel) {
    const auto is_wide = [](const llvm::Instruction& instruction) {
        return elements_of(*instruction.getType()) >= costs::wide_vector;
    };
    if (llvm::none_of(llvm::instructions(kernel), is_wide))
        return false;  // most kernels return here, and so skip the loop analysis
    const llvm::DominatorTree dominators(kernel);
    const llvm::LoopInfo loops(dominators);
    const BlockFrequency block_frequency(loops);
    std::uint64_t vectors = 0, others = 0;
    for (const llvm::BasicBlock& block : kernel) {
        const std::uint64_t runs = block_frequency.of(block);
        for (const llvm::Instruction& instruction : block) {
            if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CallInst>(instruction))
                (is_wide(instruction) ? vectors : others) += runs * elements_of(*instruction.getType());
        }
    }
    return vectors > others;
}

WideVectors best_for_wide_vectors(llvm::Function& linearized, const Target& target, unsigned lanes,
                                  const llvm::LoopInfo& loops, const ShapeInfo& shapes) {
    if (transposes_in_loops(linearized, shapes, target)) return WideVectors::one_by_one;
    ItemCycles most;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (!loop->isInnermost()) continue;
        const ItemCycles cycles = cycles_by_item(*loop, loops, target, lanes, shapes);
        if (cycles.of_lanes > most.of_lanes) most = cycles;
    }
    if (!loops.empty() && most.of_lanes == 0) return WideVectors::by_lanes;  // lanes compute uniform values only once
    const bool spills = std::uint64_t{live_lane_bits(linearized, shapes, target)} * lanes > lane_register_bits(target);
    const double by_lanes = most.of_lanes * (spills ? costs::spilled_vectors : 1);
    const double by_two = std::max(most.of_issue, most.of_chain / 2),
                 one_by_one = std::max(most.of_issue, most.of_chain);
    if (by_lanes * costs::better_by_lanes < by_two) return WideVectors::by_lanes;
    return by_two * costs::better_by_two < one_by_one ? WideVectors::by_two_items : WideVectors::one_by_one;
}

bool transposes_in_loops(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target) {
    const AccessKinds kinds(shapes, VectorIsa::of_features(target.features));
    llvm::SmallVector<const llvm::BasicBlock*, 4> blocks;
    for (const llvm::BasicBlock& block : linearized) {
        const bool masked = mask_of(block) != nullptr;
        const bool transposes = llvm::any_of(block, [&](const llvm::Instruction& instruction) {
            const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            return load && llvm::isa<llvm::FixedVectorType>(load->getType()) &&
                   elements_of(*load->getType()) >= costs::transposed_elements && is_scattered(kinds.of(*load, masked));
        });
        if (transposes) blocks.push_back(&block);
    }
    if (blocks.empty()) return false;
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    return llvm::any_of(blocks, [&](const llvm::BasicBlock* block) { return loops.getLoopFor(block); });
}

bool works_on_vectors_apart(llvm::ArrayRef<llvm::BasicBlock*> blocks, const ShapeInfo& shapes, const Target& target,
                            unsigned weight) {
    unsigned vectors = 0, others = 0;
    bool apart = false;
    for (const llvm::BasicBlock* block : blocks) {
        const llvm::DataLayout& layout = block->getDataLayout();
        for (const llvm::Instruction& instruction : *block) {
            const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
            const bool fills = type && layout.getTypeAllocSizeInBits(instruction.getType()) * 2 >= target.vector_bits;
            if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
                const Shape place = shapes.of(load->getPointerOperand());
                const std::int64_t bytes = static_cast<std::int64_t>(layout.getTypeStoreSize(instruction.getType()));
                const bool side_by_side = place.is_strided() && place.stride == bytes && !is_of_three(*load);
                apart |= fills && !place.is_uniform() && !side_by_side;
            } else if (is_work(instruction) && shapes.of(&instruction).is_varying()) {
                // Function calls on source vectors take the same time with lanes and without.
                (fills && !is_called(instruction) ? vectors : others) += work_of(instruction);
            }
        }
    }
    return apart && weight * vectors > others;
}

}  // namespace lanewise::compiler
