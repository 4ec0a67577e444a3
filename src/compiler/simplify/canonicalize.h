// Brings kernels into the form that vectorization and barrier splitting expect. In this form, variables are SSA values
// instead of allocas (SROA), expressions are simplified, and there is one return. All cycles are natural loops in
// LLVM's simplified and loop-closed form.
//
//   %x.addr = alloca i32 ; store i32 %x, ptr %x.addr ; %0 = load i32, ptr %x.addr ; use %0
// becomes
//   use %x
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct Canonicalize : llvm::PassInfoMixin<Canonicalize> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
