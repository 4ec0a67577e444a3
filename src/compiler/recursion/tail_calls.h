// Turns call cycles into loops if all their calls are in tail position, however often the calls run:
//
//   int kth(int* a, int lo, int k) {               int kth(int* a, int lo, int k) {
//       if (a[lo] == k) return lo;         ->          while (a[lo] != k) ++lo;
//       return kth(a, lo + 1, k);                      return lo;
//   }                                              }
//
// Functions that tail-call each other are inlined into one of them first. Sums and products with a call's result
// (`return n * f(n - 1)`) count as tail calls, too, if their order does not matter. A function with other calls of
// itself stays unchanged: for constant arguments its calls are better specialized (specialize_calls.h). So does a
// function that would become an endless loop.
//
// Thread-safety: as the module.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Simplifies the functions of all call cycles, and turns them into loops where possible.
void remove_tail_calls(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

}  // namespace lanewise::compiler
