// Gathers and scatters by offsets of 32 bits from one address, where the lanes' places are that near to each other:
// half as many registers as addresses fill, and half as many instructions where elements have 32 bits.
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
// which code generation, that looks at one block and takes no promise for a sign, sees to be of 32 bits. Places are
// near by the ranges of what they are made of, or because an object of the private, local or constant memory of a
// program is small. Words gathered around bytes (widen/memory/scattered.h) are found the same way:
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

struct ShortOffsets : llvm::PassInfoMixin<ShortOffsets> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
