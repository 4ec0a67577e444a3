// Finds call cycles: functions with bodies that call themselves, directly or through others. Only calls by name count;
// OpenCL C has no others.
//
// Thread-safety: as the module.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace lanewise::compiler {

/// The functions of one strongly connected component of the call graph.
using CallCycle = llvm::SmallVector<llvm::Function*, 2>;

/// The function with a body that `instruction` calls by name, or null.
llvm::Function* called_function(const llvm::Instruction& instruction);

/// All cycles of the module, callees before their callers. For a module without cycles, the time grows with the number
/// of calls of defined functions, not with the number of instructions.
std::vector<CallCycle> find_call_cycles(llvm::Module& module);

using FunctionSet = llvm::SmallPtrSet<llvm::Function*, 16>;

FunctionSet functions_of(const std::vector<CallCycle>& cycles);

/// The functions of `cycles`, and all functions that call them, directly or through others.
FunctionSet functions_that_reach(const std::vector<CallCycle>& cycles);

}  // namespace lanewise::compiler
