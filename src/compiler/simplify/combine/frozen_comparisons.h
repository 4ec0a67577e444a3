// Hides frozen comparisons of floating-point vectors from InstCombine in large functions. At each visit of a user,
// InstCombine would ask whether the comparison might be poison, through chains of operations as long as the kernel.
// Here each comparison is looked at once: it is not frozen if it cannot be poison. All later uses of the comparison
// take the frozen value, as InstCombine would have it.
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
    /// To be called after InstCombine: freezes the comparisons again.
    void show();

private:
    llvm::FunctionCallee stand_in(llvm::Module& module, llvm::Type* type);

    llvm::SmallVector<llvm::Function*, 4> stand_ins_;  // one for each type
};

}  // namespace lanewise::compiler
