// Guesses how wide the work-groups of a kernel with barriers are. The width is known only at launch, and lanes beyond
// this width would idle.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether rows of the kernel's work-groups most likely have at least `items` work-items. One-dimensional groups mostly
/// have 64 to 256 work-items, and so do groups with a single work-item along all other dimensions
/// (plan/dimensions/single_items.h). Multi-dimensional groups mostly have 8 to 32 in each dimension. A row of a group
/// is no longer than reqd_work_group_size says. If every local id is an index of a local array, a row is no longer than
/// this array. If adjacent work-items store adjacent elements of a local matrix, a row of the group is at most as long
/// as a row of the matrix. Such matrices are mostly tiles, whose rows have one element for each work-item, and
/// sometimes more at the border.
bool has_wide_groups(llvm::Function& linearized, unsigned items);

}  // namespace lanewise::compiler
