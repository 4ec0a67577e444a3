// Lanes along another dimension than 0: the kernel's dimension fact::lane_dimension becomes dimension 0, and that takes
// its place, by their names alone. So all that follows knows of one kind of lanes, and the device exchanges the sizes
// that it calls the code with (NDRange::exchanged).
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
