// The regions of a chunk function: what runs between two barriers. A region starts at the function's
// entry or right behind a barrier and holds every block reachable from there without crossing a
// barrier; so a block can belong to several regions.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

#include <vector>

namespace lanewise::compiler {

struct BarrierRegion {
    llvm::BasicBlock* entry = nullptr;
    llvm::SetVector<llvm::BasicBlock*> blocks;
};

struct BarrierRegions {
    std::vector<BarrierRegion> regions;  // [0] starts at the function's entry
    /// Blocks that end in a barrier, with the region that starts behind it.
    llvm::DenseMap<llvm::BasicBlock*, unsigned> next_region;

    bool has_barriers() const { return regions.size() > 1; }
};

/// Does `function` call the barrier operation?
bool has_barriers(const llvm::Function& function);

/// Splits blocks so that every barrier is the last instruction before its block's unconditional
/// branch to a block that only it reaches, and finds the regions.
BarrierRegions split_at_barriers(llvm::Function& function);

}  // namespace lanewise::compiler
