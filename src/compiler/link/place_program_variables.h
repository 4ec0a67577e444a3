// Gives every variable that a program has in the global address space its place in the block of memory
// that the runtime keeps for the program. The place is an attribute of the variable, so that each
// kernel's code, compiled on its own, finds it. Constants that such variables point to, or that point
// to them, lie in the block as well.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <optional>
#include <string>

#include "lanewise/program_variables.h"

namespace lanewise::compiler {

/// Places the variables of a whole program. Nothing, and a sentence in `log`, when one is too large or
/// has an initializer that no memory image can hold.
std::optional<ProgramVariables> place_program_variables(llvm::Module& program, std::string& log);

/// Makes the placed variables of one kernel's module what they are: memory that others write too.
void forget_initial_values(llvm::Module& kernel);

/// Names, one a line, of global variables that `module` uses but does not define.
std::string undefined_variables(const llvm::Module& module);

}  // namespace lanewise::compiler
