// Extracts one lane's value from a vector, for accesses that are made lane by lane. If the vector contains addresses
// that were computed from narrow indices, the lane's index is extracted, and the lane's address is computed as a
// scalar. One move from a vector register to a 64-bit integer register extracts several narrow indices.
//
//   %bytes = load <16 x i8>                         lane 1: %words = bitcast <16 x i8> %bytes to <2 x i64>
//   %index = zext <16 x i8> %bytes to <16 x i64>            %word = extractelement <2 x i64> %words, i64 0
//   %p = getelementptr i32, ptr %table, %index              %low = lshr i64 %word, 8
//                                                           %i = and i64 %low, 255
//                                                           %q = getelementptr i32, ptr %table, i64 %i
//
// Thread-safety: free of state.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise::compiler {

/// Returns the value of `lane`. If `vector` is a scalar, this scalar is the value of every lane.
llvm::Value* extract_lane(llvm::IRBuilder<>& builder, llvm::Value* vector, unsigned lane);

}  // namespace lanewise::compiler
