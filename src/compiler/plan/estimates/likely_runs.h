// How often blocks are taken to run for each work-item that comes to the kernel, by the loops that they are in.
//
// Thread-safety: const members, pure functions.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>

#include <cstdint>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

class LikelyRuns {
public:
    explicit LikelyRuns(const llvm::LoopInfo& loops);

    std::uint64_t of(const llvm::BasicBlock& block) const;

private:
    const llvm::LoopInfo& loops_;
    llvm::DenseMap<const llvm::Loop*, std::uint64_t> runs_;
};

/// Whether the lanes of a linearized kernel leave `loop` within a round of each other, and go through one at the least:
/// each starts from its place in the group and goes on by more than all lanes up to a constant, as where a group fills
/// a tile of known size.
bool ends_by_rounds(const llvm::Loop& loop, unsigned lanes, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
