// Guesses how wide the work-groups of a kernel with barriers are, which only the launch knows. Lanes beyond that width
// idle.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether rows of the kernel's work-groups most likely have `items` work-items or more. Groups in one dimension mostly
/// have 64 to 256, and so have those with one work-item along all other dimensions (plan/dimensions/single_items.h);
/// groups in several dimensions mostly have 8 to 32 in each. A row is no longer than the source requires, no longer
/// than arrays in local memory that all local ids index, and no longer than a matrix's rows there that work-items store
/// side by side. Tiles are as wide as groups, or a margin wider.
bool has_wide_groups(llvm::Function& linearized, unsigned items);

}  // namespace lanewise::compiler
