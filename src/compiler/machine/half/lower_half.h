// Lowers half arithmetic to float arithmetic, and rounds each result to half. A float's significand has more than twice
// as many bits as a half's significand. For +, -, *, / and sqrt, rounding first to float and then to half therefore
// gives the same result as rounding once. The operation fma is lowered differently (half_conversion.h). Operations that
// only move or compare bits (loads, phis, selects, signs) stay half. Conversions between half and float are
// instructions of the target (F16C) or integer arithmetic. Without this pass, code generation would lower half
// arithmetic element by element, with calls of the compiler's support library.
//
//   %z = fadd <16 x half> %x, %y
// becomes
//   %a = fpext <16 x half> %x to <16 x float>
//   %b = fpext <16 x half> %y to <16 x float>
//   %c = fadd <16 x float> %a, %b
//   %z = fptrunc <16 x float> %c to <16 x half>
//
// Needs: functions carry their "target-features"; local atomics are lowered. Runs after all passes that fold
// arithmetic, since InstCombine would narrow the operations to half again. Atomic operations on halves become
// compare-and-exchange loops. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LowerHalf : llvm::PassInfoMixin<LowerHalf> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
