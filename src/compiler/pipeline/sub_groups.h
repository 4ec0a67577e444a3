// Chooses how many work-items the sub-groups of a kernel have: the number that it requires
// (cl_intel_required_subgroup_size), else the target's choice, the same for all kernels. The number is a promise to the
// program: code that cannot keep it is no code of that kernel.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <span>
#include <string>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Must be called before any pass. With one lane forced, or the fewest passes wanted: 1, unless the kernel requires
/// more.
unsigned sub_group_size_of(const llvm::Function& kernel, const CodeOptions& options);

/// Lists the kernels that require sub-groups of a size that the device does not have, one a line.
std::string impossible_sub_groups(std::span<const KernelInfo> kernels);

/// Whether a chunk function can observe its sub-groups, which are not of the size that fact::sub_group_size promises.
bool lacks_sub_groups(const llvm::Function& chunk);

}  // namespace lanewise::compiler
