// Removes call cycles that would not exist without calls through function pointers. A call through a pointer may lead
// to every function of its type (link/lower_function_pointers.h), and so even to its own caller. The program, however,
// never calls a function again before the function has returned. Each function of a cycle gets several copies. Each
// copy serves the calls during which the functions of one set have not returned yet. In the copy, every call to a
// function of this set becomes a trap. If a kernel reaches a trap nevertheless, the launch ends with an error.
//
//   f: switch p [1: call f, 2: call g]          f: switch p [1: trap, 2: call g.fold]
//   g: switch q [1: call f, 2: call g]    ->    g: switch q [1: call f.fold, 2: trap]
//                                               f.fold: switch p [1: trap, 2: trap]        ; f was called by g
//                                               g.fold: switch q [1: trap, 2: trap]        ; g was called by f
//
// Cycles of direct calls are recursion, and stay. The number of copies has a limit (limits/recursion_budget.h).
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/PassManager.h>

#include <vector>

#include "compiler/ir/calls/call_cycles.h"

namespace lanewise::compiler {

/// Removes the elements of `cycles` that would not exist without calls through pointers. Returns true if it removed
/// any.
bool separate_chains(const std::vector<CallCycle>& cycles, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise::compiler
