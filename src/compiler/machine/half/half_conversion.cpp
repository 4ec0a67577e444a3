#include "compiler/machine/half/half_conversion.h"

#include <llvm/IR/DerivedTypes.h>

namespace lanewise::compiler {

using llvm::Value;

namespace {

// Constants for computations with the bits of floats. The exponent of half is biased by 15, and the exponent of float
// by 127.
constexpr unsigned lost_bits = 13;  // number of bits by which float's fraction is longer than half's
constexpr std::uint32_t rebias = (127 - 15) << 23;
constexpr std::uint32_t float_infinity = 0x7f800000;
constexpr std::uint32_t smallest_normal_half = 0x38800000;  // 2^-14
constexpr std::uint32_t rounds_to_infinity = 0x477ff000;    // 65520, the smallest number that rounds to infinity
constexpr std::uint32_t one_half = 0x3f000000;              // 0.5; its lowest fraction bit is worth 2^-24
constexpr std::uint64_t half_infinity = 0x7c00, half_nan = 0x7e00;

llvm::Constant* number(llvm::Type* type, std::uint64_t value) { return llvm::ConstantInt::get(type, value); }

}  // namespace

llvm::Type* with_element(llvm::Type* shape, llvm::Type* element) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(shape);
    return vector ? llvm::FixedVectorType::get(element, vector->getNumElements()) : element;
}

Value* HalfConversion::to_float(Value* half) {
    if (has_instructions_ || llvm::isa<llvm::Constant>(half))
        return builder_.CreateFPExt(half, with_element(half->getType(), builder_.getFloatTy()));
    return unpack(half);
}

Value* HalfConversion::from_float(Value* value) {
    if (has_instructions_ || llvm::isa<llvm::Constant>(value))
        return builder_.CreateFPTrunc(value, with_element(value->getType(), builder_.getHalfTy()));
    return pack(value);
}

// Converts the bits of half to the bits of float. Adds the difference of the exponent biases once for normal numbers,
// and twice for infinity and NaN. A subnormal number is computed as an integer times 2^-24.
Value* HalfConversion::unpack(Value* half) {
    llvm::Type* wide = with_element(half->getType(), builder_.getInt32Ty());
    llvm::Type* type = with_element(half->getType(), builder_.getFloatTy());
    Value* bits = builder_.CreateBitCast(half, with_element(half->getType(), builder_.getInt16Ty()));
    bits = builder_.CreateZExt(bits, wide);
    Value* magnitude = builder_.CreateAnd(bits, number(wide, 0x7fff));
    Value* sign = builder_.CreateShl(builder_.CreateXor(bits, magnitude), 16);
    Value* normal = builder_.CreateAdd(builder_.CreateShl(magnitude, lost_bits), number(wide, rebias));
    Value* special = builder_.CreateAdd(normal, number(wide, rebias));
    Value* is_special = builder_.CreateICmpUGE(magnitude, number(wide, half_infinity));
    Value* integer = builder_.CreateSIToFP(magnitude, type);
    Value* subnormal = builder_.CreateFMul(integer, llvm::ConstantFP::get(type, 0x1p-24));
    Value* is_subnormal = builder_.CreateICmpULT(magnitude, number(wide, 0x400));
    Value* result = builder_.CreateSelect(is_special, special, normal);
    result = builder_.CreateSelect(is_subnormal, builder_.CreateBitCast(subnormal, wide), result);
    return builder_.CreateBitCast(builder_.CreateOr(result, sign), type);
}

// Converts the bits of float to the bits of half. To round normal results to nearest even, adds half a unit of the last
// kept bit before the truncation, minus 1 if the last kept bit is 0. If the addition carries into the exponent, the
// result is still correct. For subnormal results, the value is added to 0.5: the fraction of the sum then has the bits
// of the result.
Value* HalfConversion::pack(Value* value) {
    llvm::Type* wide = with_element(value->getType(), builder_.getInt32Ty());
    llvm::Type* type = value->getType();
    Value* bits = builder_.CreateBitCast(value, wide);
    Value* magnitude = builder_.CreateAnd(bits, number(wide, 0x7fffffff));
    Value* sign = builder_.CreateLShr(builder_.CreateXor(bits, magnitude), 16);
    Value* last = builder_.CreateAnd(builder_.CreateLShr(magnitude, lost_bits), number(wide, 1));
    Value* rounded = builder_.CreateAdd(builder_.CreateAdd(magnitude, last), number(wide, 0xfff - rebias));
    Value* normal = builder_.CreateLShr(rounded, lost_bits);
    Value* sum = builder_.CreateFAdd(builder_.CreateBitCast(magnitude, type), llvm::ConstantFP::get(type, 0.5));
    Value* subnormal = builder_.CreateSub(builder_.CreateBitCast(sum, wide), number(wide, one_half));
    Value* is_nan = builder_.CreateICmpUGT(magnitude, number(wide, float_infinity));
    Value* special = builder_.CreateSelect(is_nan, number(wide, half_nan), number(wide, half_infinity));
    Value* is_special = builder_.CreateICmpUGE(magnitude, number(wide, rounds_to_infinity));
    Value* is_subnormal = builder_.CreateICmpULT(magnitude, number(wide, smallest_normal_half));
    Value* result = builder_.CreateSelect(is_subnormal, subnormal, normal);
    result = builder_.CreateOr(builder_.CreateSelect(is_special, special, result), sign);
    result = builder_.CreateTrunc(result, with_element(type, builder_.getInt16Ty()));
    return builder_.CreateBitCast(result, with_element(type, builder_.getHalfTy()));
}

// First rounds to odd in float: truncates, and sets the last bit if the truncation was inexact. The last bit of this
// float then shows whether any truncated bit was set. The float has enough bits to be rounded correctly once more.
Value* HalfConversion::from_double(Value* value) {
    llvm::Type* type = with_element(value->getType(), builder_.getFloatTy());
    llvm::Type* wide = with_element(value->getType(), builder_.getInt32Ty());
    Value* nearest = builder_.CreateFPTrunc(value, type);
    Value* back = builder_.CreateFPExt(nearest, value->getType());
    Value* outward = builder_.CreateFCmpOGT(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, back),
                                            builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value));
    Value* bits = builder_.CreateBitCast(nearest, wide);
    Value* truncated = builder_.CreateSub(bits, builder_.CreateZExt(outward, wide));
    Value* odd = builder_.CreateOr(truncated, number(wide, 1));
    Value* inexact = builder_.CreateFCmpONE(back, value);
    return from_float(builder_.CreateBitCast(builder_.CreateSelect(inexact, odd, bits), type));
}

// Computes the exact product, and rounds the sum of product and addend to odd in float. The rounding error of the sum
// is computed exactly. The sign of this error shows on which side of the rounded sum the exact sum lies.
Value* HalfConversion::fused(Value* x, Value* y, Value* z) {
    llvm::Type* type = x->getType();
    llvm::Type* wide = with_element(type, builder_.getInt32Ty());
    Value* product = builder_.CreateFMul(x, y);
    Value* sum = builder_.CreateFAdd(product, z);
    Value* z_part = builder_.CreateFSub(sum, product);
    Value* product_part = builder_.CreateFSub(sum, z_part);
    Value* error = builder_.CreateFAdd(builder_.CreateFSub(product, product_part), builder_.CreateFSub(z, z_part));
    Value* bits = builder_.CreateBitCast(sum, wide);
    // 0 if error and sum have the same sign, otherwise -1.
    Value* inward = builder_.CreateAShr(builder_.CreateXor(bits, builder_.CreateBitCast(error, wide)), 31);
    Value* odd = builder_.CreateOr(builder_.CreateAdd(bits, inward), number(wide, 1));
    Value* inexact = builder_.CreateFCmpONE(error, llvm::Constant::getNullValue(type));
    return from_float(builder_.CreateBitCast(builder_.CreateSelect(inexact, odd, bits), type));
}

}  // namespace lanewise::compiler
