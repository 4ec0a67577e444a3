// Adds a trip counter to loops that have the same number of iterations for all work-items of a group, but different
// starts. In these loops, the counter and the exit condition appear divergent, although all work-items leave together.
//
//   for (int x = id * 8; x < id * 8 + 8; ++x)     ->     for (int x = id * 8, trip = 0; trip < 8; ++x, ++trip)
//
// Without the trip counter, lanes would appear to leave at different times. The loop would then need masks, and its
// loads would be gathers. Needs and preserves the form that Canonicalize makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct UniformTripCounts : llvm::PassInfoMixin<UniformTripCounts> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
