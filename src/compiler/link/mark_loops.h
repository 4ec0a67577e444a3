// Marks loop statements (ir/loop_marks.h) in Clang's output, where only the names of blocks tell them.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// To be called before any pass: later the names of blocks say nothing.
void mark_loops(llvm::Module& module);

}  // namespace lanewise::compiler
