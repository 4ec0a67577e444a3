// Extracts one lane's value from a vector, for accesses that are made lane by lane. The vector exists already, so its
// instructions can be inspected: addresses are computed per lane from indices as narrow as they were loaded. Several of
// these leave the vector registers in one 64-bit word.
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

/// `vector` may be a scalar, which is the same in all lanes.
llvm::Value* extract_lane(llvm::IRBuilder<>& builder, llvm::Value* vector, unsigned lane);

}  // namespace lanewise::compiler
