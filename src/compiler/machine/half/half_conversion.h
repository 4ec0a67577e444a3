// Builds conversions between half and wider floating-point types, for scalars and vectors. On every target, code
// generation turns these conversions into a few instructions. Thread-safety: none needed.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise::compiler {

class HalfConversion {
public:
    /// `has_instructions`: the target has the conversion instructions of F16C.
    HalfConversion(llvm::IRBuilderBase& builder, bool has_instructions)
        : builder_(builder), has_instructions_(has_instructions) {}

    /// Converts half to float, exactly.
    llvm::Value* to_float(llvm::Value* half);
    /// Converts float to half, rounding to nearest even.
    llvm::Value* from_float(llvm::Value* value);
    /// Converts double to half, rounding to nearest even.
    llvm::Value* from_double(llvm::Value* value);
    /// Returns x * y + z as half, rounded only once. The operands are floats that were converted from half.
    llvm::Value* fused(llvm::Value* x, llvm::Value* y, llvm::Value* z);

private:
    llvm::Value* unpack(llvm::Value* half);
    llvm::Value* pack(llvm::Value* value);

    llvm::IRBuilderBase& builder_;
    bool has_instructions_;
};

/// Returns `element` if `shape` is a scalar type, otherwise a vector type of `element` with as many elements as
/// `shape`.
llvm::Type* with_element(llvm::Type* shape, llvm::Type* element);

}  // namespace lanewise::compiler
