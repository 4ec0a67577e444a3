// Places all variables of a program in the global address space in one block of memory, which the runtime keeps for the
// program. The place is an attribute of the variable, so that the code of each kernel, compiled on its own, finds it.
// Constants to which such variables point, or which point to them, are in the block as well.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <optional>
#include <string>

#include "lanewise/program_variables.h"

namespace lanewise::compiler {

/// Places the variables of a whole program. None, and a sentence in `log`, if one is too large or has an initializer
/// that no memory image can hold.
std::optional<ProgramVariables> place_program_variables(llvm::Module& program, std::string& log);

/// Drops the initial values of placed variables in one kernel's module, since other kernels write this memory, too.
void forget_initial_values(llvm::Module& kernel);

/// Lists the global variables that `module` uses but does not define, one a line.
std::string undefined_variables(const llvm::Module& module);

}  // namespace lanewise::compiler
