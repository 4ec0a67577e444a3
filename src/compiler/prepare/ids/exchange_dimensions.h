// Exchanges dimension 0 and the kernel's dimension fact::lane_dimension by name, so that lanes run along the latter.
// All later passes then know lanes along dimension 0 only. The device exchanges the sizes that it passes to the code
// (NDRange::exchanged).
//
//   attributes "lanewise-lane_dimension"="1"
//   %i = call i64 @ocl.global_id(i32 0)     ->     %i = call i64 @ocl.global_id(i32 1)
//   %j = call i64 @ocl.global_id(i32 1)     ->     %j = call i64 @ocl.global_id(i32 0)
//
// The sizes of reqd_work_group_size are exchanged too.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ExchangeDimensions : llvm::PassInfoMixin<ExchangeDimensions> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
