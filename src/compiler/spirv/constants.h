// Constants, and variables of the module (SPIR-V specification, sections 3.52.7 and 3.52.8).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

/// Defines the result of an instruction OpConstant*, OpSpecConstant* or OpUndef. Returns false for other instructions.
bool define_constant(Translation& all, const spirv::Instruction& instruction);

/// Refuses an instruction whose value is a large expression. LLVM folds operations on the addresses of variables to
/// constant expressions. LLVM then visits all paths through such an expression, and the number of paths may be
/// exponential.
void check_expression(const Translation& all, const spirv::Instruction& instruction, const llvm::Value* value);

/// Defines the result of an OpVariable or OpUntypedVariableKHR outside of functions.
void define_variable(Translation& all, const spirv::Instruction& instruction);

}  // namespace lanewise::compiler::il
