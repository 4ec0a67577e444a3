// Assumes that the kernel's pointers point into small objects, so that 32-bit indices that may wrap around cost
// nothing. Unsigned sums and mad24 cannot be proved not to wrap. All valid accesses through a pointer are within
// small_object_bound bytes of the pointer. So the indices of two neighbouring lanes, which differ by a small constant
// modulo 2^32, cannot be at opposite ends of the index's range (analysis/small_indices.h).
//
//   %i = zext i32 %sum to i64                               %i = sext i32 %sum to i64
//   getelementptr inbounds float, ptr %argument, i64 %i  ->  getelementptr inbounds float, ptr %argument, i64 %i
//
// An index is not negative in active lanes, which access memory, but may be negative in inactive lanes. A signed
// extension keeps the indices of all lanes consecutive. The pass leaves the fact `small_objects` on the kernel unless
// the code is for any launch (CodeOptions::large_launch). The runtime uses other code for a launch with larger objects.
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
