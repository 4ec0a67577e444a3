// Gives a trip counter to loops that all work-items of a group run equally often from different starts. The counters of
// work-items differ there, and so do the exit conditions, though all work-items leave together.
//
//   for (int x = id * 8; x < id * 8 + 8; ++x)     ->     for (int x = id * 8, trip = 0; trip < 8; ++x, ++trip)
//
// Otherwise lanes would seem to leave one by one, under masks, and to read from arbitrary addresses. Needs and keeps
// the form that Canonicalize makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct UniformTripCounts : llvm::PassInfoMixin<UniformTripCounts> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
