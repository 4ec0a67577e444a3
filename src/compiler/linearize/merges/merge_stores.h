// Merges a lane's stores to adjacent addresses into one store of a source vector. Examples are stores to the members of
// a structure, or to the parts of a complex number or of a pixel. The vectors of all lanes are then consecutive in
// memory, or each lane stores its own vector by one store. Without merging, each of the stores would be a scatter, or a
// store with gaps.
//
//   store float %x, ptr %p                     %v = <%x, %y, %z, %w>
//   ... %y, %z, %w to %p + 4, 8, 12            store <4 x float> %v, ptr %p, align 4
//
// The merged store writes the same memory as the original stores, under the same mask. Nothing between the original
// stores reads or writes this memory. Stores stay unchanged if the addresses of two lanes overlap. Stores to private
// arrays also stay, since the elements of these arrays are not adjacent.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

enum class Merges : std::uint8_t {
    all,
    without_gaps,  // true to merge only vectors that are consecutive in memory from lane to lane
};

/// Runs on linearized kernels that are about to be widened to `lanes`.
struct MergeStores : llvm::PassInfoMixin<MergeStores> {
    MergeStores(unsigned lanes, Merges merges) : lanes_(lanes), merges_(merges) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

private:
    unsigned lanes_;
    Merges merges_;
};

}  // namespace lanewise::compiler
