// Guesses how wide the work-groups of a kernel with barriers are. The width is known only at launch, and lanes beyond
// this width would idle.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether rows of the kernel's work-groups most likely have at least `items` work-items. One-dimensional groups mostly
/// have 64 to 256 work-items. Groups in which each dimension except one has a single work-item
/// (plan/dimensions/single_items.h) mostly have 64 to 256 work-items, too. All other groups mostly have 8 to 32
/// work-items in each dimension. A row of a group has at most the size that reqd_work_group_size gives. If every local
/// id is an index of a local array, a row has at most as many work-items as this array has elements. If adjacent
/// work-items store adjacent elements of a local matrix, a row of the group is at most as long as a row of the matrix.
/// Such matrices are mostly tiles, whose rows have one element for each work-item, and sometimes additional elements at
/// the border.
bool has_wide_groups(llvm::Function& linearized, unsigned items);

}  // namespace lanewise::compiler
