// Replaces a program's variables by their addresses in the memory block of the launch
// (compiler/link/place_program_variables.h).
//
//   load i32, ptr addrspace(1) @counter        ; attribute "lanewise-offset"="64"
// becomes
//   %variables = load ptr, ptr (getelementptr inbounds i8, ptr %launch, i64 120)
//   %counter = addrspacecast ptr (getelementptr inbounds i8, ptr %variables, i64 64) to ptr addrspace(1)
//   load i32, ptr addrspace(1) %counter
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LowerProgramVariables : llvm::PassInfoMixin<LowerProgramVariables> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
