// Assigns all variables of a program in the global address space to one block of memory, which the runtime allocates
// for the program. An attribute of each variable contains the variable's offset in the block; separately compiled
// kernels find the variable by this offset. The block also contains constants that point to the variables, and
// constants to which the variables point.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <optional>
#include <string>

#include "lanewise/program_variables.h"

namespace lanewise::compiler {

/// Places the variables of a whole program. Returns none and appends a message to `log` if a variable is too large, or
/// if its initializer cannot be written as bytes.
std::optional<ProgramVariables> place_program_variables(llvm::Module& program, std::string& log);

/// Removes the initializers of placed variables from a kernel's module, since other kernels may have written to these
/// variables.
void forget_initial_values(llvm::Module& kernel);

/// Lists the global variables that `module` uses but does not define, one per line.
std::string undefined_variables(const llvm::Module& module);

}  // namespace lanewise::compiler
