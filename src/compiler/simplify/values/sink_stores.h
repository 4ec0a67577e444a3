// Moves each store down past later loads in the same block, if these loads are from other addresses. Loads then come
// before stores. Adjacent loads can then become one wide load (linearize/merges/), which a store between them would
// prevent. Adjacent stores can become one wide store in the same way.
//
//   for (int c = 0; c < 4; ++c) out[4 * i + c] = in[4 * i + c] * s;        unrolled: four loads, then four stores
//
// No store moves past a call, or past an access that may touch the same bytes. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SinkStores : llvm::PassInfoMixin<SinkStores> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
