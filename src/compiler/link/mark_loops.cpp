#include "compiler/link/mark_loops.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include "compiler/ir/loop_marks.h"

namespace lanewise::compiler {
namespace {

bool ends_statement(llvm::StringRef name) {
    return name.starts_with("for.end") || name.starts_with("while.end") || name.starts_with("do.end");
}

bool is_of_statement(llvm::StringRef name) {
    return name.starts_with("for.") || name.starts_with("while.") || name.starts_with("do.");
}

// Marks branches back to the first block of a loop statement. A branch goes back if the target precedes the branch:
// Clang places the first block before all other blocks of the statement.
void mark_loops(llvm::Function& function) {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 32> earlier;
    for (llvm::BasicBlock& block : function) {
        earlier.insert(&block);
        if (ends_statement(block.getName())) set_loop_mark(block, loop_mark::end);
        for (llvm::BasicBlock* successor : llvm::successors(&block)) {
            if (!earlier.contains(successor)) continue;
            if (!is_of_statement(successor->getName()) || ends_statement(successor->getName())) continue;
            set_loop_mark(*successor, loop_mark::head);
            set_loop_mark(block, loop_mark::latch);
        }
    }
}

}  // namespace

void mark_loops(llvm::Module& module) {
    for (llvm::Function& function : module) mark_loops(function);
}

}  // namespace lanewise::compiler
