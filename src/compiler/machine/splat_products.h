// Turns a scalar product whose result is broadcast to all lanes into a vector product. One factor must be a loaded
// scalar, and the other must come from an earlier block. A vector multiplication loads and broadcasts its operand in
// one instruction, whereas a scalar product needs a separate broadcast.
//
//   %x = load float, ptr %p                     %x = load float, ptr %p
//   %m = fmul float %alpha, %x                  %s = <splat of %x>
//   %s = <splat of %m to 16 lanes>              %m = fmul <16 x float> %a, %s      %a = <splat of %alpha>, in its block
//
// Applies to splats of one register only: with several registers, each register would need its own product. If both
// factors came from one block, code generation would join the splats of the two factors again. Needs AVX-512, whose
// instructions broadcast a scalar in memory. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SplatProducts : llvm::PassInfoMixin<SplatProducts> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
