// Makes gathers and scatters take 32-bit offsets from one address, if the lanes' addresses are near enough to each
// other for such offsets. Vectors of 32-bit offsets fill half as many registers as vectors of addresses. Gathers of
// 32-bit elements then take half as many instructions.
//
//   %wide = zext nneg <16 x i32> %i to <16 x i64>        (in another block, perhaps)
//   %p = getelementptr float, ptr %a, <16 x i64> %wide
//   %q = getelementptr i8, <16 x ptr> %p, i64 4
//   gather(%q)
// becomes
//   %near = getelementptr i8, ptr %a, i64 4
//   %offsets = sext <16 x i32> %i to <16 x i64>
//   %q = getelementptr float, ptr %near, <16 x i64> %offsets
//   gather(%q)
//
// Code generation recognizes 32-bit offsets only by a `sext` in the block of the gather, and not by `zext nneg`. To
// prove that the lanes' addresses are near each other, the pass uses the ranges of the terms in the addresses, or the
// size of an object in the program's private, local or constant memory. Gathers of the 32-bit words that contain the
// wanted bytes (widen/memory/scattered.h) are rewritten the same way:
//
//   %low = and (ptrtoint %p), 3                 %sum = add (and %i, 3), %low of %a
//   %w = getelementptr i8, %p, -%low      ->    %word = add (ashr %i, 2), (lshr %sum, 2)
//   gather(%w)                                  gather(getelementptr i32, %a - %low of %a, (sext %word))
//   ... trunc %low                              ... and %sum, 3
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct NarrowOffsets : llvm::PassInfoMixin<NarrowOffsets> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
