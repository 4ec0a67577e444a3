// Adapts calls between linked objects to the functions that they call. This is needed because an object that only
// declares a function does not see how another object defines it.
// Thread-safety: as the module.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace lanewise::compiler {

/// Returns the names of the functions that some call uses with other types than the definition has, one per line.
std::string mismatched_functions(const llvm::Module& module);

/// If functions call a kernel, copies the kernel to a function and redirects the calls to it. Also makes definitions
/// final that a definition in another object could have replaced. `program` must be linked completely.
void settle_calls(llvm::Module& program);

}  // namespace lanewise::compiler
