// Marks loop statements (ir/loop_marks.h) in Clang's output, where only the names of blocks identify loop statements.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// Must be called before any pass, since passes change the names of basic blocks.
void mark_loops(llvm::Module& module);

}  // namespace lanewise::compiler
