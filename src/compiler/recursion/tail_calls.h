// Makes loops of call cycles whose calls are the last thing that each function does, however often they run:
//
//   int kth(int* a, int lo, int k) {               int kth(int* a, int lo, int k) {
//       if (a[lo] == k) return lo;         ->          while (a[lo] != k) ++lo;
//       return kth(a, lo + 1, k);                      return lo;
//   }                                              }
//
// Functions that call each other so are inlined into one of them first. Sums and products of what a call returns
// (`return n * f(n - 1)`) count as well, where their order does not matter. A function that has other calls of itself
// stays as it is: for constant arguments they are better told apart (specialize_calls.h). So does one that would
// become a loop without an end.
//
// Thread-safety: as the module.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Simplifies the functions of all call cycles, and makes loops of those that it can.
void remove_tail_calls(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

}  // namespace lanewise::compiler
