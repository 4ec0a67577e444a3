// Calls of functions (SPIR-V specification, section 3.52.9; SPV_INTEL_function_pointers).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/functions.h"
#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

/// Translates an OpFunctionCall. Returns the result of the call; null for void.
llvm::Value* call_function(Functions& functions, Body& body, const spirv::Instruction& instruction);

/// Translates an OpFunctionPointerCallINTEL.
llvm::Value* call_pointer(Functions& functions, Body& body, const spirv::Instruction& instruction);

/// Defines the result of an OpConstantFunctionPointerINTEL.
void define_function_pointer(Functions& functions, const spirv::Instruction& instruction);

}  // namespace lanewise::compiler::il
