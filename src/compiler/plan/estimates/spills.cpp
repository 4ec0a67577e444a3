#include "compiler/plan/estimates/spills.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <vector>

#include "compiler/limits/costs.h"
#include "compiler/plan/estimates/block_frequency.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned never = ~0u;

/// A value that one iteration computes or uses.
struct Value {
    unsigned registers = 1;
    bool in_memory = true;  // false if the value is computed but not stored yet
    bool in_registers = false;
    std::vector<unsigned> uses{};  // numbers of the instructions that use the value, in order
    unsigned next = 0;             // index in `uses` of the next use
};

/// An instruction of one iteration. Each value that the instruction uses or computes is given by the value's number.
struct Step {
    llvm::SmallVector<unsigned, 4> operands;
    unsigned result = never;
    bool counts = false;
};

/// Instructions of the examined code, in order. For a loop, these are the instructions of three iterations: the
/// iteration whose spills are counted, the one before it and the one after it.
struct Trace {
    std::vector<Value> values;
    std::vector<Step> steps;
};

class Registers {
public:
    Registers(Trace& trace, unsigned count) : trace_(trace), count_(count) {}

    std::uint64_t moves();

private:
    unsigned next_use(unsigned value, unsigned step);
    void take(unsigned value);
    void drop(unsigned value);
    void make_room(unsigned registers, unsigned step);

    Trace& trace_;
    const std::uint64_t count_;
    std::uint64_t used_ = 0;  // used registers; more than `count_` if a single value needs more
    llvm::SmallVector<unsigned, 64> held_;
    std::uint64_t moves_ = 0;
};

// Returns the number of the first instruction, at or after `step`, that uses `value`; `never` if there is none.
unsigned Registers::next_use(unsigned value, unsigned step) {
    Value& of = trace_.values[value];
    while (of.next < of.uses.size() && of.uses[of.next] < step) ++of.next;
    return of.next < of.uses.size() ? of.uses[of.next] : never;
}

void Registers::take(unsigned value) {
    Value& of = trace_.values[value];
    of.in_registers = true;
    used_ += of.registers;
    held_.push_back(value);
}

void Registers::drop(unsigned value) {
    Value& of = trace_.values[value];
    of.in_registers = false;
    used_ -= of.registers;
    held_.erase(llvm::find(held_, value));
}

void Registers::make_room(unsigned registers, unsigned step) {
    const Step& now = trace_.steps[step];
    while (used_ + registers > count_) {
        unsigned last = never, last_use = 0;
        for (const unsigned value : held_) {
            if (llvm::is_contained(now.operands, value)) continue;
            const unsigned use = next_use(value, step);
            if (last == never || use > last_use) last = value, last_use = use;
        }
        if (last == never) return;
        Value& spilled = trace_.values[last];
        if (last_use != never && !spilled.in_memory) {
            spilled.in_memory = true;
            if (now.counts) moves_ += spilled.registers;
        }
        drop(last);
    }
}

std::uint64_t Registers::moves() {
    for (unsigned step = 0; step < trace_.steps.size(); ++step) {
        const Step& now = trace_.steps[step];
        for (const unsigned operand : now.operands) {
            const Value& value = trace_.values[operand];
            if (value.in_registers) continue;
            if (now.counts) moves_ += value.registers;
            if (next_use(operand, step + 1) == never) continue;
            make_room(value.registers, step);
            take(operand);
        }
        for (const unsigned operand : now.operands)
            if (trace_.values[operand].in_registers && next_use(operand, step + 1) == never) drop(operand);
        if (now.result == never) continue;
        Value& result = trace_.values[now.result];
        make_room(result.registers, step);
        result.in_memory = false;
        take(now.result);
    }
    return moves_;
}

// Returns the loop whose spills are counted (see Spills); null for the whole kernel.
const llvm::Loop* busiest(const llvm::Function& function, const llvm::LoopInfo& loops) {
    const BlockFrequency runs(loops);
    const auto runs_through = [&](const llvm::Loop& loop) {
        std::uint64_t instructions = 0;
        for (const llvm::BasicBlock* block : loop.blocks()) instructions += runs.of(*block) * block->size();
        return instructions;
    };
    std::uint64_t all = 0, most = 0;
    for (const llvm::BasicBlock& block : function) all += runs.of(block) * block.size();
    const llvm::Loop* busiest = nullptr;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (!loop->isInnermost()) continue;
        const std::uint64_t work = runs_through(*loop);
        if (work > most) most = work, busiest = loop;
    }
    if (busiest && 2 * most < all) busiest = busiest->getParentLoop();
    return busiest && busiest->getLoopLatch() && 2 * runs_through(*busiest) >= all ? busiest : nullptr;
}

class Tracer {
public:
    Tracer(const llvm::Loop* loop, const llvm::DataLayout& layout, const ShapeInfo& shapes, unsigned register_bits,
           unsigned lanes)
        : loop_(loop), layout_(layout), shapes_(shapes), register_bits_(register_bits), lanes_(lanes) {}

    void run_through(llvm::ArrayRef<const llvm::BasicBlock*> blocks, bool counts);

    Trace& trace() { return trace_; }
    std::uint64_t operations() const { return operations_; }
    std::uint64_t floating() const { return floating_; }
    std::uint64_t carried() const { return carried_; }

private:
    bool is_carried(const llvm::Instruction& instruction) const {
        return loop_ && llvm::isa<llvm::PHINode>(instruction) && instruction.getParent() == loop_->getHeader();
    }
    unsigned number_of(const llvm::Value* value);
    unsigned registers_of(const llvm::Value& value) const;

    const llvm::Loop* loop_;
    const llvm::DataLayout& layout_;
    const ShapeInfo& shapes_;
    const unsigned register_bits_, lanes_;
    Trace trace_;
    llvm::DenseMap<const llvm::Value*, unsigned> numbers_;
    std::uint64_t operations_ = 0, floating_ = 0, carried_ = 0;
};

unsigned Tracer::registers_of(const llvm::Value& value) const {
    const bool is_mask = value.getType()->isIntegerTy(1);
    const std::uint64_t bits = is_mask ? 32 : layout_.getTypeSizeInBits(value.getType()).getFixedValue();
    return static_cast<unsigned>(std::max<std::uint64_t>(1, llvm::divideCeil(bits * lanes_, register_bits_)));
}

// Returns the number of `value`, or `never` if the value is the same for all lanes.
unsigned Tracer::number_of(const llvm::Value* value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || !value->getType()->isSized() || !shapes_.of(instruction).is_varying()) return never;
    const auto [known, is_new] = numbers_.try_emplace(value, static_cast<unsigned>(trace_.values.size()));
    if (is_new) trace_.values.push_back({.registers = registers_of(*value)});
    return known->second;
}

void Tracer::run_through(llvm::ArrayRef<const llvm::BasicBlock*> blocks, bool counts) {
    for (const llvm::BasicBlock* block : blocks)
        for (const llvm::Instruction& instruction : *block) {
            if (is_carried(instruction) || instruction.isTerminator()) continue;
            Step step{.operands = {}, .counts = counts};
            for (const llvm::Value* operand : instruction.operands())
                if (const unsigned number = number_of(operand);
                    number != never && !llvm::is_contained(step.operands, number))
                    step.operands.push_back(number);
            numbers_.erase(&instruction);  // the new iteration's result is a new value with a new number
            step.result = number_of(&instruction);
            if (step.result == never && step.operands.empty()) continue;
            const auto number = static_cast<unsigned>(trace_.steps.size());
            for (const unsigned operand : step.operands) trace_.values[operand].uses.push_back(number);
            if (counts && !llvm::isa<llvm::PHINode>(instruction)) {
                const unsigned operations = step.result == never ? 1 : trace_.values[step.result].registers;
                operations_ += operations;
                if (instruction.getType()->isFPOrFPVectorTy()) floating_ += operations;
            }
            trace_.steps.push_back(std::move(step));
        }
    if (!loop_) return;
    llvm::SmallVector<std::pair<const llvm::Value*, unsigned>, 16> carried;
    for (const llvm::PHINode& phi : loop_->getHeader()->phis())
        carried.emplace_back(&phi, number_of(phi.getIncomingValueForBlock(loop_->getLoopLatch())));
    for (const auto& [phi, number] : carried) {
        numbers_.erase(phi);
        if (number == never) continue;
        numbers_[phi] = number;
        if (counts) carried_ += trace_.values[number].registers;
    }
}

}  // namespace

Spills spills_of(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target, unsigned lanes) {
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    const llvm::Loop* loop = busiest(linearized, loops);
    llvm::SmallVector<const llvm::BasicBlock*, 16> blocks;
    for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&linearized))
        if (!loop || loop->contains(block)) blocks.push_back(block);
    Tracer tracer(loop, linearized.getDataLayout(), shapes, target.vector_bits, lanes);
    if (loop) tracer.run_through(blocks, false);
    tracer.run_through(blocks, true);
    if (loop) tracer.run_through(blocks, false);
    Registers registers(tracer.trace(), costs::registers_of_lanes);
    return {.in_loop = loop != nullptr,
            .operations = tracer.operations(),
            .floating = tracer.floating(),
            .moved = registers.moves(),
            .carried = tracer.carried()};
}

}  // namespace lanewise::compiler
