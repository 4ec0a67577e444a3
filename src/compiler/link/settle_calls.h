// Adapts calls between linked objects to the called functions. Adapting is needed because an object that only declares
// a function does not see how another object defines this function. Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace lanewise::compiler {

/// Returns the names of functions for which the types in a call differ from the types in the definition. Each line
/// contains one name.
std::string mismatched_functions(const llvm::Module& module);

/// If functions call a kernel, copies the kernel to a function and redirects these calls to the copy. Also marks weak
/// definitions, which other objects could have replaced, as final. `program` must be linked completely.
void settle_calls(llvm::Module& program);

}  // namespace lanewise::compiler
