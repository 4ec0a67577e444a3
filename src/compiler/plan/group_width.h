// How wide the work-groups of a kernel with barriers are, which only the launch knows: lanes beyond their width idle.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether rows of its work-groups most likely have `items` work-items or more. Groups in one dimension mostly have 64
/// to 256, and so have those with one work-item along all other dimensions (plan/single_items.h); those in several have
/// 8 to 32 in each. No row is longer than an array in local memory that the local ids of all work-items index, nor than
/// the rows of a matrix there that they store side by side, nor than what the source requires; and tiles are as wide as
/// groups, or a margin wider.
bool has_wide_groups(llvm::Function& linearized, unsigned items);

}  // namespace lanewise::compiler
