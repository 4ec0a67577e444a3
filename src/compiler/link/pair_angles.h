// The sine and the cosine of one value become one call of sincos, which floats share most of: the reduction of the
// angle, and both polynomials. The bits are the same. Needs values in registers (canonicalize), and both calls in one
// block, so that nothing is computed that was not.
//
//   %s = call float @_Z3sinf(float %x)            %s = ; what sincos returns, inlined
//   %c = call float @_Z3cosf(float %x)     ->     %c = ; what it stores
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct PairAngles : llvm::PassInfoMixin<PairAngles> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
