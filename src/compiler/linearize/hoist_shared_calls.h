// Calls of functions whose arguments are the same for a whole chunk, and which only some of its work-items come to, are
// made in front of the branch where these part: there the group's loop over its chunks makes them once.
//
//   head: br i1 %in_range, %then, %end              head: %x = call float @pow(float %a, float %b)
//   then: %x = call float @pow(float %a, float %b)         br i1 %in_range, %then, %end
//
// `if (i >= n) return;` in front of all else is such a branch. Needs and keeps the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct HoistSharedCalls : llvm::PassInfoMixin<HoistSharedCalls> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
