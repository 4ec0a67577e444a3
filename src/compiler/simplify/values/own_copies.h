// Expands small copies between two parts of the same private variable into loads and stores. SROA cannot split a
// variable with such copies. Compilers that optimize before they write SPIR-V make such copies from loops that shift an
// array by one element.
//
//   call @llvm.memmove(ptr %a.4, ptr %a, i64 8)    ->    %x = load i32, ptr %a;  %y = load i32, ptr %a.4
//                                                        store i32 %x, ptr %a.4; store i32 %y, ptr %a.8
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct OwnCopies : llvm::PassInfoMixin<OwnCopies> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
