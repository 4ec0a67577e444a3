// Guesses the width of the work-groups of a kernel with barriers, which is known only at launch. Lanes beyond the width
// of a group would idle.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether rows of the kernel's work-groups most likely have at least `items` work-items. One-dimensional groups mostly
/// have 64 to 256 work-items, and so do groups with a single work-item along all other dimensions
/// (plan/dimensions/single_items.h). Multi-dimensional groups mostly have 8 to 32 in each dimension. A row is at most
/// as long as the source requires, and as a local array that all local ids index. It is also at most as long as the
/// rows of a local matrix to which work-items store adjacent elements. Rows of a tile have as many elements as the
/// group has work-items, or some more at the border.
bool has_wide_groups(llvm::Function& linearized, unsigned items);

}  // namespace lanewise::compiler
