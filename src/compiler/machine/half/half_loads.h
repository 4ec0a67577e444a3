// Loads a single half into all elements of a register, if the half is later converted to float and copied to all lanes.
// For the load of a single half, code generation inserts 16 bits into the old contents of a register. If a value is
// still being computed in that register, the load waits for the value. In a matrix product, for example, the load would
// wait for the sum of the preceding iteration.
//
//   %h = load half, ptr %p
//   %f = fpext half %h to float
//   %s = <splat of %f to 32 lanes>
// becomes
//   %b = <splat of %h to 16 lanes>
//   %w = fpext <16 x half> %b to <16 x float>
//   %f = extractelement <16 x float> %w, i64 0
//   %s = %w and %w, joined
//
// Runs after lower_half. Needs AVX2, which can load and broadcast 16 bits. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct HalfLoads : llvm::PassInfoMixin<HalfLoads> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
