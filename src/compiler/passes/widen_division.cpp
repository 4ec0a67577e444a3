// Integer division by a value that is no constant: processors divide vectors of floating-point numbers only. Those of
// twice the width hold every operand, and their quotient, rounded towards zero, is the integer one: a quotient below
// the integer n falls short of it by at least 1 / divisor, and n * divisor is below 2^bits, so by more than the rounding.
// No lane traps, those that are off may divide by zero.
#include "compiler/passes/widener.h"

namespace lanewise::compiler {

namespace {

bool is_signed(const llvm::BinaryOperator& division) {
    return division.getOpcode() == llvm::Instruction::SDiv || division.getOpcode() == llvm::Instruction::SRem;
}

bool is_remainder(const llvm::BinaryOperator& division) {
    return division.getOpcode() == llvm::Instruction::SRem || division.getOpcode() == llvm::Instruction::URem;
}

}  // namespace

// Unsigned numbers of 32 bits are converted by AVX-512 alone.
bool Widener::divides_as_float(const llvm::BinaryOperator& division) const {
    const unsigned bits = division.getType()->getScalarSizeInBits();
    if (!division.isIntDivRem() || llvm::isa<llvm::Constant>(division.getOperand(1))) return false;
    if (bits == 32) return is_signed(division) ? options_.isa.masked_memory : options_.isa.gather;
    return (bits == 8 || bits == 16) && options_.isa.masked_memory;
}

// For a divisor that all lanes share, the reciprocal: too large by more than all rounding and by less than would bring
// a quotient up to the next integer.
llvm::Value* Widener::reciprocal(llvm::Value* divisor) {
    const double more = divisor->getType()->isDoubleTy() ? 0x1p-40 : 0x1p-20;
    llvm::Value* scalar = builder_.CreateFDiv(llvm::ConstantFP::get(divisor->getType(), 1 + more), divisor);
    return builder_.CreateVectorSplat(lanes_, scalar);
}

llvm::Value* Widener::divide_as_float(const llvm::BinaryOperator& division, llvm::Value* dividend,
                                      llvm::Value* divisor) {
    const unsigned bits = division.getType()->getScalarSizeInBits();
    llvm::Type* real = bits == 32 ? builder_.getDoubleTy() : builder_.getFloatTy();
    llvm::Type* integer = builder_.getInt32Ty();
    const bool with_sign = is_signed(division), as_signed = with_sign || bits < 32;
    const bool shared = shapes_.of(division.getOperand(1)).is_uniform() && !division.getType()->isVectorTy();
    if (shared) divisor = values_->scalar(division.getOperand(1));
    const auto of_shape = [](llvm::Type* element, llvm::Value* like) -> llvm::Type* {
        auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(like->getType());
        return lanes ? llvm::FixedVectorType::get(element, lanes->getNumElements()) : element;
    };
    const auto to_integer = [&](llvm::Value* value) {
        llvm::Type* type = of_shape(integer, value);
        return with_sign ? builder_.CreateSExt(value, type) : builder_.CreateZExt(value, type);
    };
    const auto to_real = [&](llvm::Value* value) {
        llvm::Type* type = of_shape(real, value);
        return as_signed ? builder_.CreateSIToFP(value, type) : builder_.CreateUIToFP(value, type);
    };
    dividend = to_integer(dividend);
    divisor = to_integer(divisor);
    llvm::Value* quotient = shared ? builder_.CreateFMul(to_real(dividend), reciprocal(to_real(divisor)))
                                   : builder_.CreateFDiv(to_real(dividend), to_real(divisor));
    llvm::Type* lanes = values_->lanes_of(integer);
    llvm::Value* result = as_signed ? builder_.CreateFPToSI(quotient, lanes) : builder_.CreateFPToUI(quotient, lanes);
    if (shared) divisor = builder_.CreateVectorSplat(lanes_, divisor);
    if (is_remainder(division)) result = builder_.CreateSub(dividend, builder_.CreateMul(result, divisor));
    return builder_.CreateTrunc(result, values_->lanes_of(division.getType()->getScalarType()));
}

}  // namespace lanewise::compiler
