// Products of a number that is loaded for all lanes and one that was there before are computed by all lanes: their
// instruction loads and broadcasts at once, where a scalar product is one more in front of a broadcast.
//
//   %x = load float, ptr %p                     %x = load float, ptr %p
//   %m = fmul float %alpha, %x                  %s = <splat of %x>
//   %s = <splat of %m to 16 lanes>              %m = fmul <16 x float> %a, %s      %a = <splat of %alpha>, in its block
//
// For one register of lanes: more would be as many products. In the same block code generation would make the two
// splats one again. Needs AVX-512, whose instructions broadcast. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SplatProducts : llvm::PassInfoMixin<SplatProducts> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
