// The functions of OpenCL.std (OpenCL Extended Instruction Set Specification). Most of them become a call of an OpenCL
// C builtin, whose name is derived from the function's name. Other functions become the LLVM instructions that Clang
// would make, or that the builtin library contains.
// Thread-safety: belongs to one translation.
#pragma once

#include <string_view>

#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

/// The index of the function's first operand in an instruction. Two other operands precede it, as in OpExtInst: the
/// extended instruction set and the function's number.
inline constexpr std::size_t first_argument = 2;

/// Translates a function of OpenCL.std. Returns null if the function has no result.
llvm::Value* open_cl(Body& body, const spirv::Instruction& instruction);

/// Translates a function as a call of a builtin, for each component or for the whole vector. `name` is the function's
/// name in the grammar.
llvm::Value* open_cl_builtin(Body& body, const spirv::Instruction& instruction, std::string_view name);

// Translate functions whose names do not determine which builtin is called.
llvm::Value* load_vector(Body& body, const spirv::Instruction& instruction, std::string_view name);
llvm::Value* store_vector(Body& body, const spirv::Instruction& instruction, std::string_view name);
llvm::Value* load_half(Body& body, const spirv::Instruction& instruction, std::string_view name);
llvm::Value* store_half(Body& body, const spirv::Instruction& instruction, std::string_view name);
llvm::Value* prefetch(Body& body, const spirv::Instruction& instruction, std::string_view name);
llvm::Value* shuffle(Body& body, const spirv::Instruction& instruction, std::string_view name);
llvm::Value* select_component(Body& body, const spirv::Instruction& instruction, std::string_view name);
llvm::Value* select_bits(Body& body, const spirv::Instruction& instruction, std::string_view name);
llvm::Value* upsample(Body& body, const spirv::Instruction& instruction, std::string_view name);
llvm::Value* print(Body& body, const spirv::Instruction& instruction, std::string_view name);

/// Refuses an instruction whose function does not have `count` operands.
void require_arguments(const Body& body, const spirv::Instruction& instruction, std::size_t count);

}  // namespace lanewise::compiler::il
