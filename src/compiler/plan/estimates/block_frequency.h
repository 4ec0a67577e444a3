// Estimates block frequencies: how often a block runs for each work-item of the kernel, by the loops around it.
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

/// Whether the lanes of a linearized kernel leave `loop` within one round of each other, after one round at the least.
/// Each lane starts from its place in the group and steps by at least all lanes up to a constant, as when a group fills
/// a tile of known size.
bool ends_by_rounds(const llvm::Loop& loop, unsigned lanes, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
