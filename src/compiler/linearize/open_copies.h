// Turns copies of private arrays (llvm.memcpy) into loads and stores of source vectors. Applies to arrays that could be
// interleaved (analysis/private_layout.h) if they were not copied. An example is a struct that a kernel fills at
// indices known only at run time, and then copies to global memory as a whole. Another example is a struct that is
// copied from global memory, and then read at such indices.
//
//   call void @llvm.memcpy(ptr addrspace(1) %p, ptr %array, i64 24, i1 false)
//
//   %a = load <4 x i32>, ptr %array             store <4 x i32> %a, ptr addrspace(1) %p
//   %b = load <2 x i32>, ptr %array + 16        store <2 x i32> %b, ptr addrspace(1) %p + 16
//
// `widen` turns these loads and stores into transpositions. Runs before widening, on the scalar kernel.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct OpenCopies : llvm::PassInfoMixin<OpenCopies> {
    /// `elements`: maximum number of elements of a source vector, a power of two. `widen` transposes vectors of this
    /// length in one step.
    explicit OpenCopies(unsigned elements = 16) : elements_(elements) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);

private:
    unsigned elements_;
};

}  // namespace lanewise::compiler
