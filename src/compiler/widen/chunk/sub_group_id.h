// Computes the id of a chunk's sub-group in its work-group: the linear id of the chunk's first work-item, divided by
// the sub-group size. Each chunk is a sub-group. A row must consist of whole sub-groups, unless this row is the only
// row of the work-group, or unless the kernel treats the work-group as one row (prepare/ids/flatten_groups.h).
//
// Thread-safety: free of state.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise::compiler {

/// `lanes`: a power of two. `kernel`: the function on which the kernel's facts are set.
llvm::Value* create_sub_group_id(llvm::IRBuilderBase& builder, const llvm::Function& kernel, unsigned lanes);

}  // namespace lanewise::compiler
