// Merges a lane's loads from adjacent addresses into one load of a source vector, if the lanes' addresses are
// scattered. Examples are loads of the floats of a structure, or of four bytes of a text. Each lane then loads its
// vector by one load, and the vectors of all lanes are transposed (widen/memory/scattered.h). Alternatively, each
// vector is gathered as one wider element. Without merging, each of the loads would be a gather.
//
//   %a = getelementptr i8, ptr %p, i64 0                  %v = load <4 x float>, ptr %p, align 4
//   %x = load float, ptr %a                               %x = extractelement <4 x float> %v, i64 0
//   ... %y, %z, %w at %p + 4, 8, 12                       ... %y, %z, %w
//
// The merged load reads the same memory as the original loads, under the same mask. Nothing between the original loads
// writes to memory. Loads stay unchanged if the lanes together likely read consecutive elements, or share elements
// (widen/memory/nearness.h). Loads from private arrays also stay, since the elements of these arrays are not adjacent.
// Needs: functions have their "target-features".
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Runs on linearized kernels that are about to be widened to `lanes`.
struct MergeLoads : llvm::PassInfoMixin<MergeLoads> {
    explicit MergeLoads(unsigned lanes) : lanes_(lanes) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

private:
    unsigned lanes_;
};

}  // namespace lanewise::compiler
