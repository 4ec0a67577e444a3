// Makes all lanes compute the product of a number that is loaded for all of them and one from an earlier block. Their
// instruction loads and broadcasts at once, whereas a scalar product is one more instruction before a broadcast.
//
//   %x = load float, ptr %p                     %x = load float, ptr %p
//   %m = fmul float %alpha, %x                  %s = <splat of %x>
//   %s = <splat of %m to 16 lanes>              %m = fmul <16 x float> %a, %s      %a = <splat of %alpha>, in its block
//
// For one register of lanes only: more would need as many products. If both factors were from one block, code
// generation would join the two splats again. Needs AVX-512, whose instructions broadcast. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SplatProducts : llvm::PassInfoMixin<SplatProducts> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
