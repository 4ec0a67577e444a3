// Stores wait for loads from elsewhere behind them in their block, so that loads stand together, and stores do: those
// of neighbours become one wide access each (linearize/joins/), which a store between the loads would forbid.
//
//   for (int c = 0; c < 4; ++c) out[4 * i + c] = in[4 * i + c] * s;        unrolled: four loads, then four stores
//
// Nothing passes what may touch the same bytes, nor a call. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct DelayStores : llvm::PassInfoMixin<DelayStores> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
