// Hoists function calls with uniform arguments above a divergent branch. A call above the branch needs to run only once
// for all chunks of the group.
//
//   head: br i1 %in_range, %then, %end              head: %x = call float @pow(float %a, float %b)
//   then: %x = call float @pow(float %a, float %b)         br i1 %in_range, %then, %end
//
// `if (i >= n) return;` at the start of a kernel is such a branch. Needs and keeps the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct HoistSharedCalls : llvm::PassInfoMixin<HoistSharedCalls> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
