#include "compiler/plan/mask_cost.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/ir/operations.h"
#include "compiler/limits/code_size.h"
#include "compiler/limits/costs.h"
#include "compiler/limits/unlikely_block.h"
#include "compiler/plan/estimates/block_frequency.h"

namespace lanewise::compiler {
namespace {

using namespace llvm::PatternMatch;

bool takes_mask(const llvm::Instruction& instruction) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!intrinsic) return false;
    switch (intrinsic->getIntrinsicID()) {
        case llvm::Intrinsic::masked_load:
        case llvm::Intrinsic::masked_store:
        case llvm::Intrinsic::masked_gather:
        case llvm::Intrinsic::masked_scatter: return true;
        default: return false;
    }
}

// Returns the number of elements of `instruction` if it is a select of addresses, otherwise 0. Such a select gives
// inactive lanes a dummy address before an access that is made lane by lane (widen/memory/scattered.h). Each selected
// address must be extracted from a vector, whereas without masks the address may be a scalar.
std::int64_t chosen_addresses(const llvm::Instruction& instruction) {
    const auto* addresses = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    const bool chooses = llvm::isa<llvm::SelectInst>(instruction) && addresses && addresses->isPtrOrPtrVectorTy();
    return chooses ? std::int64_t{addresses->getNumElements()} : 0;
}

std::int64_t masked_size(const llvm::BasicBlock& block, unsigned register_bits) {
    std::int64_t size = 0;
    for (const llvm::Instruction& instruction : block) {
        if (takes_mask(instruction)) size += static_cast<std::int64_t>(code_size(instruction, register_bits));
        size += chosen_addresses(instruction);
    }
    return size;
}

std::int64_t size_of(const llvm::BasicBlock& block, unsigned register_bits) {
    return static_cast<std::int64_t>(code_size(block, register_bits));
}

struct Work {
    std::int64_t all = 0;
    std::int64_t of_masks = 0;
};

// Returns the work of the block `tail`, and the part of this work that is due to masks. To find this part, compares
// `tail` with `full`, the corresponding block without masks.
Work work_of(const llvm::BasicBlock& full, const llvm::BasicBlock& tail, unsigned register_bits) {
    const std::int64_t size = size_of(tail, register_bits);
    // `tail` may be smaller than `full`, because masked accesses to small source vectors access each vector as one
    // integer.
    const std::int64_t added = std::max<std::int64_t>(0, size - size_of(full, register_bits));
    return {size, added + masked_size(tail, register_bits) - masked_size(full, register_bits)};
}

// Whether only chunks with inactive lanes execute `block`. Such a block runs its lanes one after another; a branch
// skips the block if all lanes are active.
bool is_for_partial_chunks(const llvm::BasicBlock& block) {
    const llvm::BasicBlock* before = block.getSinglePredecessor();
    const auto* branch = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
    return branch && branch->isConditional() && branch->getSuccessor(1) == &block &&
           match(branch->getCondition(), m_SpecificICmp(llvm::ICmpInst::ICMP_EQ, m_BitCast(m_Value()), m_AllOnes()));
}

// Estimates the time of one call of the chunk function `chunk`, in instructions.
std::uint64_t time_of(llvm::Function& chunk, bool is_partial, unsigned register_bits) {
    const llvm::DominatorTree dominators(chunk);
    const llvm::LoopInfo loops(dominators);
    const BlockFrequency runs(loops);
    std::uint64_t time = 0;
    for (const llvm::BasicBlock& block : chunk) {
        if (is_unlikely(block) && !(is_partial && is_for_partial_chunks(block))) continue;
        std::uint64_t here = 0;
        for (const llvm::Instruction& instruction : block) {
            const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
            const bool stores = intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::masked_store;
            here += code_size(instruction, register_bits) * (stores ? costs::masked_store : 1);
        }
        time += here * runs.of(block);
    }
    return std::max<std::uint64_t>(time, 1);
}

}  // namespace

unsigned cost_of_partial_chunk(llvm::Function& full, llvm::Function& tail, unsigned register_bits) {
    const std::uint64_t percent = 100 * time_of(tail, true, register_bits) / time_of(full, false, register_bits);
    return static_cast<unsigned>(std::clamp<std::uint64_t>(percent, 100, 10'000));
}

bool masks_cost_little(llvm::Function& full, llvm::Function& tail, unsigned register_bits) {
    // `full` and `tail` have the same blocks in the same order, unless `tail` serializes lanes in a place where `full`
    // does not. In a kernel with barriers, `tail` is slower: each region computes the mask of live lanes again.
    if (full.size() != tail.size() || has_barriers(full)) return false;
    const llvm::DominatorTree dominators(tail);
    const llvm::LoopInfo loops(dominators);
    // For each loop, `all` includes the work of inner loops, but `of_masks` does not.
    llvm::DenseMap<const llvm::Loop*, Work> work;
    for (const auto& [full_block, tail_block] : llvm::zip_equal(full, tail)) {
        // Ignore unlikely code, such as the gather for an address that overflows: unlikely code may be longer than all
        // likely code of the kernel.
        if (is_unlikely(tail_block)) continue;
        const Work here = work_of(full_block, tail_block, register_bits);
        const llvm::Loop* loop = loops.getLoopFor(&tail_block);
        work[loop].of_masks += here.of_masks;
        std::int64_t size = here.all;
        for (; loop; loop = loop->getParentLoop(), size *= costs::inner_iterations) work[loop].all += size;
        work[nullptr].all += size;
    }
    return llvm::all_of(
        work, [](const auto& entry) { return entry.second.of_masks * costs::work_beside_mask <= entry.second.all; });
}

}  // namespace lanewise::compiler
