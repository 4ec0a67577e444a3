// Avoids repeated stores to a flag that many work-items set to the same value (`if (...) *changed = 1;`). A work-item
// then stores only if the flag does not have this value yet. Each avoided store would invalidate the flag's cache line
// in all other cores, so that cores would wait for each other.
//
//   store i32 1, ptr addrspace(1) %changed          %seen = load atomic i32, ptr addrspace(1) %changed monotonic
//                                                   br i1 (%seen != 1): store i32 1, ptr addrspace(1) %changed
//
// Applies to stores of constants to addresses that consist of kernel arguments and constants, if not all work-items
// execute the store. Needs pointers that still have address spaces. Runs on chunk functions.
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct QuietFlags : llvm::PassInfoMixin<QuietFlags> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
