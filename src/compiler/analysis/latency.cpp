#include "compiler/analysis/latency.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "compiler/passes/operations.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned operations_in_flight = 128;  // what the core looks ahead, about
constexpr unsigned per_cycle = 2;               // vector operations
constexpr unsigned slack = 125;                 // per cent: no schedule is perfect

struct Chains {
    unsigned operations = 0;
    unsigned cycles = 0;  // of the longest
};

// Cycles from operands to result; what is no vector operation takes none.
unsigned latency(const llvm::Instruction& instruction, const ShapeInfo& shapes) {
    constexpr unsigned integer = 1, floating = 4, call = 30;
    if (!shapes.of(&instruction).is_varying()) return 0;
    if (llvm::isa<llvm::PHINode, llvm::GetElementPtrInst>(instruction)) return 0;
    if (llvm::isa<llvm::CallInst>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction)) return call;
    return instruction.getType()->isFPOrFPVectorTy() ? floating : integer;
}

Chains chains_of(const llvm::BasicBlock& block, const ShapeInfo& shapes) {
    Chains chains;
    llvm::DenseMap<const llvm::Value*, unsigned> ready;
    for (const llvm::Instruction& instruction : block) {
        const unsigned cycles = latency(instruction, shapes);
        unsigned start = 0;
        if (!llvm::isa<llvm::PHINode>(instruction))
            for (const llvm::Value* operand : instruction.operands()) start = std::max(start, ready.lookup(operand));
        ready[&instruction] = start + cycles;
        chains.operations += cycles != 0;
        chains.cycles = std::max(chains.cycles, start + cycles);
    }
    return chains;
}

bool runs_till_lanes_end(const llvm::Loop* loop) {
    for (; loop; loop = loop->getParentLoop())
        if (ends_by_vote(*loop)) return true;
    return false;
}

}  // namespace

bool ends_by_vote(const llvm::Loop& loop) {
    const llvm::BasicBlock* latch = loop.getLoopLatch();
    const auto* branch = latch ? llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator()) : nullptr;
    return branch && branch->isConditional() && as_operation(branch->getCondition(), op::any);
}

unsigned vectors_in_chains_shadow(llvm::Function& linearized, const ShapeInfo& shapes) {
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    llvm::DenseMap<const llvm::Loop*, Chains> work;  // by innermost loop
    for (const llvm::BasicBlock& block : linearized) {
        const Chains chains = chains_of(block, shapes);
        Chains& sum = work[loops.getLoopFor(&block)];
        sum.operations += chains.operations;
        sum.cycles += chains.cycles;
    }
    const llvm::Loop* hot = nullptr;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder())
        if (!hot || work.lookup(loop).operations > work.lookup(hot).operations) hot = loop;
    const Chains chains = work.lookup(hot);
    if (!hot || runs_till_lanes_end(hot) || chains.operations < operations_in_flight) return 0;
    return (chains.cycles * per_cycle * slack - 1) / (chains.operations * 100);
}

}  // namespace lanewise::compiler
