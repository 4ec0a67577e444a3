#include "compiler/linearize/serialize_sparse/sparse_region.h"

#include <llvm/IR/Instruction.h>

namespace lanewise::compiler {

bool SparseRegion::contains(const llvm::Value* value) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction && blocks.contains(const_cast<llvm::BasicBlock*>(instruction->getParent()));
}

bool SparseRegion::collect(const llvm::DominatorTree& dominators) {
    blocks = side_blocks(*start, *join, dominators);
    return !blocks.empty() && !blocks.contains(head);
}

}  // namespace lanewise::compiler
