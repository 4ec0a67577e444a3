// Assumes that the kernel's pointers point into small objects, so that accesses with 32-bit indices need no check for
// wraparound. Without this assumption, unsigned sums and results of mad24 might wrap around. In small objects, all
// valid accesses through a pointer are within small_object_bound bytes of the pointer. Therefore the indices of two
// neighbouring lanes, which differ by a small constant modulo 2^32, are never at opposite ends of the index's range
// (analysis/small_indices.h).
//
//   %i = zext i32 %sum to i64                               %i = sext i32 %sum to i64
//   getelementptr inbounds float, ptr %argument, i64 %i  ->  getelementptr inbounds float, ptr %argument, i64 %i
//
// An active lane accesses a small object, so the lane's index is not negative as a signed number. The index of an
// inactive lane may be negative. Sign extension keeps the indices of all lanes consecutive. The pass sets the fact
// `small_objects` on the kernel unless the code is for any launch (CodeOptions::large_launch). The runtime uses other
// code for a launch with larger objects.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct AssumeSmallObjects : llvm::PassInfoMixin<AssumeSmallObjects> {
    explicit AssumeSmallObjects(bool large_launch = false) : large_launch_(large_launch) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);

private:
    bool large_launch_;
};

}  // namespace lanewise::compiler
