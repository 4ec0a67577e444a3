// Chooses the number of work-items in a sub-group of a kernel. This is the number that the kernel requires
// (cl_intel_required_subgroup_size), else a number that is the same for all kernels. The program may observe the
// number, so code with another number must not run for that kernel.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <span>
#include <string>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Returns the number of work-items in a sub-group. Must be called before any pass. Without a required size, the number
/// is 1 for SubGroupPlan::single, or else the forced number of lanes.
unsigned sub_group_size_of(const llvm::Function& kernel, const CodeOptions& options);

/// Lists the kernels that require a sub-group size that the device does not support, one kernel a line.
std::string impossible_sub_groups(std::span<const KernelInfo> kernels);

/// Whether a chunk function can observe its sub-groups, although their size is not the size that fact::sub_group_size
/// promises.
bool lacks_sub_groups(const llvm::Function& chunk);

}  // namespace lanewise::compiler
