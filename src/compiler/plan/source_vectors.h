// Compares lanes with scalar code for kernels on source vectors (uint16, float4), which fill registers even without
// lanes. With lanes, source vectors must be transposed if each lane loads its vector from a scattered address.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether most arithmetic of a canonical or linearized kernel is on source vectors that fill registers without lanes,
/// such as hashcat's uint16. Operations are counted by their elements and weighted by the frequency of their block.
bool works_on_wide_vectors(llvm::Function& kernel);

enum class WideVectors : std::uint8_t { by_lanes, by_two_items, one_by_one };

/// Chooses how to run a linearized kernel on wide source vectors. `lanes`: number of lanes that fill one register. A
/// single work-item waits for its own results. Lanes hide this latency, but need a register for each element of a
/// source vector.
WideVectors best_for_wide_vectors(llvm::Function& linearized, const Target& target, unsigned lanes,
                                  const llvm::LoopInfo& loops, const ShapeInfo& shapes);

/// Whether lanes load source vectors from scattered addresses in a loop. If lanes fill one register, transposing the
/// vectors already takes half of all registers, so more lanes do not pay. For example, forces between neighbours (16
/// bytes each) are slower with 32 lanes.
bool transposes_in_loops(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target);

/// Whether most work in `blocks` is on large source vectors (at least half a register) that lanes load from addresses
/// far apart. `blocks` are the blocks of a loop, or of a kernel without loops. Each operation on these vectors counts
/// `weight` times. Transposing these vectors takes more time than lanes save, unless the vectors are loaded in blocks
/// of rows (linearize/strided_streams/transpose_streams.h).
bool works_on_vectors_apart(llvm::ArrayRef<llvm::BasicBlock*> blocks, const ShapeInfo& shapes, const Target& target,
                            unsigned weight);

}  // namespace lanewise::compiler
