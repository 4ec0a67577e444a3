// Packs the arguments of each printf call and passes the packed arguments to RuntimeFunctions::printf
// (lanewise/kernel_abi.h describes the packing).
//
//   %r = call i32 (ptr addrspace(2), ...) @ocl.printf(ptr addrspace(2) @format, i32 %x)
// becomes
//   store i64 (zext %x), ptr %arguments
//   %r = call i32 %printf(ptr %launch, ptr %format, ptr %arguments, i64 8)
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LowerPrintf : llvm::PassInfoMixin<LowerPrintf> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
