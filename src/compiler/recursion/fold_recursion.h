// Folds call cycles that disappear once constants are known. OpenCL C 3.0, section 6.11 (i), forbids recursion.
// Programs nevertheless have functions that call themselves, to a depth that is constant in the source, or as a loop.
// Three steps alternate:
//
//  * Calls in tail position become loops (tail_calls.h).
//  * Calls with constant arguments get copies of their callees (specialize_calls.h).
//  * If constants are in variables or parts of vectors, one level of calls is inlined into the kernel, and loops around
//    these calls are unrolled.
//
// All steps have budgets (limits/budget.h). A module without a cycle is left unchanged.
//
// Needs: one kernel, early builtins linked, SafeDivision. A remaining cycle is cut, and the kernel is marked
// (recursion_attribute); check_recursion.h finds the mark when the program is built.
#pragma once

#include <llvm/IR/PassManager.h>

#include <string>

namespace lanewise::compiler {

struct FoldRecursion : llvm::PassInfoMixin<FoldRecursion> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// On a kernel: names a function of a remaining call cycle.
inline constexpr llvm::StringLiteral recursion_attribute = "lanewise-recursion";

/// Stands between the name of a function and the number of its copy.
inline constexpr llvm::StringLiteral folded_suffix = ".fold";

/// The name of the source's function that `function` is a copy of.
std::string original_name(const llvm::Function& function);

}  // namespace lanewise::compiler
