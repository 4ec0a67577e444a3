// Removes call cycles by folding constants and by turning recursion into loops. OpenCL C 3.0, section 6.11 (i), forbids
// recursion. Nevertheless, some programs contain functions that call themselves. The depth of these calls is constant,
// or the calls replace a loop. The pass alternates three steps:
//
//  * Calls in tail position become loops (tail_calls.h).
//  * For calls with constant arguments, callees are copied and specialized (specialize_calls.h).
//  * If constants are in variables or in parts of vectors, one level of calls is inlined into the kernel
//    (inline_level.h), and loops around these calls are unrolled.
//
// After these steps, the pass removes remaining cycles that exist only because of calls through function pointers
// (separate_chains.h).
//
// All steps have budgets (limits/recursion_budget.h). A module without a cycle is left unchanged.
//
// Preconditions: the module has one kernel, early builtins are linked, and SafeDivision has run. If cycles remain, the
// pass deletes the bodies of all functions on these cycles, and sets recursion_attribute on the kernel. When a program
// is built, check_recursion.h looks for this attribute.
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

/// Text in the name of a copy, between the name of the function and the number of the copy.
inline constexpr llvm::StringLiteral folded_suffix = ".fold";

/// Returns the name of the source function from which `function` was copied.
std::string original_name(const llvm::Function& function);

}  // namespace lanewise::compiler
