// Takes a shard apart, so that who links a function reads the names and types of few others.
#pragma once

#include <memory>
#include <vector>

#include "llvm/IR/Module.h"

namespace lanewise::builtins {

/// Modules that together define what `module` does, of about `instructions` each; functions that call each other stay
/// together. Each has no more than it needs.
std::vector<std::unique_ptr<llvm::Module>> split_module(const llvm::Module& module, unsigned instructions);

}  // namespace lanewise::builtins
