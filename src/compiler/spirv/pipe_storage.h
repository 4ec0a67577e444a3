// Pipes that a program declares itself (OpConstantPipeStorage; SPIR-V specification, section 3.52.7).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

/// Returns the address of a program scope variable that is an empty pipe.
llvm::Constant* pipe_storage(Translation& all, const spirv::Instruction& instruction);

}  // namespace lanewise::compiler::il
