// Hides frozen comparisons of floating-point vectors in large functions from InstCombine, which asks of each, at every
// visit of what is made of it, whether it might be poison, through chains of operations that are as long as the kernel.
// Each is looked at once here: what cannot be poison is not frozen, and every use behind the comparison takes what is
// frozen, as InstCombine would have it.
//
//   %f = freeze <16 x i1> %m              shown as    %f = call noundef <16 x i1> @ocl.frozen(<16 x i1> %m)
//   %n = xor <16 x i1> %m, splat (true)               %n = xor <16 x i1> %f, splat (true)
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

class FrozenComparisons {
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
