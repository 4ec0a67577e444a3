// Arithmetic that rounds in one direction: toward zero, up or down (decoration FPRoundingMode, SPIR-V specification,
// sections 3.18 and 3.20; execution modes RoundingModeRTZ, RoundingModeRTPINTEL and RoundingModeRTNINTEL, section 3.6).
// Thread-safety: belongs to one translation.
#pragma once

#include <optional>

#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

/// Returns the rounding mode of an instruction whose result has this type. An instruction without decoration gets the
/// mode of the function. Refuses decorations with an unknown mode.
spirv::FPRoundingMode rounding_of(const Body& body, const spirv::Instruction& instruction, const llvm::Type* type);

/// Returns the rounding mode of an instruction's decoration; nothing without decoration.
std::optional<spirv::FPRoundingMode> decorated_rounding(const Body& body, const spirv::Instruction& instruction);

/// Returns the suffix that OpenCL C's conversion functions have for a mode, such as "_rtz".
std::string_view suffix_of(spirv::FPRoundingMode mode);

/// Returns the result of OpFAdd, OpFSub, OpFMul or OpFDiv on halves, floats or doubles.
llvm::Value* rounded_operation(Body& body, spirv::FPRoundingMode mode, spirv::Op op, llvm::Value* left,
                               llvm::Value* right);

/// Returns left * right + addend, rounded once.
llvm::Value* rounded_fused(Body& body, spirv::FPRoundingMode mode, llvm::Value* left, llvm::Value* right,
                           llvm::Value* addend);

/// Returns the square root, which is correctly rounded in each mode.
llvm::Value* rounded_root(Body& body, spirv::FPRoundingMode mode, llvm::Value* number);

/// Returns the sum of two doubles. If bits are lost, the last bit is set (round to odd), so that the sum can be rounded
/// again to a shorter type.
llvm::Value* sum_to_odd(Body& body, llvm::Value* left, llvm::Value* right);

}  // namespace lanewise::compiler::il
