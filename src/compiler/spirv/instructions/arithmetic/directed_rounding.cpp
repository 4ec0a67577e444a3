#include "compiler/spirv/instructions/arithmetic/directed_rounding.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "compiler/spirv/instructions/elementwise.h"

namespace lanewise::compiler::il {

using spirv::FPRoundingMode;
using spirv::Instruction;
using spirv::Op;

namespace {

// The processor rounds to the nearest number. The error (the exact value minus the rounded result) shows whether the
// mode demands the next number in the mode's direction instead of the rounded result. Each computed error is exact, or
// has at least the right sign.
class Directed {
public:
    Directed(Body& body, FPRoundingMode mode, llvm::Type* type)
        : body_(body), builder_(body.builder), mode_(mode), type_(type) {
        bits_ = type->getWithNewType(builder_.getIntNTy(type->getScalarSizeInBits()));
    }

    llvm::Value* apply(Op op, llvm::Value* left, llvm::Value* right) {
        switch (op) {
            case Op::FAdd: return sum(left, right);
            case Op::FSub: return sum(left, builder_.CreateFNeg(right));
            case Op::FMul: return product(left, right);
            default: return quotient(left, right);
        }
    }

    /// Returns left * right + addend.
    llvm::Value* fused(llvm::Value* left, llvm::Value* right, llvm::Value* addend) {
        llvm::Value* result = multiply_add(left, right, addend);
        llvm::Value* error = fused_error(left, right, addend, result);
        llvm::Value* finite = builder_.CreateAnd(are_finite(left, right), is_finite(addend));
        llvm::Value* sign = builder_.CreateXor(bits_of(left), bits_of(right));
        return with_zero(directed(result, error, finite), error, builder_.CreateOr(sign, bits_of(addend)));
    }

    /// Returns the square root.
    llvm::Value* root(llvm::Value* number) {
        llvm::Value* result = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, number);
        // Tiny numbers are scaled, since the error of their root would be subnormal and inexact.
        llvm::Value* is_small = is_tiny(number);
        llvm::Value* scaled = builder_.CreateSelect(is_small, builder_.CreateFMul(number, constant(0x1p600)), number);
        llvm::Value* own = builder_.CreateSelect(is_small, builder_.CreateFMul(result, constant(0x1p300)), result);
        llvm::Value* error = multiply_add(builder_.CreateFNeg(own), own, scaled);
        return directed(result, error, is_finite(number));
    }

    /// Returns the sum; if the sum is inexact, sets the last bit of the returned number.
    llvm::Value* sum_to_odd(llvm::Value* left, llvm::Value* right) {
        llvm::Value* nearest = builder_.CreateFAdd(left, right);
        llvm::Value* error = error_of_sum(nearest, left, right);
        llvm::Value* bits = bits_of(directed(nearest, error, are_finite(left, right)));
        llvm::Value* is_inexact =
            builder_.CreateAnd(builder_.CreateFCmpONE(error, constant(0)), are_finite(left, right));
        return number_of(builder_.CreateOr(bits, builder_.CreateZExt(is_inexact, bits_)));
    }

private:
    // Returns left * right + addend - result, computed from scaled numbers, so that no partial product overflows or
    // underflows.
    llvm::Value* fused_error(llvm::Value* left, llvm::Value* right, llvm::Value* addend, llvm::Value* result) {
        llvm::Value* size = absolute(builder_.CreateFMul(left, right));
        llvm::Value* is_small = builder_.CreateFCmpOLT(size, constant(0x1p-900));
        llvm::Value* is_large = builder_.CreateAnd(builder_.CreateFCmpOGT(size, constant(0x1p1000)),
                                                   builder_.CreateFCmpOGT(absolute(addend), constant(0x1p900)));
        llvm::Value* left_grows = builder_.CreateAnd(is_small, is_below_one(left));
        llvm::Value* right_grows = builder_.CreateAnd(is_small, is_below_one(right));
        const auto scaled = [&](llvm::Value* number) {
            llvm::Value* grown = enlarged_if(right_grows, enlarged_if(left_grows, number));
            return builder_.CreateSelect(is_large, builder_.CreateFMul(grown, constant(0.25)), grown);
        };
        llvm::Value* a = enlarged_if(left_grows, left);
        a = builder_.CreateSelect(is_large, builder_.CreateFMul(a, constant(0.25)), a);
        llvm::Value* b = enlarged_if(right_grows, right);
        llvm::Value* near = near_fused_error(a, b, scaled(addend), scaled(result));
        // A product that is far smaller than the addend's last bit does not change the result, so the product is the
        // error.
        llvm::Value* is_far =
            builder_.CreateAnd(is_small, builder_.CreateFCmpOGT(absolute(addend), constant(0x1p-800)));
        return builder_.CreateSelect(is_far, builder_.CreateFMul(a, b), near);
    }

    // The algorithm ErrFma of Boldo and Muller (2005).
    llvm::Value* near_fused_error(llvm::Value* left, llvm::Value* right, llvm::Value* addend, llvm::Value* result) {
        llvm::Value* product = builder_.CreateFMul(left, right);
        llvm::Value* of_product = multiply_add(left, right, builder_.CreateFNeg(product));
        llvm::Value* low = builder_.CreateFAdd(addend, of_product);
        llvm::Value* of_low = error_of_sum(low, addend, of_product);
        llvm::Value* high = builder_.CreateFAdd(product, low);
        llvm::Value* of_high = error_of_sum(high, product, low);
        llvm::Value* rest = builder_.CreateFAdd(builder_.CreateFSub(high, result), of_high);
        return builder_.CreateFAdd(rest, of_low);
    }

    llvm::Value* constant(double value) const { return llvm::ConstantFP::get(type_, value); }
    llvm::Value* absolute(llvm::Value* number) { return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number); }

    llvm::Value* is_infinite(llvm::Value* number) {
        return builder_.CreateFCmpOEQ(absolute(number), llvm::ConstantFP::getInfinity(type_));
    }
    llvm::Value* is_finite(llvm::Value* number) {
        return builder_.CreateFCmpOLT(absolute(number), llvm::ConstantFP::getInfinity(type_));
    }

    llvm::Value* bits_of(llvm::Value* number) { return builder_.CreateBitCast(number, bits_); }
    llvm::Value* number_of(llvm::Value* bits) { return builder_.CreateBitCast(bits, type_); }
    llvm::Value* is_negative(llvm::Value* bits) {
        return builder_.CreateICmpSLT(bits, llvm::Constant::getNullValue(bits_));
    }

    // True if the exact value lies beyond `number` in the mode's direction. `error` is 0 or has the right sign.
    llvm::Value* is_passed(llvm::Value* error, llvm::Value* number) {
        switch (mode_) {
            case FPRoundingMode::RTP: return builder_.CreateFCmpOGT(error, constant(0));
            case FPRoundingMode::RTN: return builder_.CreateFCmpOLT(error, constant(0));
            default: break;
        }
        llvm::Value* differ = is_negative(builder_.CreateXor(bits_of(error), bits_of(number)));
        return builder_.CreateAnd(differ, builder_.CreateFCmpONE(error, constant(0)));
    }

    // Rounds in the mode's direction: returns `number`, which is nearest to the exact value, or the neighbour of
    // `number` in this direction. If the result of finite operands overflows, it becomes infinity only if the mode
    // rounds toward that infinity.
    llvm::Value* directed(llvm::Value* number, llvm::Value* error, llvm::Value* are_finite) {
        llvm::Value* bits = bits_of(number);
        llvm::Value* is_minus = is_negative(bits);
        llvm::Value* is_over = builder_.CreateAnd(is_infinite(number), are_finite);
        llvm::Value* moves = is_passed(error, number);
        llvm::Value* one = llvm::ConstantInt::get(bits_, 1);
        llvm::Value* larger = builder_.CreateAdd(bits, one);
        llvm::Value* smaller = builder_.CreateSub(bits, one);
        switch (mode_) {
            case FPRoundingMode::RTP:
                is_over = builder_.CreateAnd(is_over, is_minus);
                larger = builder_.CreateSelect(is_minus, smaller, larger);
                break;
            case FPRoundingMode::RTN:
                is_over = builder_.CreateAnd(is_over, builder_.CreateNot(is_minus));
                larger = builder_.CreateSelect(is_minus, larger, smaller);
                break;
            default: larger = smaller; break;
        }
        bits = builder_.CreateSelect(moves, larger, bits);
        return number_of(builder_.CreateSelect(is_over, smaller, bits));
    }

    // Rounded down, an exact sum of 0 is -0 unless all its addends are +0 (IEEE 754, section 6.3). `signs` has the sign
    // bits of the addends.
    llvm::Value* with_zero(llvm::Value* result, llvm::Value* error, llvm::Value* signs) {
        if (mode_ != FPRoundingMode::RTN) return result;
        llvm::Value* is_zero =
            builder_.CreateAnd(builder_.CreateFCmpOEQ(result, constant(0)), builder_.CreateFCmpOEQ(error, constant(0)));
        const llvm::APInt mask = llvm::APInt::getSignMask(bits_->getScalarSizeInBits());
        llvm::Value* zero = builder_.CreateAnd(signs, llvm::ConstantInt::get(bits_, mask));
        return builder_.CreateSelect(is_zero, number_of(zero), result);
    }

    llvm::Value* are_finite(llvm::Value* left, llvm::Value* right) {
        return builder_.CreateAnd(is_finite(left), is_finite(right));
    }

    llvm::Value* sum(llvm::Value* left, llvm::Value* right) {
        llvm::Value* result = builder_.CreateFAdd(left, right);
        llvm::Value* error = error_of_sum(result, left, right);
        return with_zero(directed(result, error, are_finite(left, right)), error,
                         builder_.CreateOr(bits_of(left), bits_of(right)));
    }

    // Returns the exact sum of two numbers minus the rounded sum.
    llvm::Value* error_of_sum(llvm::Value* rounded, llvm::Value* left, llvm::Value* right) {
        llvm::Value* of_right = builder_.CreateFSub(rounded, left);
        llvm::Value* of_left = builder_.CreateFSub(rounded, of_right);
        return builder_.CreateFAdd(builder_.CreateFSub(left, of_left), builder_.CreateFSub(right, of_right));
    }

    // The factor is so small that an enlarged tiny number never overflows, and so large that products of enlarged
    // numbers have no subnormal errors.
    llvm::Value* enlarged_if(llvm::Value* condition, llvm::Value* number) {
        return builder_.CreateSelect(condition, builder_.CreateFMul(number, constant(0x1p537)), number);
    }
    llvm::Value* is_tiny(llvm::Value* number) { return builder_.CreateFCmpOLT(absolute(number), constant(0x1p-900)); }
    llvm::Value* is_below_one(llvm::Value* number) { return builder_.CreateFCmpOLT(absolute(number), constant(1)); }

    llvm::Value* multiply_add(llvm::Value* left, llvm::Value* right, llvm::Value* addend) {
        return call_elementwise(body_, "fma", type_, {left, right, addend});
    }

    llvm::Value* product(llvm::Value* left, llvm::Value* right) {
        llvm::Value* result = builder_.CreateFMul(left, right);
        llvm::Value* is_small = is_tiny(result);
        llvm::Value* left_grows = builder_.CreateAnd(is_small, is_below_one(left));
        llvm::Value* right_grows = builder_.CreateAnd(is_small, is_below_one(right));
        llvm::Value* grown = enlarged_if(right_grows, enlarged_if(left_grows, result));
        llvm::Value* error =
            multiply_add(enlarged_if(left_grows, left), enlarged_if(right_grows, right), builder_.CreateFNeg(grown));
        return directed(result, error, are_finite(left, right));
    }

    llvm::Value* quotient(llvm::Value* left, llvm::Value* right) {
        llvm::Value* result = builder_.CreateFDiv(left, right);
        llvm::Value* is_small = is_tiny(left);
        llvm::Value* right_grows = builder_.CreateAnd(is_small, is_below_one(right));
        llvm::Value* result_grows = builder_.CreateAnd(is_small, builder_.CreateNot(right_grows));
        llvm::Value* error = multiply_add(builder_.CreateFNeg(enlarged_if(result_grows, result)),
                                          enlarged_if(right_grows, right), enlarged_if(is_small, left));
        // The remainder has the sign of the quotient's error if the divisor is positive, and the opposite sign
        // otherwise.
        error = builder_.CreateSelect(is_negative(bits_of(right)), builder_.CreateFNeg(error), error);
        llvm::Value* has_quotient = builder_.CreateFCmpONE(right, constant(0));
        return directed(result, error, builder_.CreateAnd(has_quotient, are_finite(left, right)));
    }

    Body& body_;
    llvm::IRBuilder<>& builder_;
    const FPRoundingMode mode_;
    llvm::Type* type_;
    llvm::Type* bits_;
};

llvm::Value* convert(Body& body, FPRoundingMode mode, llvm::Value* number, llvm::Type* type) {
    if (number->getType() == type) return number;
    if (mode == FPRoundingMode::RTE) return body.builder.CreateFPTrunc(number, type);
    const std::string name = type->getScalarType()->isHalfTy() ? "convert_half" : "convert_float";
    return by_components(body, type, {number}, [&](llvm::Type* result, Arguments values) -> llvm::Value* {
        const unsigned components = components_of(result);
        const std::string full = name + (components == 0 ? "" : std::to_string(components)).append(suffix_of(mode));
        return call_builtin(body, full, result, il::number(values[0]->getType()), values);
    });
}

// Computes with doubles and without fast-math flags.
class InDoubles {
public:
    InDoubles(Body& body, FPRoundingMode mode, llvm::Type* type)
        : arithmetic(body, mode, type->getWithNewType(body.builder.getDoubleTy())),
          body_(body),
          guard_(body.builder),
          mode_(mode),
          type_(type) {
        body.builder.clearFastMathFlags();
    }

    bool is_double() const { return type_->getScalarType()->isDoubleTy(); }
    llvm::Value* widen(llvm::Value* number) {
        return body_.builder.CreateFPCast(number, type_->getWithNewType(body_.builder.getDoubleTy()));
    }
    llvm::Value* narrow(llvm::Value* number) { return convert(body_, mode_, number, type_); }

    Directed arithmetic;

private:
    Body& body_;
    const llvm::IRBuilderBase::FastMathFlagGuard guard_;
    const FPRoundingMode mode_;
    llvm::Type* type_;
};

}  // namespace

std::string_view suffix_of(FPRoundingMode mode) {
    switch (mode) {
        case FPRoundingMode::RTZ: return "_rtz";
        case FPRoundingMode::RTP: return "_rtp";
        case FPRoundingMode::RTN: return "_rtn";
        default: return "_rte";
    }
}

std::optional<FPRoundingMode> decorated_rounding(const Body& body, const Instruction& instruction) {
    const auto mode = body.all.annotations.find(instruction.result, spirv::Decoration::FPRoundingMode);
    if (!mode || mode->empty()) return std::nullopt;
    body.all.require((*mode)[0] <= static_cast<std::uint32_t>(FPRoundingMode::RTN), instruction,
                     "there is no such rounding mode");
    return static_cast<FPRoundingMode>((*mode)[0]);
}

FPRoundingMode rounding_of(const Body& body, const Instruction& instruction, const llvm::Type* type) {
    return decorated_rounding(body, instruction).value_or(body.modes.of(type).rounding);
}

// Operations on halves and floats are computed with doubles. The results are exact, or have so many correct bits that
// the second rounding, to the shorter type, gives the right number. Rounding twice in the same direction is the same as
// rounding once.
llvm::Value* rounded_operation(Body& body, FPRoundingMode mode, Op op, llvm::Value* left, llvm::Value* right) {
    InDoubles doubles(body, mode, left->getType());
    return doubles.narrow(doubles.arithmetic.apply(op, doubles.widen(left), doubles.widen(right)));
}

// The product of two halves or floats is exact as a double.
llvm::Value* rounded_fused(Body& body, FPRoundingMode mode, llvm::Value* left, llvm::Value* right,
                           llvm::Value* addend) {
    InDoubles doubles(body, mode, left->getType());
    if (doubles.is_double()) return doubles.arithmetic.fused(left, right, addend);
    llvm::Value* product = body.builder.CreateFMul(doubles.widen(left), doubles.widen(right));
    return doubles.narrow(doubles.arithmetic.apply(Op::FAdd, product, doubles.widen(addend)));
}

// Rounding the root to the nearest double, and then to the nearest float or half, is the same as rounding it once.
llvm::Value* rounded_root(Body& body, FPRoundingMode mode, llvm::Value* number) {
    InDoubles doubles(body, mode, number->getType());
    llvm::Value* wide = doubles.widen(number);
    if (mode == FPRoundingMode::RTE)
        return doubles.narrow(body.builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, wide));
    return doubles.narrow(doubles.arithmetic.root(wide));
}

llvm::Value* sum_to_odd(Body& body, llvm::Value* left, llvm::Value* right) {
    InDoubles doubles(body, FPRoundingMode::RTZ, left->getType());
    return doubles.arithmetic.sum_to_odd(left, right);
}

}  // namespace lanewise::compiler::il
