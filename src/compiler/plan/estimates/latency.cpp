#include "compiler/plan/estimates/latency.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <optional>

#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

// Returns the cycles from the operands of `instruction` to its result; 0 if `instruction` is no vector operation.
unsigned latency(const llvm::Instruction& instruction, const ShapeInfo& shapes) {
    if (!shapes.of(&instruction).is_varying()) return 0;
    if (llvm::isa<llvm::PHINode, llvm::GetElementPtrInst>(instruction) || instruction.isTerminator()) return 0;
    if (is_called(instruction)) return costs::call_cycles;
    switch (instruction.getOpcode()) {
        case llvm::Instruction::FDiv:
        case llvm::Instruction::UDiv:
        case llvm::Instruction::SDiv:
        case llvm::Instruction::URem:
        case llvm::Instruction::SRem: return costs::division_cycles;
        case llvm::Instruction::Mul:
            return instruction.getType()->getScalarSizeInBits() == 64 ? costs::long_product_cycles
                                                                      : costs::product_cycles;
        default: break;
    }
    return instruction.getType()->isFPOrFPVectorTy() ? costs::floating_cycles : costs::integer_cycles;
}

// Returns the number of vector operations that `instruction` becomes: one for each element of a source vector.
unsigned operations_of(const llvm::Instruction& instruction, const ShapeInfo& shapes) {
    if (latency(instruction, shapes) == 0) return 0;
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    return vector ? vector->getNumElements() : 1;
}

using Ready = llvm::DenseMap<const llvm::Value*, unsigned>;  // for each value, the cycle in which it is ready

// Computes the cycles in which the values of `block` are ready, and adds them to `ready`, which already contains the
// block's phis. Returns the cycle in which the last value is ready.
unsigned step_through(const llvm::BasicBlock& block, const ShapeInfo& shapes, Ready& ready) {
    unsigned last = 0;
    for (const llvm::Instruction& instruction : block) {
        if (llvm::isa<llvm::PHINode>(instruction)) continue;
        unsigned start = 0;
        for (const llvm::Value* operand : instruction.operands()) start = std::max(start, ready.lookup(operand));
        const unsigned end = ready[&instruction] = start + latency(instruction, shapes);
        last = std::max(last, end);
    }
    return last;
}

// The work of those blocks of a loop that are in no inner loop.
class LoopWork {
public:
    LoopWork(const llvm::Loop& loop, const llvm::LoopInfo& loops, const ShapeInfo& shapes);

    unsigned instructions() const { return instructions_; }
    const llvm::Loop& loop() const { return loop_; }
    /// Returns the value of HotLoop::vectors_in_shadow. Precondition: all lanes leave the loop together.
    unsigned vectors_in_shadow() const;
    unsigned cycles_one_by_one() const;
    unsigned cycles_from_last_to_next() const;

private:
    const llvm::Loop& loop_;
    const ShapeInfo& shapes_;
    llvm::SmallVector<const llvm::BasicBlock*, 8> blocks_;
    unsigned instructions_ = 0;  // number of instructions whose results differ between lanes
};

LoopWork::LoopWork(const llvm::Loop& loop, const llvm::LoopInfo& loops, const ShapeInfo& shapes)
    : loop_(loop), shapes_(shapes) {
    llvm::LoopBlocksRPO order(const_cast<llvm::Loop*>(&loop));
    order.perform(&loops);
    for (const llvm::BasicBlock* block : order)
        if (loops.getLoopFor(block) == &loop) blocks_.push_back(block);
    for (const llvm::BasicBlock* block : blocks_)
        for (const llvm::Instruction& instruction : *block) instructions_ += latency(instruction, shapes) != 0;
}

unsigned LoopWork::cycles_one_by_one() const {
    unsigned cycles = 0;
    for (const llvm::BasicBlock* block : blocks_) {
        Ready ready;
        cycles += step_through(*block, shapes_, ready);
    }
    return cycles;
}

// Returns the number of cycles between the results of one iteration and the results of the next.
unsigned LoopWork::cycles_from_last_to_next() const {
    const llvm::BasicBlock* latch = loop_.getLoopLatch();
    if (!latch) return 0;
    Ready ready;
    unsigned later = 0;
    for (unsigned i = 0; i < budget::stepped_iterations; ++i) {
        Ready carried;
        later = 0;
        for (const llvm::PHINode& phi : loop_.getHeader()->phis()) {
            carried[&phi] = ready.lookup(phi.getIncomingValueForBlock(latch));
            later = std::max(later, carried[&phi] - ready.lookup(&phi));
        }
        ready = std::move(carried);
        for (const llvm::BasicBlock* block : blocks_) {
            if (block != loop_.getHeader())
                for (const llvm::PHINode& phi : block->phis())
                    for (const llvm::Value* value : phi.incoming_values())
                        ready[&phi] = std::max(ready.lookup(&phi), ready.lookup(value));
            step_through(*block, shapes_, ready);
        }
    }
    return later;
}

// Distinguishes whether an iteration fits into the core's reorder window. If it does, the core overlaps the iteration
// with later iterations, and waits only for the dependence chain from one iteration to the next. Otherwise the core
// waits for the dependence chains within each iteration.
unsigned LoopWork::vectors_in_shadow() const {
    if (instructions_ >= costs::operations_in_flight)
        return (cycles_one_by_one() * costs::operations_per_cycle * costs::schedule_slack - 1) / (instructions_ * 100);
    unsigned operations = 0;
    for (const llvm::BasicBlock* block : blocks_)
        for (const llvm::Instruction& instruction : *block) operations += operations_of(instruction, shapes_);
    const unsigned slots = cycles_from_last_to_next() * costs::operations_per_cycle;
    return slots == 0 ? 0 : (slots - 1) / operations;
}

bool runs_till_lanes_end(const llvm::Loop* loop) {
    for (; loop; loop = loop->getParentLoop())
        if (ends_by_vote(*loop)) return true;
    return false;
}

// Finds the loop with the most operations among the loops that `counts` accepts; returns nothing if there are none.
std::optional<HotLoop> find_hot(llvm::Function& linearized, const ShapeInfo& shapes,
                                llvm::function_ref<bool(const llvm::Loop&)> counts) {
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    std::optional<LoopWork> hot;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (!counts(*loop)) continue;
        LoopWork work(*loop, loops, shapes);
        if (!hot || work.instructions() > hot->instructions()) hot.emplace(work);
    }
    if (!hot) return std::nullopt;
    const bool left_apart = runs_till_lanes_end(&hot->loop());
    return HotLoop{left_apart ? 0 : hot->vectors_in_shadow(), hot->instructions(), left_apart};
}

}  // namespace

bool is_work(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::PHINode, llvm::GetElementPtrInst, llvm::CastInst>(instruction)) return false;
    if (instruction.isTerminator() || instruction.isDebugOrPseudoInst()) return false;
    if (llvm::isa<llvm::CallInst>(instruction)) return !is_operation(&instruction);
    return !(instruction.getType()->isIntegerTy(1) && llvm::isa<llvm::SelectInst, llvm::BinaryOperator>(instruction));
}

unsigned work_of(const llvm::Instruction& instruction) { return is_called(instruction) ? costs::call_cycles : 1; }

bool has_loops(const llvm::Function& function) {
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, 4> edges;
    llvm::FindFunctionBackedges(function, edges);
    return !edges.empty();
}

bool ends_by_vote(const llvm::Loop& loop) {
    const llvm::BasicBlock* latch = loop.getLoopLatch();
    const auto* branch = latch ? llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator()) : nullptr;
    return branch && branch->isConditional() && as_operation(branch->getCondition(), op::any);
}

bool meets(const llvm::Loop& loop) {
    return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) { return llvm::any_of(*block, is_meeting); });
}

LoopCycles cycles_of(const llvm::Loop& loop, const llvm::LoopInfo& loops, const ShapeInfo& shapes) {
    const LoopWork work(loop, loops, shapes);
    return {work.cycles_from_last_to_next(), work.cycles_one_by_one()};
}

HotLoop hot_loop(llvm::Function& linearized, const ShapeInfo& shapes) {
    const std::optional<HotLoop> hot = find_hot(linearized, shapes, [](const llvm::Loop&) { return true; });
    return hot.value_or(HotLoop{});
}

std::optional<HotLoop> hot_loop_between_barriers(llvm::Function& linearized, const ShapeInfo& shapes) {
    return find_hot(linearized, shapes,
                    [](const llvm::Loop& loop) { return !meets(loop) && !runs_till_lanes_end(&loop); });
}

}  // namespace lanewise::compiler
