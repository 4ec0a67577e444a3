// Hides frozen comparisons of floating-point vectors from InstCombine in large functions. For each user of a frozen
// comparison, InstCombine checks whether the comparison might be poison. This check follows chains of operands that may
// be as long as the kernel. This class tests each comparison only once, and removes its freeze if the comparison cannot
// be poison. If the comparison may be poison, all later uses of the comparison use the frozen value, as after
// InstCombine.
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
    /// Hides the frozen comparisons. Returns true if `function` changed.
    bool hide(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    /// Replaces calls of the stand-ins by freezes again. Must be called after InstCombine.
    void show();

private:
    llvm::FunctionCallee stand_in(llvm::Module& module, llvm::Type* type);

    llvm::SmallVector<llvm::Function*, 4> stand_ins_;  // stand-in functions, one for each type of comparison
};

}  // namespace lanewise::compiler
