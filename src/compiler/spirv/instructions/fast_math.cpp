#include "compiler/spirv/instructions/fast_math.h"

#include <llvm/IR/Constants.h>

namespace lanewise::compiler::il {

FastMath::FastMath(Body& body, const spirv::Instruction& instruction, const llvm::Type* type) : guard_(body.builder) {
    const WidthModes& modes = body.modes.of(type);
    llvm::FastMathFlags flags = body.modes.options;
    if (modes.keeps_special) {
        flags.setNoNaNs(false);
        flags.setNoInfs(false);
        flags.setNoSignedZeros(false);
    }
    const auto own = body.all.annotations.find(instruction.result, spirv::Decoration::FPFastMathMode);
    const bool has_own = own && !own->empty();
    if (has_own) flags |= flags_of_mode((*own)[0]);
    if (!has_own || !body.modes.replaces_defaults) flags |= modes.flags;
    body.builder.setFastMathFlags(flags);
}

llvm::Value* flushed(Body& body, llvm::Value* number) {
    llvm::Type* type = number->getType();
    if (!body.modes.of(type).flushes_subnormal) return number;
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* integer = type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
    llvm::Value* bits = builder.CreateBitCast(number, integer);
    const llvm::APInt exponent = llvm::APFloat::getInf(type->getScalarType()->getFltSemantics()).bitcastToAPInt();
    llvm::Value* is_small = builder.CreateIsNull(builder.CreateAnd(bits, llvm::ConstantInt::get(integer, exponent)));
    const llvm::APInt sign = llvm::APInt::getSignMask(type->getScalarSizeInBits());
    llvm::Value* zero = builder.CreateAnd(bits, llvm::ConstantInt::get(integer, sign));
    return builder.CreateBitCast(builder.CreateSelect(is_small, zero, bits), type);
}

}  // namespace lanewise::compiler::il
