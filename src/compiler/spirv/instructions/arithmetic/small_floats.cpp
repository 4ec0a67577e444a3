#include "compiler/spirv/instructions/arithmetic/small_floats.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

namespace lanewise::compiler::il {
namespace {

llvm::Type* words_like(llvm::IRBuilder<>& builder, const llvm::Value* value) {
    return value->getType()->getWithNewType(builder.getInt32Ty());
}

}  // namespace

llvm::Value* bfloat_to_float(llvm::IRBuilder<>& builder, llvm::Value* bits) {
    llvm::Value* word = builder.CreateShl(builder.CreateZExt(bits, words_like(builder, bits)), 16);
    return builder.CreateBitCast(word, word->getType()->getWithNewType(builder.getFloatTy()));
}

llvm::Value* float_to_bfloat(llvm::IRBuilder<>& builder, llvm::Value* number, spirv::FPRoundingMode mode) {
    llvm::Type* words = words_like(builder, number);
    const auto constant = [&](std::uint64_t value) { return llvm::ConstantInt::get(words, value); };
    llvm::Value* bits = builder.CreateBitCast(number, words);
    // The addition of `addend` carries into the upper 16 bits if the number must be rounded up. The lower 16 bits are
    // cut off in all cases.
    llvm::Value* addend = constant(0);
    llvm::Value* is_minus = builder.CreateICmpSLT(bits, constant(0));
    switch (mode) {
        case spirv::FPRoundingMode::RTE:
            addend = builder.CreateAdd(builder.CreateAnd(builder.CreateLShr(bits, 16), constant(1)), constant(0x7fff));
            break;
        case spirv::FPRoundingMode::RTP: addend = builder.CreateSelect(is_minus, constant(0), constant(0xffff)); break;
        case spirv::FPRoundingMode::RTN: addend = builder.CreateSelect(is_minus, constant(0xffff), constant(0)); break;
        default: break;
    }
    llvm::Value* rounded = builder.CreateLShr(builder.CreateAdd(bits, addend), 16);
    llvm::Value* quiet = builder.CreateOr(builder.CreateLShr(bits, 16), constant(0x40));
    llvm::Value* is_nan = builder.CreateICmpUGT(builder.CreateAnd(bits, constant(0x7fffffff)), constant(0x7f800000));
    llvm::Value* chosen = builder.CreateSelect(is_nan, quiet, rounded);
    return builder.CreateTrunc(chosen, words->getWithNewType(builder.getInt16Ty()));
}

llvm::Value* float_for_bfloat(llvm::IRBuilder<>& builder, llvm::Value* number) {
    llvm::Type* floats = number->getType()->getWithNewType(builder.getFloatTy());
    llvm::Value* rounded = builder.CreateFPCast(number, floats);
    if (!number->getType()->getScalarType()->isDoubleTy()) return rounded;
    llvm::Type* words = words_like(builder, number);
    llvm::Value* back = builder.CreateFPExt(rounded, number->getType());
    llvm::Value* bits = builder.CreateBitCast(rounded, words);
    // If a finite number became infinity, replace infinity by the largest float. The last bit of this float is set, as
    // round to odd demands.
    llvm::Value* is_larger = builder.CreateFCmpOGT(builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, back),
                                                   builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number));
    bits = builder.CreateSub(bits, builder.CreateZExt(is_larger, words));
    llvm::Value* is_inexact = builder.CreateFCmpONE(back, number);
    bits = builder.CreateOr(bits, builder.CreateZExt(is_inexact, words));
    return builder.CreateBitCast(bits, floats);
}

}  // namespace lanewise::compiler::il
