// Copies of private arrays become loads and stores of source vectors, where they alone keep an array from being
// interleaved (analysis/private_layout.h): a struct that a kernel fills with indices known at run time only and
// then stores as a whole, or the other way round.
//
//   call void @llvm.memcpy(ptr addrspace(1) %p, ptr %array, i64 24, i1 false)
//
//   %a = load <4 x i32>, ptr %array             store <4 x i32> %a, ptr addrspace(1) %p
//   %b = load <2 x i32>, ptr %array + 16        store <2 x i32> %b, ptr addrspace(1) %p + 16
//
// `widen` makes transpositions of them. Runs before widening, on the kernel of one work-item.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct OpenCopies : llvm::PassInfoMixin<OpenCopies> {
    /// `elements`: most of a source vector, a power of two; lanes times as many are transposed at a time.
    explicit OpenCopies(unsigned elements = 16) : elements_(elements) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

private:
    unsigned elements_;
};

}  // namespace lanewise::compiler
