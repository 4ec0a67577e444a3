#include "compiler/plan/estimates/pressure.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <vector>

#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

class Liveness {
public:
    Liveness(llvm::Function& function, const ShapeInfo& shapes, unsigned mask_bits, const RowSharing& sharing,
             unsigned rows);

    unsigned most_bits();

private:
    using Blocks = llvm::SmallVector<llvm::BasicBlock*, 32>;

    void add(llvm::BitVector& live, const llvm::Value* value) const;
    llvm::BitVector live_at_end(const llvm::BasicBlock& block) const;
    void step_over(llvm::BitVector& live, const llvm::Instruction& instruction) const;
    unsigned bits_of(const llvm::BitVector& live, const llvm::Loop* loop) const;
    unsigned most_bits_in(const llvm::BasicBlock& block) const;
    bool runs_in_loops() const;

    const llvm::DominatorTree dominators_;
    const llvm::LoopInfo loops_;
    Blocks blocks_;  // in post-order
    std::vector<const llvm::Instruction*> values_;
    llvm::DenseMap<const llvm::Value*, unsigned> numbers_;
    std::vector<unsigned> bits_;
    llvm::DenseMap<const llvm::BasicBlock*, llvm::BitVector> live_at_start_;
};

Liveness::Liveness(llvm::Function& function, const ShapeInfo& shapes, unsigned mask_bits, const RowSharing& sharing,
                   unsigned rows)
    : dominators_(function), loops_(dominators_) {
    const llvm::DataLayout& layout = function.getDataLayout();
    for (llvm::BasicBlock* block : llvm::post_order(&function)) {
        blocks_.push_back(block);
        for (llvm::Instruction& instruction : *block) {
            if (!instruction.getType()->isSized() || !shapes.of(&instruction).is_varying()) continue;
            const bool is_mask = instruction.getType()->isIntegerTy(1);
            numbers_[&instruction] = static_cast<unsigned>(bits_.size());
            values_.push_back(&instruction);
            const unsigned bits =
                is_mask ? mask_bits : static_cast<unsigned>(layout.getTypeSizeInBits(instruction.getType()));
            bits_.push_back(sharing.shares(&instruction) ? bits : rows * bits);
        }
    }
}

void Liveness::add(llvm::BitVector& live, const llvm::Value* value) const {
    if (const auto known = numbers_.find(value); known != numbers_.end()) live.set(known->second);
}

llvm::BitVector Liveness::live_at_end(const llvm::BasicBlock& block) const {
    llvm::BitVector live(static_cast<unsigned>(bits_.size()));
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
        if (const auto known = live_at_start_.find(next); known != live_at_start_.end()) live |= known->second;
        for (const llvm::PHINode& phi : next->phis()) add(live, phi.getIncomingValueForBlock(&block));
    }
    return live;
}

void Liveness::step_over(llvm::BitVector& live, const llvm::Instruction& instruction) const {
    if (const auto known = numbers_.find(&instruction); known != numbers_.end()) live.reset(known->second);
    if (llvm::isa<llvm::PHINode>(instruction)) return;
    for (const llvm::Value* operand : instruction.operands()) add(live, operand);
}

// Returns the total bits of the live values. In a loop, values that the loop only reads are left out, since
// instructions can read these values from memory.
unsigned Liveness::bits_of(const llvm::BitVector& live, const llvm::Loop* loop) const {
    unsigned bits = 0;
    for (const unsigned value : live.set_bits())
        if (!loop || loop->contains(values_[value])) bits += bits_[value];
    return bits;
}

unsigned Liveness::most_bits_in(const llvm::BasicBlock& block) const {
    const llvm::Loop* loop = loops_.getLoopFor(&block);
    llvm::BitVector live = live_at_end(block);
    unsigned most = 0;
    for (const llvm::Instruction& instruction : llvm::reverse(block)) {
        most = std::max(most, bits_of(live, loop));
        step_over(live, instruction);
    }
    return most;
}

// Whether the code outside of all loops is little work compared with the loops, whose instructions run many times.
bool Liveness::runs_in_loops() const {
    std::size_t inside = 0, outside = 0;
    for (const llvm::BasicBlock* block : blocks_) (loops_.getLoopFor(block) ? inside : outside) += block->size();
    return outside < costs::inner_iterations * inside;
}

unsigned Liveness::most_bits() {
    for (bool changed = true; changed;) {
        changed = false;
        for (llvm::BasicBlock* block : blocks_) {
            llvm::BitVector live = live_at_end(*block);
            for (const llvm::Instruction& instruction : llvm::reverse(*block)) step_over(live, instruction);
            llvm::BitVector& known = live_at_start_[block];
            if (known == live) continue;
            known = std::move(live);
            changed = true;
        }
    }
    const bool only_loops = runs_in_loops();
    unsigned most = 0;
    for (const llvm::BasicBlock* block : blocks_)
        if (!only_loops || loops_.getLoopFor(block)) most = std::max(most, most_bits_in(*block));
    return most;
}

}  // namespace

bool has_mask_registers(const Target& target) { return target.vector_bits == 512; }

unsigned live_lane_bits(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target,
                        const RowSharing& sharing, unsigned rows) {
    return Liveness(linearized, shapes, has_mask_registers(target) ? 0 : 32, sharing, rows).most_bits();
}

unsigned lane_register_bits(const Target& target) {
    const unsigned registers = has_mask_registers(target) ? 32 : 16;
    return registers * target.vector_bits * costs::usable_registers / 100;
}

unsigned lane_operand_bits(const Target& target) { return costs::live_vectors * target.vector_bits; }

}  // namespace lanewise::compiler
