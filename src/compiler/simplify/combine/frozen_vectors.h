// Hides frozen vectors of large functions from InstCombine, which asks of each, at every visit of what is made of it,
// whether it might be poison, through all operands up to a depth: half of its time in kernels with many masks. Here
// each is moved once to where InstCombine would have it: from an integer operation that makes no poison to its
// operands, next to their definitions, with all of their uses. What cannot be poison is not frozen.
//
//   %m = icmp slt <16 x i32> %x, splat (7)             %f = call noundef <16 x i32> @ocl.frozen(<16 x i32> %x)
//   %f = freeze <16 x i1> %m               shown as    %m = icmp slt <16 x i32> %f, splat (7)
//   ... other uses of %x                               ... other uses of %f
//
// Vectors of which bits are known are moved as well, and stay freezes.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

class FrozenVectors {
public:
    /// Whether `function` changed.
    bool hide(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    /// Once InstCombine has run: freezes again.
    void show();

private:
    llvm::FunctionCallee stand_in(llvm::Module& module, llvm::Type* type);

    llvm::SmallVector<llvm::Function*, 4> stand_ins_;  // one for each type
};

}  // namespace lanewise::compiler
