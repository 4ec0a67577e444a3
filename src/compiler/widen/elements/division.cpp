#include "compiler/widen/elements/division.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

namespace lanewise::compiler {
namespace {

using llvm::isa;

bool is_signed(const llvm::BinaryOperator& division) {
    return division.getOpcode() == llvm::Instruction::SDiv || division.getOpcode() == llvm::Instruction::SRem;
}

bool is_remainder(const llvm::BinaryOperator& division) {
    return division.getOpcode() == llvm::Instruction::SRem || division.getOpcode() == llvm::Instruction::URem;
}

// Returns `element`, or a vector of `element` with as many lanes as `like` if `like` is a vector.
llvm::Type* of_shape(llvm::Type* element, const llvm::Value* like) {
    const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(like->getType());
    return lanes ? llvm::FixedVectorType::get(element, lanes->getNumElements()) : element;
}

// Whether `divisor` is a constant but not a power of two (a division by a power of two is a shift).
bool is_no_power_of_two(const llvm::Value* divisor) {
    const llvm::APInt* number = nullptr;
    return match(divisor, llvm::PatternMatch::m_APInt(number)) && !number->isZero() && !number->abs().isPowerOf2();
}

constexpr unsigned word_bits = 32;

bool fits_word(const llvm::Value* value, const llvm::DataLayout& layout) {
    return llvm::computeKnownBits(value, layout).countMaxActiveBits() <= word_bits;
}

}  // namespace

// Whether all lanes divide by the same scalar. Returns false for divisions of source vectors.
bool Division::is_shared(const llvm::BinaryOperator& division) const {
    return shapes_.of(division.getOperand(1)).is_uniform() && !division.getType()->isVectorTy();
}

// Whether a 64-bit division can be computed in 32 bits. If the dividend fits into 32 bits, quotient and remainder also
// fit. If the divisor does not fit into 32 bits, the quotient is 0.
bool Division::divides_words(const llvm::BinaryOperator& division) const {
    if (division.getType()->getScalarSizeInBits() <= word_bits || is_signed(division) ||
        !fits_word(division.getOperand(0), chunk_.layout))
        return false;
    return chunk_.options.isa.converts_64_bits() || is_shared(division) ||
           fits_word(division.getOperand(1), chunk_.layout);
}

// Whether `division` is computed in floating point. Only AVX-512's DQ instructions convert vectors of 64-bit integers.
// Divisions of 64-bit integers by a constant are included, because code generation would need the upper half of a
// 128-bit product. No vector instruction computes this half, so it would be computed lane by lane.
bool Division::divides_as_float(const llvm::BinaryOperator& division) const {
    const unsigned bits = division.getType()->getScalarSizeInBits();
    if (!division.isIntDivRem()) return false;
    const llvm::Value* divisor = division.getOperand(1);
    if (bits == 64)
        return (chunk_.options.isa.converts_64_bits() || (chunk_.options.isa.avx2 && divides_words(division))) &&
               (!isa<llvm::Constant>(divisor) || is_no_power_of_two(divisor));
    if (isa<llvm::Constant>(divisor)) return false;
    return (bits == 8 || bits == 16 || bits == 32) && chunk_.options.isa.avx2;
}

// Gives inactive lanes a divisor of 1, because a division by zero would trap even in inactive lanes.
llvm::Value* Division::safe_divisor(llvm::Value* divisor) {
    if (isa<llvm::Constant>(divisor) || !masks_.current()) return divisor;
    return builder_.CreateSelect(masks_.current(), divisor, llvm::ConstantInt::get(divisor->getType(), 1));
}

llvm::Value* Division::safe_uniform_divisor(llvm::Value* divisor) {
    if (isa<llvm::Constant>(divisor) || !masks_.current() || masks_.some_lane_on()) return divisor;
    return builder_.CreateSelect(masks_.any_lane(masks_.current()), divisor,
                                 llvm::ConstantInt::get(divisor->getType(), 1));
}

// Returns a number slightly above the reciprocal of a divisor that all lanes share. The excess is larger than all
// rounding errors, but too small to raise a quotient to the next integer.
llvm::Value* Division::reciprocal(llvm::Value* divisor) {
    const double more = divisor->getType()->isDoubleTy() ? 0x1p-40 : 0x1p-20;
    llvm::Value* scalar = builder_.CreateFDiv(llvm::ConstantFP::get(divisor->getType(), 1 + more), divisor);
    return builder_.CreateVectorSplat(lanes_, scalar);
}

llvm::Value* Division::divide_as_float(const llvm::BinaryOperator& division, llvm::Value* dividend,
                                       llvm::Value* divisor) {
    const unsigned bits = division.getType()->getScalarSizeInBits();
    llvm::Type* real = bits >= word_bits ? builder_.getDoubleTy() : builder_.getFloatTy();
    llvm::Type* integer = builder_.getInt32Ty();
    const bool with_sign = is_signed(division), as_signed = with_sign || bits < 32;
    const bool shared = is_shared(division);
    if (shared) divisor = values_.scalar(division.getOperand(1));
    if (bits > word_bits && !divides_words(division)) return divide_long(division, dividend, divisor);
    const auto to_integer = [&](llvm::Value* value) {
        llvm::Type* type = of_shape(integer, value);
        return with_sign ? builder_.CreateSExtOrTrunc(value, type) : builder_.CreateZExtOrTrunc(value, type);
    };
    const auto to_real = [&](llvm::Value* value) {
        llvm::Type* type = of_shape(real, value);
        return as_signed ? builder_.CreateSIToFP(value, type) : builder_.CreateUIToFP(value, type);
    };
    dividend = to_integer(dividend);
    if (bits <= word_bits || fits_word(division.getOperand(1), chunk_.layout)) divisor = to_integer(divisor);
    llvm::Value* quotient = shared ? builder_.CreateFMul(to_real(dividend), reciprocal(to_real(divisor)))
                                   : builder_.CreateFDiv(to_real(dividend), to_real(divisor));
    divisor = to_integer(divisor);
    llvm::Type* lanes = values_.lanes_of(integer);
    llvm::Value* result = as_signed ? builder_.CreateFPToSI(quotient, lanes) : builder_.CreateFPToUI(quotient, lanes);
    if (shared) divisor = builder_.CreateVectorSplat(lanes_, divisor);
    if (is_remainder(division)) result = builder_.CreateSub(dividend, builder_.CreateMul(result, divisor));
    return builder_.CreateZExtOrTrunc(result, values_.lanes_of(division.getType()->getScalarType()));
}

// Divides absolute values, and sets the sign of the result afterwards. Multiplies by a reciprocal that is too small:
// its relative error exceeds the relative error of all roundings, about 2^-51. Therefore the first quotient is too
// small, by at most about 2^15. Dividing the remainder gives a second quotient, which has few bits and is less than the
// right quotient by at most one.
llvm::Value* Division::divide_long(const llvm::BinaryOperator& division, llvm::Value* dividend, llvm::Value* divisor) {
    llvm::Type* lanes = values_.lanes_of(builder_.getInt64Ty());
    llvm::Type* reals = values_.lanes_of(builder_.getDoubleTy());
    const auto sign_of = [&](llvm::Value* value) { return builder_.CreateAShr(value, 63); };
    const auto negated_if = [&](llvm::Value* sign, llvm::Value* value) {
        return builder_.CreateSub(builder_.CreateXor(value, sign), sign);
    };
    const auto on_lanes = [&](llvm::Value* value) {
        return value->getType()->isVectorTy() ? value : builder_.CreateVectorSplat(lanes_, value);
    };
    llvm::Value *dividend_sign = nullptr, *divisor_sign = nullptr;
    if (is_signed(division)) {
        dividend_sign = sign_of(dividend);
        divisor_sign = sign_of(divisor);
        dividend = negated_if(dividend_sign, dividend);
        divisor = negated_if(divisor_sign, divisor);
        divisor_sign = on_lanes(divisor_sign);
    }
    llvm::Type* real = of_shape(builder_.getDoubleTy(), divisor);
    llvm::Value* less_than_one = llvm::ConstantFP::get(real, 1 - 0x1p-50);
    llvm::Value* factor = on_lanes(builder_.CreateFDiv(less_than_one, builder_.CreateUIToFP(divisor, real)));
    divisor = on_lanes(divisor);
    llvm::Value* quotient = llvm::Constant::getNullValue(lanes);
    llvm::Value* rest = dividend;
    for (unsigned step = 0; step < 2; ++step) {
        llvm::Value* part =
            builder_.CreateFPToUI(builder_.CreateFMul(builder_.CreateUIToFP(rest, reals), factor), lanes);
        quotient = builder_.CreateAdd(quotient, part);
        rest = builder_.CreateSub(rest, builder_.CreateMul(part, divisor));
    }
    llvm::Value* one_more = builder_.CreateICmpUGE(rest, divisor);
    if (is_remainder(division)) {
        rest = builder_.CreateSelect(one_more, builder_.CreateSub(rest, divisor), rest);
        return dividend_sign ? negated_if(dividend_sign, rest) : rest;
    }
    quotient = builder_.CreateAdd(quotient, builder_.CreateZExt(one_more, lanes));
    return dividend_sign ? negated_if(builder_.CreateXor(dividend_sign, divisor_sign), quotient) : quotient;
}

}  // namespace lanewise::compiler
