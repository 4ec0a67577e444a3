// Turns masks into integers of the size of the values that they select, in as many registers, on targets without mask
// registers (before AVX-512). Code generation keeps some masks as bytes or words of one register: those that a loop
// carries, that another block uses, or that are made of several others. Such a mask would be packed from the comparison
// of each register of lanes, and taken apart again for each select.
//
//   %live = phi <16 x i1> ...
//   %c = icmp ne <16 x i32> %x, %y
//   %on = and <16 x i1> %live, %c
//   %r = select <16 x i1> %on, <16 x i32> %a, <16 x i32> %b
//   %n = icmp ne i16 (bitcast %on to i16), 0
// becomes, for the first of two registers of 256 bits,
//   %live0 = phi <8 x i32> ...
//   %c0 = sext (icmp ne <8 x i32> %x0, %y0) to <8 x i32>
//   %on0 = and <8 x i32> %live0, %c0
// and
//   %r = select <16 x i1> (icmp slt (concatenation of %on0 and %on1), 0), <16 x i32> %a, <16 x i32> %b
//   %n = icmp ne i8 (bitcast (icmp slt (or %on0, %on1), 0) to i8), 0
//
// which blends take as they are, since they look at signs. Masks that are made of each other have one size: that of
// most values which they compare and select in the innermost loops. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct WideMasks : llvm::PassInfoMixin<WideMasks> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
