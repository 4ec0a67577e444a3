#include "compiler/plan/source_vectors.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/limits/costs.h"
#include "compiler/plan/latency.h"
#include "compiler/plan/plan.h"

namespace lanewise::compiler {

namespace {

constexpr unsigned deepest = 8;  // loops beyond weigh no more

// Of the source's vector that an instruction makes; 1 of a scalar.
unsigned elements_of(const llvm::Instruction& instruction) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    return type ? type->getNumElements() : 1;
}

}  // namespace

bool works_on_wide_vectors(llvm::Function& kernel) {
    const auto is_wide = [](const llvm::Instruction& instruction) {
        return elements_of(instruction) >= costs::wide_vector;
    };
    if (llvm::none_of(llvm::instructions(kernel), is_wide)) return false;  // most kernels need no look at their loops
    const llvm::DominatorTree dominators(kernel);
    const llvm::LoopInfo loops(dominators);
    std::uint64_t vectors = 0, others = 0;
    for (const llvm::BasicBlock& block : kernel) {
        const std::uint64_t runs = likely_runs(block, loops, deepest);
        for (const llvm::Instruction& instruction : block) {
            if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CallInst>(instruction))
                (is_wide(instruction) ? vectors : others) += runs * elements_of(instruction);
        }
    }
    return vectors > others;
}

bool transposes_in_loops(llvm::Function& linearized, const ShapeInfo& shapes) {
    llvm::SmallVector<const llvm::BasicBlock*, 4> blocks;
    for (const llvm::Instruction& instruction : llvm::instructions(linearized)) {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        const auto* type = load ? llvm::dyn_cast<llvm::FixedVectorType>(load->getType()) : nullptr;
        if (type && type->getNumElements() >= costs::transposed_elements &&
            shapes.of(load->getPointerOperand()).is_varying())
            blocks.push_back(load->getParent());
    }
    if (blocks.empty()) return false;
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    return llvm::any_of(blocks, [&](const llvm::BasicBlock* block) { return loops.getLoopFor(block); });
}

bool works_on_vectors_apart(const llvm::Loop& loop, const ShapeInfo& shapes, const Target& target) {
    const llvm::DataLayout& layout = loop.getHeader()->getDataLayout();
    unsigned vectors = 0, others = 0;
    bool apart = false;
    for (const llvm::BasicBlock* block : loop.blocks())
        for (const llvm::Instruction& instruction : *block) {
            const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
            const bool fills = type && layout.getTypeSizeInBits(instruction.getType()) * 2 >= target.vector_bits;
            if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
                const Shape place = shapes.of(load->getPointerOperand());
                const std::int64_t bytes = static_cast<std::int64_t>(layout.getTypeStoreSize(instruction.getType()));
                apart |= fills && !place.is_uniform() && !(place.is_strided() && place.stride == bytes);
            } else if (is_work(instruction) && shapes.of(&instruction).is_varying()) {
                ++(fills ? vectors : others);
            }
        }
    return apart && vectors > others;
}

}  // namespace lanewise::compiler
