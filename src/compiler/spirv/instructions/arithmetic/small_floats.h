// Conversions of bfloat16 numbers, which are stored in 16-bit integers. LLVM's type bfloat is not used: LLVM would call
// functions of its support library for this type, and most processors have no instructions for vectors of bfloat.
// Thread-safety: belongs to one translation.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "spirv/grammar.h"

namespace lanewise::compiler::il {

/// Converts bits of bfloat16 numbers (integers of 16 bits, or vectors of them) to floats.
llvm::Value* bfloat_to_float(llvm::IRBuilder<>& builder, llvm::Value* bits);

/// Rounds floats to bfloat16 numbers in the direction of `mode`. The default is to round to the nearest number, with
/// ties to even. Keeps NaNs.
llvm::Value* float_to_bfloat(llvm::IRBuilder<>& builder, llvm::Value* number,
                             spirv::FPRoundingMode mode = spirv::FPRoundingMode::RTE);

/// Converts halves and doubles to floats; floats stay unchanged. Sets the last bit of a float if the conversion loses
/// bits (round to odd), so that float_to_bfloat() of the result rounds as if `number` were rounded once.
llvm::Value* float_for_bfloat(llvm::IRBuilder<>& builder, llvm::Value* number);

}  // namespace lanewise::compiler::il
