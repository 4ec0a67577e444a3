// Tells whether a kernel's results depend on how its work-items are put into work-groups. A kernel without group or
// local ids and sizes, barriers and local memory runs the same for any local size, so the device may choose one that
// fills the lanes (device/kernel/regroup.h).
//
// Also tells whether the results depend on the order in which work-groups run, or one group could wait for another. The
// groups of such a kernel begin in the order of their numbers, since some kernels let groups wait for their
// predecessors.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// Needs: a kernel after inline_all.
bool allows_any_grouping(const llvm::Function& kernel);

/// Takes the module of one kernel. Also false if threads at different groups would write to the same cache lines.
bool allows_any_order(const llvm::Module& module);

}  // namespace lanewise::compiler
