// Removes call cycles by folding constants and by turning recursion into loops. OpenCL C 3.0, section 6.11 (i), forbids
// recursion. Programs nevertheless have functions that call themselves, to a constant depth, or instead of a loop.
// Three steps alternate:
//
//  * Calls in tail position become loops (tail_calls.h).
//  * Calls with constant arguments get copies of their callees (specialize_calls.h).
//  * If constants are in variables or in parts of vectors, one level of calls is inlined into the kernel
//    (inline_level.h), and loops around these calls are unrolled.
//
// All steps have budgets (limits/budget.h). A module without a cycle is left unchanged.
//
// Needs: one kernel, early builtins linked, SafeDivision. Cuts each remaining cycle and marks the kernel
// (recursion_attribute). check_recursion.h looks for this mark when the program is built.
#pragma once

#include <llvm/IR/PassManager.h>

#include <string>

namespace lanewise::compiler {

struct FoldRecursion : llvm::PassInfoMixin<FoldRecursion> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Attribute of a kernel; its value is the name of a function on a remaining call cycle.
inline constexpr llvm::StringLiteral recursion_attribute = "lanewise-recursion";

/// Part of the name of a copy: it follows the name of the function and precedes the number of the copy.
inline constexpr llvm::StringLiteral folded_suffix = ".fold";

/// Returns the name of the source function from which `function` was copied.
std::string original_name(const llvm::Function& function);

}  // namespace lanewise::compiler
