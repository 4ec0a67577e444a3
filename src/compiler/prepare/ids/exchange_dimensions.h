// Exchanges dimension 0 and dimension fact::lane_dimension in the kernel's operations. Later passes put lanes along
// dimension 0 of the code, which is dimension fact::lane_dimension of the launch. The device exchanges the sizes of the
// launch accordingly (NDRange::exchanged).
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
