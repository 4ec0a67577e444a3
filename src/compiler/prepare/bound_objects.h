// Tells that what the kernel's pointers point into is small, so that an index of 32 bits that may wrap around as far as
// anybody can prove, as sums of unsigned numbers or mad24 do, costs nothing: all that lanes access through it lies
// within small_object_bound bytes of the pointer, or nothing there is defined, and neighbours that are a few bytes
// apart cannot lie at both ends of what an index reaches (analysis/small_indices.h).
//
//   %i = zext i32 %sum to i64                               %i = sext i32 %sum to i64
//   getelementptr inbounds float, ptr %argument, i64 %i  ->  getelementptr inbounds float, ptr %argument, i64 %i
//
// An index that is not negative in lanes that access memory may be so in lanes that are off: signed, it goes on from
// one to the other. The pass leaves the fact `small_objects` on the kernel, unless code is for any launch
// (CodeOptions::large_launch), and the runtime takes other code for a launch with larger objects.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct BoundObjects : llvm::PassInfoMixin<BoundObjects> {
    explicit BoundObjects(bool large_launch = false) : large_launch_(large_launch) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

private:
    bool large_launch_;
};

}  // namespace lanewise::compiler
