// Compares lanes with the source's own vectors (uint16, float4). These fill registers without lanes; and if each lane
// loads its own from anywhere, they have to be transposed.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether most arithmetic of a canonical or linearized kernel is on source vectors that fill registers by themselves
/// (hashcat's uint16). Each element counts, in each iteration of a loop.
bool works_on_wide_vectors(llvm::Function& kernel);

enum class WideVectors : std::uint8_t { by_lanes, by_two_items, one_by_one };

/// Chooses how such kernels run, when linearized for `lanes`, those of one register. One work-item waits for its own
/// results. Lanes do not wait, but take registers for each element.
WideVectors best_for_wide_vectors(llvm::Function& linearized, const Target& target, unsigned lanes,
                                  const llvm::LoopInfo& loops, const ShapeInfo& shapes);

/// Whether lanes load source vectors from anywhere in a loop. To transpose those of one register takes half of all
/// registers. Forces between neighbours, of 16 bytes each, are slower with 32 lanes.
bool transposes_in_loops(llvm::Function& linearized, const ShapeInfo& shapes);

/// Whether most work is on source vectors of half a register or more, in a loop or in a kernel without loops. Each lane
/// must load them far from the others. Each operation on them counts `weight` times. Without blocks of rows
/// (linearize/strided_streams/transpose_streams.h), their transposition takes more than lanes gain.
bool works_on_vectors_apart(llvm::ArrayRef<llvm::BasicBlock*> blocks, const ShapeInfo& shapes, const Target& target,
                            unsigned weight);

}  // namespace lanewise::compiler
