// Assumes that the kernel's pointers point into small objects, so that 32-bit indices that may wrap around cost
// nothing. Sums of unsigned numbers and mad24 may do so as far as anybody can prove. All defined accesses of lanes
// through a pointer lie within small_object_bound bytes of it. So two neighbours that are a few bytes apart cannot lie
// at opposite ends of an index's range (analysis/small_indices.h).
//
//   %i = zext i32 %sum to i64                               %i = sext i32 %sum to i64
//   getelementptr inbounds float, ptr %argument, i64 %i  ->  getelementptr inbounds float, ptr %argument, i64 %i
//
// An index is not negative in lanes that access memory, but may be in lanes that are off. A signed extension keeps the
// indices of both consecutive. The pass leaves the fact `small_objects` on the kernel unless the code is for any launch
// (CodeOptions::large_launch). The runtime takes other code for a launch with larger objects.
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
