// Finds values that are the same for all chunks of the work-group, in a chunk function with barriers. Hoisted values
// can be computed without running a chunk.
//
//   hoisted   Values made of arguments, constants, sizes and other hoisted values. They are computed once, before
//             the chunks of the region run. Counters of loops that contain barriers are hoisted phis.
//   shared    Values that are the same for all chunks, but that chunks compute: loads from one address (different
//             results would be a data race), values made of such loads, and results of votes. After all chunks have
//             run, the value of one chunk is used.
//   other     All other values: each chunk has its own.
//
// Other regions may use hoisted and shared values directly, but not a chunk's own values.
//
// Thread-safety: immutable once built.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <vector>

#include "compiler/analysis/barrier_regions.h"

namespace lanewise::compiler {

class GroupValues {
public:
    GroupValues(llvm::Function& chunk, const BarrierRegions& regions);

    bool is_hoisted(const llvm::Value* value) const;
    /// True if `value` is hoisted or shared.
    bool is_uniform(const llvm::Value* value) const;

private:
    bool may_be_uniform(const llvm::Instruction& instruction) const;
    bool stays_uniform(const llvm::Instruction& instruction) const;
    bool stays_hoisted(const llvm::Instruction& instruction) const;
    bool phi_stays(const llvm::PHINode& phi) const;
    bool runs_in_every_chunk(const llvm::BasicBlock& block) const;
    void take_back(std::vector<const llvm::Instruction*> candidates);

    const BarrierRegions& regions_;
    llvm::DominatorTree dominators_;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 32> common_;  // blocks that every chunk runs
    llvm::SmallPtrSet<const llvm::Instruction*, 32> uniform_;
    llvm::SmallPtrSet<const llvm::Instruction*, 32> hoisted_;  // the hoisted values, a subset of `uniform_`
};

}  // namespace lanewise::compiler
