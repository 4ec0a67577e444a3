// Guesses how wide the work-groups of a kernel with barriers are, which is known only at launch. Lanes beyond that
// width would idle.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether rows of the kernel's work-groups most likely have at least `items` work-items. Groups in one dimension
/// mostly have 64 to 256, and so have groups with one work-item along all other dimensions
/// (plan/dimensions/single_items.h). Groups in several dimensions mostly have 8 to 32 in each. A row is no longer than
/// the source requires, and no longer than a local array that all local ids index. It is also no longer than the rows
/// of a local matrix to which work-items store adjacent elements. Tiles are as wide as groups, or wider by a margin.
bool has_wide_groups(llvm::Function& linearized, unsigned items);

}  // namespace lanewise::compiler
