// Compares lanes with the source's own vectors (uint16, float4). Source vectors fill registers even without lanes. With
// lanes they must be transposed if each lane loads its own from a scattered address.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether most arithmetic of a canonical or linearized kernel is on source vectors that fill registers without lanes,
/// such as hashcat's uint16. Each element counts, times the frequency of its block.
bool works_on_wide_vectors(llvm::Function& kernel);

enum class WideVectors : std::uint8_t { by_lanes, by_two_items, one_by_one };

/// Chooses how a kernel on wide source vectors runs, if linearized for `lanes`, the lanes of one register. A single
/// work-item waits for its own results. Lanes do not wait, but need a register for each element of a source vector.
WideVectors best_for_wide_vectors(llvm::Function& linearized, const Target& target, unsigned lanes,
                                  const llvm::LoopInfo& loops, const ShapeInfo& shapes);

/// Whether lanes load source vectors from scattered addresses in a loop. Transposing the vectors of one register's
/// lanes takes half of all registers; for example, forces between neighbours (16 bytes each) are slower with 32 lanes.
bool transposes_in_loops(llvm::Function& linearized, const ShapeInfo& shapes);

/// Whether most work of `blocks` is on source vectors of half a register or more, loaded from addresses far apart
/// between lanes. `blocks` are a loop or a kernel without loops. Each operation on such a vector counts `weight` times.
/// Unless the vectors are loaded in blocks of rows (linearize/strided_streams/transpose_streams.h), their transposition
/// costs more than lanes gain.
bool works_on_vectors_apart(llvm::ArrayRef<llvm::BasicBlock*> blocks, const ShapeInfo& shapes, const Target& target,
                            unsigned weight);

}  // namespace lanewise::compiler
