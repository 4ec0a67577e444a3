// Chooses the number of work-items in a sub-group of a kernel. If the kernel requires a number
// (cl_intel_required_subgroup_size), that number is chosen. Otherwise the number is the same for all kernels. The
// program may observe the number, so code with another number must never run for the kernel.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Returns the number of work-items in a sub-group. Must be called before any pass. If the kernel requires no size,
/// SubGroupPlan::single selects 1. Any other plan selects the forced number of lanes or, if no number is forced, a
/// number that follows from the target's vector size.
unsigned sub_group_size_of(const llvm::Function& kernel, const CodeOptions& options);

/// Whether a kernel requires a sub-group size that the device does not support.
bool requires_impossible_sub_groups(const llvm::Function& kernel);

/// Lists the kernels whose sub-group sizes prevent the build of the program, one kernel per line.
std::string impossible_sub_groups(const llvm::Module& module);

/// Whether a chunk function has sub-groups of another size than fact::sub_group_size, and the program can observe this.
bool lacks_sub_groups(const llvm::Function& chunk);

}  // namespace lanewise::compiler
