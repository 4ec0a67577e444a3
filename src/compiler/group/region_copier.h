// Copies regions of a chunk function into its group function, where a region becomes the body of a loop over chunks
// (split_barriers.h).
//
// Not thread-safe; one object per chunk function.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/group/chunk_loops.h"

namespace lanewise::compiler {

using GroupValueMap = llvm::DenseMap<const llvm::Value*, llvm::Value*>;

class RegionCopier {
public:
    /// Replaces the number of the next region if the kernel ends after a region.
    static constexpr unsigned kernel_returns = ~0u;

    RegionCopier(llvm::Function& chunk, llvm::Function& group, const GroupShape& shape, const BarrierRegions& regions);

    /// Emits the code of `region` for one chunk at the builder's position. `outside` contains the copies that the group
    /// function already has; the keys are the values of the chunk function that were copied. Adds to `values` a copy of
    /// each value that the region computes. Returns the number of the next region if `tells_next` is true; otherwise
    /// null.
    llvm::Value* emit(const BarrierRegion& region, llvm::IRBuilderBase& builder, const ChunkPosition& position,
                      const GroupValueMap& outside, llvm::ValueToValueMapTy& values, bool tells_next);

    /// Makes emit() lower the group vote `call`, which ends a region: each chunk adds the bits of its vote to the
    /// variable `total` by OR.
    void collect_votes(const llvm::CallInst& call, llvm::Value* total) { totals_[&call] = total; }

private:
    struct End {
        llvm::BasicBlock* block;
        llvm::PHINode* next;  // phi of the next region's number; null if not needed
    };

    void redirect_exits(const BarrierRegion& region, llvm::ValueToValueMapTy& values, const End& end);
    llvm::BasicBlock* way_out(const End& end, unsigned next);
    void drop_meeting(const llvm::BasicBlock& exit, llvm::BasicBlock& copy) const;
    void lower_operations(llvm::BasicBlock& block, const ChunkPosition& position);
    llvm::Value* lower(llvm::IRBuilderBase& builder, llvm::CallInst& call, const ChunkPosition& position);
    void hoist_allocas(llvm::BasicBlock& block);

    llvm::Function& chunk_;
    llvm::Function& group_;
    const GroupShape& shape_;
    const BarrierRegions& regions_;
    GroupValueMap totals_;
};

}  // namespace lanewise::compiler
