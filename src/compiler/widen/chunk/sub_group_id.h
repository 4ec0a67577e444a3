// Computes the id of a chunk's sub-group in its work-group: the linear id of the first work-item divided by the size of
// sub-groups. Each chunk is a sub-group. A row must consist of whole sub-groups, unless it is the group's only row, or
// the kernel counts work-items along all dimensions as one (prepare/ids/flatten_groups.h).
//
// Thread-safety: free of state.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise::compiler {

/// `lanes` is a power of two; `kernel` is the function that has the kernel's facts.
llvm::Value* create_sub_group_id(llvm::IRBuilderBase& builder, const llvm::Function& kernel, unsigned lanes);

}  // namespace lanewise::compiler
