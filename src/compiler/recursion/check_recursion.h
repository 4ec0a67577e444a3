// Rejects programs with a kernel that needs recursion: the kernel still reaches a call cycle after the pass
// fold_recursion. OpenCL C 3.0, section 6.11 (i): "Recursion is not supported."
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace lanewise::compiler {

/// Returns true if no kernel needs recursion. Otherwise appends an error to `log`, with names and source locations of
/// the functions on a call cycle. `program` must be completely linked.
bool check_recursion(llvm::Module& program, std::string& log);

}  // namespace lanewise::compiler
