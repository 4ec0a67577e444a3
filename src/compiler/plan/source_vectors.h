// What the source's own vectors (uint16, float4) mean for lanes: they fill registers without them, and where each lane
// loads its own from anywhere they have to be transposed.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether most arithmetic of a canonical or linearized kernel is on source vectors that fill registers by themselves
/// (hashcat's uint16), each element and each time that a loop runs counted.
bool works_on_wide_vectors(llvm::Function& kernel);

enum class WideVectors : std::uint8_t { by_lanes, by_two_items, one_by_one };

/// What such kernels run by, when linearized for `lanes`, those of one register. One work-item waits for what it
/// computes itself, lanes do not, but take registers for each element.
WideVectors best_for_wide_vectors(llvm::Function& linearized, const Target& target, unsigned lanes,
                                  const llvm::LoopInfo& loops, const ShapeInfo& shapes);

/// Whether lanes load source vectors from anywhere in a loop: to transpose those of one register takes half of all
/// registers. Forces between neighbours, of 16 bytes each, take .66 of the time with 32 lanes.
bool transposes_in_loops(llvm::Function& linearized, const ShapeInfo& shapes);

/// Whether a loop, or all of a kernel without any, does most of its work on source vectors that fill half of a register
/// or more (each counts `weight` times), and that each lane loads far from the others: where there are no blocks of
/// rows (linearize/walks/block_walks.h), to transpose them takes more than lanes gain.
bool works_on_vectors_apart(llvm::ArrayRef<llvm::BasicBlock*> blocks, const ShapeInfo& shapes, const Target& target,
                            unsigned weight);

}  // namespace lanewise::compiler
