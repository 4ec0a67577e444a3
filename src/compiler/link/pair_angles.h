// Replaces the sine and the cosine of one value by one call of sincos. For floats, sine and cosine share most of their
// work: the reduction of the angle and both polynomials. The results are bitwise equal to the results of separate
// calls. Needs variables that were promoted to registers (canonicalize). Both calls must be in one block, so that no
// path computes more than before.
//
//   %s = call float @_Z3sinf(float %x)            %s = ; the result of sincos, inlined
//   %c = call float @_Z3cosf(float %x)     ->     %c = ; the value that it stores
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct PairAngles : llvm::PassInfoMixin<PairAngles> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
};

}  // namespace lanewise::compiler
