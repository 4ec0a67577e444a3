// Removes call cycles that calls through pointers close. Such a call may lead to every function of its type
// (link/lower_function_pointers.h), perhaps to its own caller, although the program never calls a function again before
// the function has returned. Functions of a cycle get a copy for each set of functions that have not returned, in which
// no call leads to one of the set. If a kernel makes such a call nevertheless, the launch ends with an error.
//
//   f: switch p [1: call f, 2: call g]          f: switch p [1: trap, 2: call g.fold]
//   g: switch q [1: call f, 2: call g]    ->    g: switch q [1: call f.fold, 2: trap]
//                                               f.fold: switch p [1: trap, 2: trap]        ; f was called by g
//                                               g.fold: switch q [1: trap, 2: trap]        ; g was called by f
//
// Cycles that other calls alone close are recursion, and stay. The number of copies has a limit
// (limits/recursion_budget.h).
// Thread-safety: as the module.
#pragma once

#include <llvm/IR/PassManager.h>

#include <vector>

#include "compiler/ir/calls/call_cycles.h"

namespace lanewise::compiler {

/// Removes those of `cycles` that only calls through pointers close. Returns true if it removed any.
bool separate_chains(const std::vector<CallCycle>& cycles, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise::compiler
