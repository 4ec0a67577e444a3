// Extracts one lane's value from a vector, for accesses that are made lane by lane. Looks at the instructions that made
// the vector. If these compute addresses from narrow indices, the index of one lane is extracted and its address
// computed as a scalar. Several narrow indices leave the vector registers together in one 64-bit word.
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

/// Returns the value of `lane`. `vector` may also be a scalar, which is the value of all lanes.
llvm::Value* extract_lane(llvm::IRBuilder<>& builder, llvm::Value* vector, unsigned lane);

}  // namespace lanewise::compiler
