// Counts the work-items of a group along all dimensions as if they were one row, so that chunks take consecutive linear
// ids. Work-groups need it if their rows are not whole sub-groups, or too short for lanes in every dimension. Only code
// for launches with such groups (Along::linear_id) has fact::flat_groups, which asks for this pass. `ocl.local_id(0)`
// means the linear id from here on.
//
//   %y = call i64 @ocl.local_id(i32 1)        %l = call i64 @ocl.local_id(i32 0)
//                                             %row = udiv %l, %local_size.0
//                                             %y = urem %row, %local_size.1
//   %x = call i64 @ocl.global_id(i32 0)       %x = urem %l, %local_size.0, + offset + group id * enqueued local size
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct FlattenGroups : llvm::PassInfoMixin<FlattenGroups> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
