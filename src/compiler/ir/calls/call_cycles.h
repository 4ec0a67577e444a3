// Finds call cycles: functions that have a body and call themselves, directly or through other functions. Considers
// only direct calls: OpenCL C has no function pointers, and for other languages link/lower_function_pointers.h has
// replaced the calls through pointers.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace lanewise::compiler {

/// The functions of one strongly connected component of the call graph.
using CallCycle = llvm::SmallVector<llvm::Function*, 2>;

/// Returns the function with a body that `instruction` calls directly; null if there is none.
llvm::Function* called_function(const llvm::Instruction& instruction);

/// Returns all cycles of the module, callees before their callers. If the module has no cycles, the time of the search
/// is proportional to the number of calls of defined functions, not to the number of instructions.
std::vector<CallCycle> find_call_cycles(llvm::Module& module);

using FunctionSet = llvm::SmallPtrSet<llvm::Function*, 16>;

FunctionSet functions_of(const std::vector<CallCycle>& cycles);

/// Returns the functions of `cycles`, and all functions that call one of them directly or through other functions.
FunctionSet functions_that_reach(const std::vector<CallCycle>& cycles);

}  // namespace lanewise::compiler
