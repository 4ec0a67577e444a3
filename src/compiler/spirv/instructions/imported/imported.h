// Imported functions whose names have a meaning beyond the module: LLVM's intrinsics (`llvm.usub.sat.i32`), and
// calls that stand for an instruction of SPIR-V which the producer does not know (`_Z16__spirv_AtomicLoadPU3AS1iii`).
// Thread-safety: belongs to one translation.
#pragma once

#include <string_view>

#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

/// True if call_import() can translate calls of an imported function that has this name.
bool is_known_import(std::string_view name);

/// Translates an OpFunctionCall of an imported function. Returns the result of the call; null for void.
llvm::Value* call_import(Body& body, const spirv::Instruction& call, std::string_view name);

/// Translates a call of an imported function `llvm.*` as a call of that LLVM intrinsic.
llvm::Value* call_intrinsic(Body& body, const spirv::Instruction& call, std::string_view name);

/// Translates a call as the instruction or built-in variable that `name` stands for: `AtomicLoad`, `ocl_sin`,
/// `BuiltInGlobalInvocationId`.
llvm::Value* call_instruction(Body& body, const spirv::Instruction& call, std::string_view name);

}  // namespace lanewise::compiler::il
