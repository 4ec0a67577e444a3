// Turns call cycles into loops if all calls on the cycle are in tail position, even if the depth of recursion is
// unknown:
//
//   int kth(int* a, int lo, int k) {               int kth(int* a, int lo, int k) {
//       if (a[lo] == k) return lo;         ->          while (a[lo] != k) ++lo;
//       return kth(a, lo + 1, k);                      return lo;
//   }                                              }
//
// Functions that tail-call each other are first inlined into one of these functions. Sums and products with the result
// of a call (`return n * f(n - 1)`) are also treated as tail calls, if the order of their operations does not matter. A
// function that also calls itself in other positions stays unchanged, since specialization for constant arguments
// (specialize_calls.h) suits such a function better. A function that would become an endless loop also stays unchanged.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Simplifies the functions of all call cycles, and turns them into loops where possible.
void remove_tail_calls(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

}  // namespace lanewise::compiler
