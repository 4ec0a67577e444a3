// Loads of what lies side by side, at places that lanes have of their own, become one of a source vector: a structure's
// floats, or four bytes of a text. Each lane then loads it at once, and all are transposed (widen/memory/scattered.h),
// or gathered as one wider element, where otherwise each of them is a gather.
//
//   %a = getelementptr i8, ptr %p, i64 0                  %v = load <4 x float>, ptr %p, align 4
//   %x = load float, ptr %a                               %x = extractelement <4 x float> %v, i64 0
//   ... %y, %z, %w at %p + 4, 8, 12                       ... %y, %z, %w
//
// Nothing else is touched than before, under the same mask, and nothing between the loads writes to memory. Not where
// lanes likely lie one behind the other after all, or share elements (widen/memory/nearness.h), and not of the private
// arrays, whose elements do not. Needs: functions carry their "target-features".
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Of linearized kernels that are about to be widened to `lanes`.
struct JoinLoads : llvm::PassInfoMixin<JoinLoads> {
    explicit JoinLoads(unsigned lanes) : lanes_(lanes) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }

private:
    unsigned lanes_;
};

}  // namespace lanewise::compiler
