// Estimates how often each work-item runs a block, by the trip counts of the loops around the block.
//
// Thread-safety: const members, pure functions.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>

#include <cstdint>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

class BlockFrequency {
public:
    explicit BlockFrequency(const llvm::LoopInfo& loops);

    std::uint64_t of(const llvm::BasicBlock& block) const;

private:
    const llvm::LoopInfo& loops_;
    llvm::DenseMap<const llvm::Loop*, std::uint64_t> runs_;
};

/// Whether all lanes of a linearized kernel leave `loop` in the same iteration or in two consecutive iterations, after
/// at least one iteration. An example is a loop in which a group fills a tile of known size. The counter of each lane
/// starts at the lane's id, grows by at least the number of lanes, and stops at a constant.
bool ends_by_rounds(const llvm::Loop& loop, unsigned lanes, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
