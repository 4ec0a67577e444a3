#include "compiler/analysis/shapes/ramp_quotient.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>

namespace lanewise::compiler {
namespace {

constexpr unsigned word_bits = 32;
constexpr std::uint64_t most_shift = 16;  // maximum log2 of divisor and stride, so that reach() fits 32 bits

// Removes operations with constant operands from an expression, beginning with the outermost operation.
class Operations {
public:
    explicit Operations(const llvm::Value& value) : value_(&value) {}

    /// If the outermost operation has opcode `code` and a constant operand, removes the operation and returns the
    /// operand. Otherwise returns null.
    const llvm::ConstantInt* take(unsigned code) {
        const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value_);
        if (!operation || operation->getOpcode() != code) return nullptr;
        const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
        if (constant) value_ = operation->getOperand(0);
        return constant;
    }
    const llvm::Value* value() const { return value_; }

private:
    const llvm::Value* value_;
};

bool divide(RampQuotient& quotient, std::uint64_t shift) {
    if (shift == 0 || shift > most_shift) return false;
    quotient.shift = static_cast<unsigned>(shift);
    return true;
}

// Recognizes rounding down to a multiple of a power of two (`i & -4`), or up to the number before the next multiple (`i
// | 3`).
bool round(RampQuotient& quotient, Operations& operations, const llvm::DataLayout& layout) {
    if (const auto* bits = operations.take(llvm::Instruction::And)) {
        const llvm::APInt& mask = bits->getValue();
        if (!mask.isShiftedMask() || !divide(quotient, mask.countr_zero())) return false;
        // The ramp must have no bits above the highest bit of the mask.
        const llvm::KnownBits known = llvm::computeKnownBits(operations.value(), layout);
        if (known.countMinLeadingZeros() < mask.countl_zero()) return false;
    } else if (const auto* below = operations.take(llvm::Instruction::Or)) {
        if (!below->getValue().isMask() || !divide(quotient, below->getValue().countr_one())) return false;
        quotient.offset = quotient.remainders();
    } else {
        return false;
    }
    quotient.factor = quotient.remainders() + 1;
    return true;
}

bool divide_and_multiply(RampQuotient& quotient, Operations& operations, bool& is_signed) {
    if (const auto* factor = operations.take(llvm::Instruction::Mul))
        quotient.factor = factor->getValue().getLimitedValue();
    else if (const auto* doublings = operations.take(llvm::Instruction::Shl))
        quotient.factor = std::uint64_t{1} << doublings->getValue().getLimitedValue(most_shift + 1);
    if (const auto* shift = operations.take(llvm::Instruction::LShr))
        return divide(quotient, shift->getValue().getLimitedValue());
    const auto* divisor = operations.take(llvm::Instruction::SDiv);
    is_signed = true;
    return divisor && divisor->getValue().isPowerOf2() && divide(quotient, divisor->getValue().logBase2());
}

}  // namespace

std::optional<RampQuotient> ramp_quotient(const llvm::Value& value, bool extends_signed, const ShapeInfo& shapes,
                                          const llvm::DataLayout& layout) {
    RampQuotient result{.ramp = nullptr};
    Operations operations(value);
    bool is_signed = false;
    if (!round(result, operations, layout)) {
        operations = Operations(value);
        if (!divide_and_multiply(result, operations, is_signed)) return std::nullopt;
    }
    if (result.factor == 0 || result.factor > result.remainders() + 1) return std::nullopt;
    result.ramp = operations.value();
    const unsigned bits = result.ramp->getType()->getScalarSizeInBits();
    const Shape shape = shapes.of(result.ramp);
    if (bits < word_bits || !shape.is_strided() || shape.checked) return std::nullopt;
    if (shape.stride <= 0 || shape.stride > std::int64_t{1} << most_shift) return std::nullopt;
    result.stride = static_cast<std::uint64_t>(shape.stride);
    if (is_signed || extends_signed)
        result.limit = llvm::APInt::getSignedMinValue(bits);
    else if (!shape.no_unsigned_wrap)
        result.limit = llvm::APInt::getZero(bits);
    return result;
}

}  // namespace lanewise::compiler
