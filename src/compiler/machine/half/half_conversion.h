// Builds conversions between half and the wider floating-point types, of scalars and vectors, that code generation
// turns into a few instructions everywhere. Thread-safety: none needed.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise::compiler {

class HalfConversion {
public:
    /// `has_instructions`: the target has F16C.
    HalfConversion(llvm::IRBuilderBase& builder, bool has_instructions)
        : builder_(builder), has_instructions_(has_instructions) {}

    /// Half to float. Exact.
    llvm::Value* to_float(llvm::Value* half);
    /// Float to half, to nearest even.
    llvm::Value* from_float(llvm::Value* value);
    /// Double to half, to nearest even.
    llvm::Value* from_double(llvm::Value* value);
    /// x * y + z of floats that were half, with one rounding to half.
    llvm::Value* fused(llvm::Value* x, llvm::Value* y, llvm::Value* z);

private:
    llvm::Value* unpack(llvm::Value* half);
    llvm::Value* pack(llvm::Value* value);

    llvm::IRBuilderBase& builder_;
    bool has_instructions_;
};

/// The same scalar or vector type with `element` for its elements.
llvm::Type* with_element(llvm::Type* shape, llvm::Type* element);

}  // namespace lanewise::compiler
