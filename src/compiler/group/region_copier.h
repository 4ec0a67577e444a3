// Copies regions of a chunk function into its group function, for one chunk at a time: split_barriers
// (split_barriers.h) puts them into its loops over chunks.
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
    /// Stands for a region's number: the kernel returns.
    static constexpr unsigned kernel_returns = ~0u;

    RegionCopier(llvm::Function& chunk, llvm::Function& group, const GroupShape& shape, const BarrierRegions& regions);

    /// Emits `region` for one chunk at the builder's position. `outside` maps values of the chunk function to those
    /// that the group function already has. Afterwards `values` maps the region's own values to their copies. With
    /// `tells_next`, the result is the number of the next region; otherwise it is null.
    llvm::Value* emit(const BarrierRegion& region, llvm::IRBuilderBase& builder, const ChunkPosition& position,
                      const GroupValueMap& outside, llvm::ValueToValueMapTy& values, bool tells_next);

    /// Makes chunks OR the bits of their vote `call`, which ends a region, to the number at `total`.
    void collect_votes(const llvm::CallInst& call, llvm::Value* total) { totals_[&call] = total; }

private:
    struct End {
        llvm::BasicBlock* block;
        llvm::PHINode* next;  // null if not needed
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
