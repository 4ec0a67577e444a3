// The fast-math flags of an instruction (decoration FPFastMathMode; SPIR-V specification, section 3.15), and other
// modes of floating-point arithmetic (state/float_modes.h).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

/// Gives the builder the fast-math flags of an instruction. The destructor restores the flags that the builder had
/// before.
class FastMath {
public:
    /// `type` is the type of the numbers on which the instruction operates; the function's modes depend on the width of
    /// this type.
    FastMath(Body& body, const spirv::Instruction& instruction, const llvm::Type* type);

private:
    llvm::IRBuilderBase::FastMathFlagGuard guard_;
};

/// Returns `number` or, if it is subnormal and the function's mode demands it, a zero of the same sign.
llvm::Value* flushed(Body& body, llvm::Value* number);

}  // namespace lanewise::compiler::il
