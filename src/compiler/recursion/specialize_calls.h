// Tells calls of functions on call cycles apart by their constant arguments, as far as these decide
// (deciding_arguments.h): each such set of constants gets a copy of the function, once, in which branches that depend
// on them are folded. What recurs to a constant depth becomes a chain of copies without a cycle.
//
//   define float @f(float %x, i1 %first) {             define float @f.fold(float %x, i1 %first) {   ; true
//     br i1 %first, label %again, label %end             %a = fmul float %x, 2.0
//   again:                                               %r = call float @f.fold.1(float %a, i1 false)
//     %a = fmul float %x, 2.0                     ->     ret float %r
//     %r = call float @f(float %a, i1 false)           }
//     ret float %r                                     define float @f.fold.1(float %x, i1 %first) { ... ret float %x }
//
// Copies are inlined where they turn out small, and calls of those that return a constant are replaced by it, so that a
// call may depend on what another one returned.
//
// Thread-safety: as the module.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>

namespace lanewise::compiler {

/// What is left of the limits on copies (limits/budget.h) of one kernel.
struct CopyBudget {
    unsigned copies;
    unsigned rounds;
    std::uint64_t instructions;

    bool is_used_up() const { return copies == 0 || rounds == 0 || instructions == 0; }
};

/// Replaces all functions that reach a call cycle of `kernel`'s module, but for the kernel, by copies. Where the budget
/// is used up calls of the functions themselves stay, and so does the cycle.
void specialize_calls(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, CopyBudget& budget);

}  // namespace lanewise::compiler
