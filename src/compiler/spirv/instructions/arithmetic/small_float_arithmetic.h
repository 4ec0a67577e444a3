// Arithmetic and comparisons of bfloat16 numbers (SPV_INTEL_bfloat16_arithmetic). The results are computed as floats
// and then rounded to bfloat16. For sums, products, quotients and roots, rounding twice gives the same result as
// rounding once, because floats have more than twice as many bits.
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {

/// Translates an instruction by `translate`; arithmetic on bfloat16 numbers is translated as arithmetic on floats.
llvm::Value* translate_instruction(Body& body, const spirv::Instruction& instruction, Translate translate);

/// Calls `translate` for an instruction while its bfloat16 operands, from operand `first` on, are replaced by floats.
/// Rounds the result to bfloat16 if the instruction's type is bfloat16.
llvm::Value* with_floats(Body& body, const spirv::Instruction& instruction, std::size_t first,
                         llvm::function_ref<llvm::Value*()> translate);

/// Returns left * right + addend, rounded once to bfloat16. The operands are floats whose values are bfloat16 numbers.
llvm::Value* fused_bfloats(Body& body, llvm::Value* left, llvm::Value* right, llvm::Value* addend);

}  // namespace lanewise::compiler::il
