// Whether the results of a kernel tell how its work-items were put into work-groups: a kernel that asks
// for no group or local id or size, has no barrier and no local memory runs the same for any local size,
// so the device may choose one that fills the lanes (device/kernel/regroup.h).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// For a kernel behind inline_all.
bool allows_any_grouping(const llvm::Function& kernel);

}  // namespace lanewise::compiler
