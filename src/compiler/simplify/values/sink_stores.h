// Moves stores down past later loads from other places in their block, so that loads stand together, and stores do.
// Neighbouring loads or stores can then become one wide access (linearize/merges/), which a store between the loads
// would forbid.
//
//   for (int c = 0; c < 4; ++c) out[4 * i + c] = in[4 * i + c] * s;        unrolled: four loads, then four stores
//
// No store moves past a call, or an access that may touch the same bytes. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SinkStores : llvm::PassInfoMixin<SinkStores> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
