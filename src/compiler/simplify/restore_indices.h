// Undoes loop strength reduction. Compilers that optimize before they write SPIR-V replace array indices by pointers
// and byte offsets that each iteration increments. These pointers and offsets hide accesses from the planner and the
// loop passes, which look for indices that depend on a loop counter.
//
//   loop:  %p = phi ptr [%start, ...], [%p.next, ...]         loop:  %i = phi i64 [0, ...], [%i.next, ...]
//          %x = load float, ptr %p                      ->           %p = getelementptr float, ptr %start, i64 %i
//          %p.next = getelementptr i8, ptr %p, i64 4                 %x = load float, ptr %p
//          %end = icmp eq ptr %p.next, %last                         %i.next = add nuw nsw i64 %i, 1
//                                                                    %end = icmp eq i64 %i.next, %trips
//
// Changes only loops that increment pointers or byte offsets in this way. Needs the form that Canonicalize makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct RestoreIndices : llvm::PassInfoMixin<RestoreIndices> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
