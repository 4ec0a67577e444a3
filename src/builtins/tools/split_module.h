// Splits a module of the library, so that linking a function reads the names and types of few other functions.
#pragma once

#include <memory>
#include <vector>

#include "llvm/IR/Module.h"

namespace lanewise::builtins {

/// Makes modules of about `instructions` instructions each, which together define the functions of `module`. Functions
/// that call each other stay together. Each module declares only the functions and variables that it uses.
std::vector<std::unique_ptr<llvm::Module>> split_module(const llvm::Module& module, unsigned instructions);

}  // namespace lanewise::builtins
