// Splits masks that loops carry into as many registers as the values that they select. If lanes fill several 512-bit
// registers, a mask of all lanes would be joined from the comparison of each register, and taken apart again for each
// of them, in every iteration.
//
//   %live = phi <32 x i1> ...
//   %c = icmp ne <32 x i32> %x, %y
//   %on = and <32 x i1> %live, %c
//   %r = select <32 x i1> %on, <32 x i32> %a, %b
//   %n = icmp ne i32 (bitcast %on to i32), 0
// becomes, for each of two registers and here for the first,
//   %live0 = phi <16 x i1> ...
//   %c0 = icmp ne <16 x i32> %x0, %y0
//   %on0 = and <16 x i1> %live0, %c0
//   %r0 = select <16 x i1> %on0, <16 x i32> %a0, %b0
// and
//   %n = icmp ne i16 (bitcast (or %on0, %on1) to i16), 0
//
// Masks that are made of anything but comparisons of values of one size, and of integers with a bit for each lane,
// stay. Needs AVX-512, where shuffles that take and join whole registers cost nothing. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SplitMasks : llvm::PassInfoMixin<SplitMasks> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
