// Lowers the vector memory operations of texel functions (docs/ir.md) to LLVM's gathers and scatters, which OpenCL C
// cannot express.
//
//   %w = call <16 x i32> @ocl.gather.v16i32(i64 %base, <16 x i32> %offsets)
// becomes
//   %p = getelementptr i8, ptr %base.pointer, <16 x i32> %offsets
//   %w = call <16 x i32> @llvm.masked.gather(<16 x ptr> %p, all lanes)
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LowerMemoryOps : llvm::PassInfoMixin<LowerMemoryOps> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
