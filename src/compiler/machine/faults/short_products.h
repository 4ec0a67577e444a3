// Narrows products of 16-bit numbers, and right shifts of these products, from 64 bits to 32. LLVM 22 generates PMULHW
// or PMULHUW for these products if they are 64-bit vector elements. LLVM 22 then loses the product's sign, or shifts
// 16-bit elements by more than 15. docs/decisions/compiler/llvm-faults.md has the reports and says when to check LLVM
// again.
//
//   %x = sext <16 x i16> %a to <16 x i64>
//   %y = sext <16 x i16> %b to <16 x i64>
//   %product = mul <16 x i64> %x, %y
//   %shifted = ashr <16 x i64> %product, splat (i64 12)
// becomes
//   %x = sext <16 x i16> %a to <16 x i32>
//   %y = sext <16 x i16> %b to <16 x i32>
//   %product = mul <16 x i32> %x, %y
//   %narrow = ashr <16 x i32> %product, splat (i32 12)
//   %shifted = sext <16 x i32> %narrow to <16 x i64>
//
// For signed products that are shifted by more than 16, the pass itself generates PMULHW, since code generation does
// not use PMULHW for such shifts. Narrowed products have neither nsw nor nuw, so no later pass may widen them again.
// Products that are only added up or stored in 64 bits are not narrowed. After the pass, no other product of more than
// 32 bits has factors that code generation can prove to fit into 16 bits.
//
// Needs functions with the attributes "target-features" and "prefer-vector-width". Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ShortProducts : llvm::PassInfoMixin<ShortProducts> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
