// Rejects programs with a kernel that needs recursion: fold_recursion leaves a call cycle that the kernel reaches.
// OpenCL C 3.0, section 6.11 (i): "Recursion is not supported."
//
// Thread-safety: as the module.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace lanewise::compiler {

/// False, and an error in `log` with names and source locations of a cycle's functions. `program` is whole.
bool check_recursion(llvm::Module& program, std::string& log);

}  // namespace lanewise::compiler
