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

void keep_marks_of_beginning(llvm::BasicBlock& first, llvm::BasicBlock& rest) {
    for (const llvm::StringRef mark : {llvm::StringRef(loop_mark::head), llvm::StringRef(loop_mark::end)}) {
        if (!has_loop_mark(rest, mark)) continue;
        set_loop_mark(first, mark);
        rest.getTerminator()->setMetadata(mark, nullptr);
    }
}

}  // namespace lanewise::compiler
