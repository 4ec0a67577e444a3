// Turns copies of private arrays into loads and stores of source vectors, if the array could be interleaved
// (analysis/private_layout.h) but for its copies. An example is a struct that a kernel fills at indices known only at
// run time and then stores as a whole, or the reverse.
//
//   call void @llvm.memcpy(ptr addrspace(1) %p, ptr %array, i64 24, i1 false)
//
//   %a = load <4 x i32>, ptr %array             store <4 x i32> %a, ptr addrspace(1) %p
//   %b = load <2 x i32>, ptr %array + 16        store <2 x i32> %b, ptr addrspace(1) %p + 16
//
// `widen` turns these loads and stores into transpositions. Runs before widening, on the kernel of one work-item.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct OpenCopies : llvm::PassInfoMixin<OpenCopies> {
    /// `elements`: maximum size of a source vector, a power of two. `widen` transposes vectors of this size at once.
    explicit OpenCopies(unsigned elements = 16) : elements_(elements) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);

private:
    unsigned elements_;
};

}  // namespace lanewise::compiler
