// Determines whether a kernel's results depend on how its work-items are divided into work-groups. Without group ids,
// local ids, local sizes, barriers and local memory, a kernel has the same results for any local size. The device may
// then choose a local size that fills the lanes (device/kernel/regroup.h).
//
// Also determines whether the results depend on the order in which work-groups run, and whether a work-group might wait
// for another one. If the order matters or a work-group might wait, the device starts work-groups in the order of their
// numbers, since in some kernels a work-group waits for its predecessor.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// Whether results are the same for any division into work-groups. Must be called after inline_all.
bool allows_any_grouping(const llvm::Function& kernel);

/// Whether the work-groups of the module's only kernel may run in any order. Also false if threads that run different
/// work-groups would write to the same cache lines.
bool allows_any_order(const llvm::Module& module);

}  // namespace lanewise::compiler
