#include "compiler/ir/loop_marks.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

namespace lanewise::compiler {

bool has_loop_mark(const llvm::BasicBlock& block, llvm::StringRef mark) {
    const llvm::Instruction* terminator = block.getTerminator();
    return terminator && terminator->getMetadata(mark);
}

void set_loop_mark(llvm::BasicBlock& block, llvm::StringRef mark) {
    block.getTerminator()->setMetadata(mark, llvm::MDNode::get(block.getContext(), {}));
}

}  // namespace lanewise::compiler
