// Flags that many work-items may raise (`if (...) *changed = 1;`) are written once: who finds one raised leaves it.
// Each write takes the cache line away from all other cores, which then wait for it in turn.
//
//   store i32 1, ptr addrspace(1) %changed          %seen = load atomic i32, ptr addrspace(1) %changed monotonic
//                                                   br i1 (%seen != 1): store i32 1, ptr addrspace(1) %changed
//
// Of constants, to places that kernel arguments tell, where not all work-items come by. Needs: address spaces. Runs on
// chunk functions.
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct QuietFlags : llvm::PassInfoMixin<QuietFlags> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
