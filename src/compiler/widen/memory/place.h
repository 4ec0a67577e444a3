// Computes addresses of accesses that a chunk makes.
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

/// Computes the address `pointer` for a lane in which the getelementptr `step` has the index `index`. `step` must be
/// the only getelementptr in the computation of `pointer` whose index differs between lanes.
llvm::Value* place_at(Chunk& chunk, const llvm::Value* pointer, const llvm::GetElementPtrInst& step,
                      llvm::Value* index);

/// Returns `pointer` plus `bytes`.
llvm::Value* offset(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::int64_t bytes);

}  // namespace lanewise::compiler
