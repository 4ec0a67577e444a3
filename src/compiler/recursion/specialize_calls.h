// Specializes functions on call cycles for constant arguments that determine whether the recursion continues
// (deciding_arguments.h). Each set of constants gets one copy of the function, in which branches that depend on the
// constants are folded. Recursion to a constant depth becomes a chain of copies without a cycle.
//
//   define float @f(float %x, i1 %first) {             define float @f.fold(float %x, i1 %first) {   ; true
//     br i1 %first, label %again, label %end             %a = fmul float %x, 2.0
//   again:                                               %r = call float @f.fold.1(float %a, i1 false)
//     %a = fmul float %x, 2.0                     ->     ret float %r
//     %r = call float @f(float %a, i1 false)           }
//     ret float %r                                     define float @f.fold.1(float %x, i1 %first) { ... ret float %x }
//
// Small copies are inlined, and calls of copies that always return a constant are replaced by this constant. This also
// reveals constant arguments that are computed from the results of other calls.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>

namespace lanewise::compiler {

/// Numbers of copies and of instructions that may still be made for one kernel (limits/recursion_budget.h).
struct CopyBudget {
    unsigned copies;
    std::uint64_t instructions;
    std::uint64_t simplified;

    bool is_used_up() const { return copies == 0 || instructions == 0 || simplified == 0; }
};

/// Replaces calls of all functions that reach a call cycle by calls of specialized copies. If the budget is used up,
/// calls of the original functions remain, and so does the cycle.
void specialize_calls(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, CopyBudget& budget);

}  // namespace lanewise::compiler
