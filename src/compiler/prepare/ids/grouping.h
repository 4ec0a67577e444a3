// Tells whether a kernel's results depend on how its work-items are divided into work-groups. A kernel without group
// ids, local ids and sizes, barriers and local memory has the same results for any local size. The device may then
// choose a local size that fills the lanes (device/kernel/regroup.h).
//
// Also tells whether the results depend on the order in which work-groups run, or whether a group might wait for
// another. The device then starts groups in the order of their numbers, since some kernels let groups wait for their
// predecessors.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// Whether results are the same for any division into work-groups. Must be called after inline_all.
bool allows_any_grouping(const llvm::Function& kernel);

/// Whether the work-groups of the module's one kernel may run in any order. Also false if threads that run different
/// groups would write to the same cache lines.
bool allows_any_order(const llvm::Module& module);

}  // namespace lanewise::compiler
