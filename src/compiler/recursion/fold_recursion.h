// Folds call cycles that are none once constants are known: OpenCL C 3.0, section 6.11 (i), forbids recursion, and
// programs have functions that name themselves all the same, to a depth that the source tells or as a loop. In turns:
//   - calls that are the last thing a function does become loops (tail_calls.h);
//   - calls with constant arguments get copies of what they call (specialize_calls.h);
//   - where constants are in variables or parts of vectors, one level of calls is inlined into the kernel, and loops
//     around them are unrolled.
// All of it is bounded (limits/budget.h). A module without a cycle is left as it is.
//
// Needs: one kernel, early builtins linked, SafeDivision. A cycle that is left is cut, and the kernel says so
// (recursion_attribute); check_recursion.h finds it when the program is built.
#pragma once

#include <llvm/IR/PassManager.h>

#include <string>

namespace lanewise::compiler {

struct FoldRecursion : llvm::PassInfoMixin<FoldRecursion> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// On a kernel: a function of a call cycle that is left.
inline constexpr llvm::StringLiteral recursion_attribute = "lanewise-recursion";

/// What is put between the name of a function and the number of its copy.
inline constexpr llvm::StringLiteral folded_suffix = ".fold";

/// The name of the function of the source that `function` is a copy of.
std::string original_name(const llvm::Function& function);

}  // namespace lanewise::compiler
