// Whether the results of a kernel tell how its work-items were put into work-groups: a kernel that asks
// for no group or local id or size, has no barrier and no local memory runs the same for any local size,
// so the device may choose one that fills the lanes (device/kernel/regroup.h).
//
// And whether they tell the order in which work-groups were run, or one could wait for another: such a kernel's groups
// are begun in the order of their numbers, as those expect who wait for their predecessors.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// For a kernel behind inline_all.
bool allows_any_grouping(const llvm::Function& kernel);

/// For the module of one kernel. False also where threads at different groups would write beside each other.
bool allows_any_order(const llvm::Module& module);

}  // namespace lanewise::compiler
