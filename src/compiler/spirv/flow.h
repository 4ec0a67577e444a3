// Control flow and calls (SPIR-V specification, sections 3.52.9 and 3.52.17).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/functions.h"

namespace lanewise::compiler::il {

/// Translates the body of a function, whose first instruction after the parameters has the number `first`. Returns the
/// number of the function's OpFunctionEnd.
std::size_t define_body(Functions& functions, llvm::Function& function, const spirv::Instruction& instruction,
                        std::size_t first);

}  // namespace lanewise::compiler::il
