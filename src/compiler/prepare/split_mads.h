// Splits multiply-adds with the flag `reassoc` (from -cl-unsafe-math-optimizations and -cl-fast-relaxed-math) into a
// product and a sum. Unlike a multiply-add, the product and the sum can be combined with neighbouring products and
// sums:
//
//   y = 10 - .99f * (10 - .99f * x)      y = .1f + .9801f * x
//
// Code generation fuses the products and sums that remain (`contract`).
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SplitMads : llvm::PassInfoMixin<SplitMads> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
