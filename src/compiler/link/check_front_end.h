// Checks that a module has the form that docs/design/front_end.md demands of front ends. The compiler's checked builds
// (build-checks/) run this check on every module of every front end.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace lanewise::compiler {

/// Returns a line for each rule that the module breaks; an empty string if the module breaks no rule.
std::string check_front_end(const llvm::Module& module);

}  // namespace lanewise::compiler
