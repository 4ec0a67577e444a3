// Splits loads of halves that are then converted to float, and stores of halves that were converted from float. Each
// conversion instruction then has a load or store of its own. Without this pass, one load would load the halves for two
// 512-bit registers of floats, and shuffles would have to separate the halves.
//
//   %h = load <32 x half>, ptr %p
//   %f = fpext <32 x half> %h to <32 x float>
// becomes
//   %h0 = load <16 x half>, ptr %p
//   %h1 = load <16 x half>, ptr (%p + 32 bytes)
//   %f0 = fpext <16 x half> %h0 to <16 x float>
//   %f1 = fpext <16 x half> %h1 to <16 x float>
//   %f = %f0 and %f1, joined
//
// Stores of `fptrunc` are split in the same way. The conversion of a phi of loads is replaced by conversions of the
// loads. Runs after lower_half. Needs AVX-512, where shuffles that extract or concatenate whole registers cost nothing.
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SplitHalfMoves : llvm::PassInfoMixin<SplitHalfMoves> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
