// Treats a work-group of several dimensions as one row, so that chunks consist of consecutive linear ids. This is
// needed for work-groups whose rows do not consist of whole sub-groups, or whose sizes in all dimensions are too small
// for lanes. The pass runs if fact::flat_groups is set, as in code for launches with such work-groups
// (Along::linear_id). After this pass, `ocl.local_id(0)` is the linear local id.
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
