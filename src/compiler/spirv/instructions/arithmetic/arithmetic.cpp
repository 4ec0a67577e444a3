// Arithmetic (SPIR-V specification, section 3.52.13).
#include <llvm/IR/Constants.h>

#include "compiler/spirv/instructions/arithmetic/directed_rounding.h"
#include "compiler/spirv/instructions/arithmetic/small_float_arithmetic.h"
#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/fast_math.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Decoration;
using spirv::FPRoundingMode;
using spirv::Instruction;
using spirv::Op;

llvm::Value* integer_operation(Body& body, const Instruction& instruction) {
    llvm::Value* left = body.integer(instruction, 0);
    llvm::Value* right = body.integer(instruction, 1);
    require_equal_types(body, instruction, left, right);
    const bool no_signed_wrap = body.all.annotations.has(instruction.result, Decoration::NoSignedWrap);
    const bool no_unsigned_wrap = body.all.annotations.has(instruction.result, Decoration::NoUnsignedWrap);
    switch (instruction.op) {
        case Op::IAdd: return body.builder.CreateAdd(left, right, "", no_unsigned_wrap, no_signed_wrap);
        case Op::ISub: return body.builder.CreateSub(left, right, "", no_unsigned_wrap, no_signed_wrap);
        default: return body.builder.CreateMul(left, right, "", no_unsigned_wrap, no_signed_wrap);
    }
}

// Integer division. The result of OpSRem has the sign of the dividend, and the result of OpSMod has the sign of the
// divisor.
llvm::Value* division(Body& body, const Instruction& instruction) {
    llvm::Value* left = body.integer(instruction, 0);
    llvm::Value* right = body.integer(instruction, 1);
    require_equal_types(body, instruction, left, right);
    llvm::IRBuilder<>& builder = body.builder;
    switch (instruction.op) {
        case Op::UDiv: return builder.CreateUDiv(left, right);
        case Op::SDiv: return builder.CreateSDiv(left, right);
        case Op::UMod: return builder.CreateURem(left, right);
        case Op::SRem: return builder.CreateSRem(left, right);
        default: break;
    }
    llvm::Value* remainder = builder.CreateSRem(left, right);
    llvm::Value* zero = llvm::Constant::getNullValue(left->getType());
    llvm::Value* differ = builder.CreateICmpSLT(builder.CreateXor(remainder, right), zero);
    llvm::Value* wrong = builder.CreateAnd(differ, builder.CreateICmpNE(remainder, zero));
    return builder.CreateSelect(wrong, builder.CreateAdd(remainder, right), remainder);
}

llvm::Value* floating_operation(Body& body, const Instruction& instruction) {
    llvm::Value* left = body.floating(instruction, 0);
    llvm::Value* right = body.floating(instruction, 1);
    require_equal_types(body, instruction, left, right);
    const FastMath scope(body, instruction, left->getType());
    left = flushed(body, left);
    right = flushed(body, right);
    if (const auto mode = rounding_of(body, instruction, left->getType()); mode != FPRoundingMode::RTE)
        return flushed(body, rounded_operation(body, mode, instruction.op, left, right));
    // A decoration demands a correctly rounded quotient, even if the build options allow a less exact one
    // (SPV_INTEL_rounded_divide_sqrt).
    if (decorated_rounding(body, instruction)) body.builder.clearFastMathFlags();
    switch (instruction.op) {
        case Op::FAdd: return flushed(body, body.builder.CreateFAdd(left, right));
        case Op::FSub: return flushed(body, body.builder.CreateFSub(left, right));
        case Op::FMul: return flushed(body, body.builder.CreateFMul(left, right));
        default: return flushed(body, body.builder.CreateFDiv(left, right));
    }
}

// The result of OpFRem has the sign of the dividend, like the result of OpenCL C's fmod. The result of OpFMod has the
// sign of the divisor. Both results are exact, unless OpFMod adds the divisor to correct the sign: this addition
// rounds.
llvm::Value* floating_remainder(Body& body, const Instruction& instruction) {
    llvm::Value* left = flushed(body, body.floating(instruction, 0));
    llvm::Value* right = flushed(body, body.floating(instruction, 1));
    require_equal_types(body, instruction, left, right);
    llvm::IRBuilder<>& builder = body.builder;
    const FastMath scope(body, instruction, left->getType());
    const bool is_constant = llvm::isa<llvm::Constant>(left) && llvm::isa<llvm::Constant>(right);
    llvm::Value* remainder =
        is_constant ? builder.CreateFRem(left, right) : call_elementwise(body, "fmod", left->getType(), {left, right});
    if (instruction.op == Op::FRem) return flushed(body, remainder);
    llvm::Type* bits = with_components_of(builder.getIntNTy(left->getType()->getScalarSizeInBits()), left->getType());
    llvm::Value* signs = builder.CreateXor(builder.CreateBitCast(remainder, bits), builder.CreateBitCast(right, bits));
    llvm::Value* differ = builder.CreateICmpSLT(signs, llvm::Constant::getNullValue(bits));
    llvm::Value* is_wrong =
        builder.CreateAnd(differ, builder.CreateFCmpUNE(remainder, llvm::Constant::getNullValue(left->getType())));
    const auto mode = rounding_of(body, instruction, left->getType());
    llvm::Value* sum = mode == FPRoundingMode::RTE ? builder.CreateFAdd(remainder, right)
                                                   : rounded_operation(body, mode, Op::FAdd, remainder, right);
    return flushed(body, builder.CreateSelect(is_wrong, sum, remainder));
}

llvm::Value* multiply_add(Body& body, const Instruction& instruction) {
    if (body.all.types.info(instruction.type, instruction).is_bfloat && !body.widens_small_floats)
        return with_floats(body, instruction, 0, [&] { return multiply_add(body, instruction); });
    llvm::Value* left = flushed(body, body.floating(instruction, 0));
    llvm::Value* right = flushed(body, body.floating(instruction, 1));
    llvm::Value* addend = flushed(body, body.floating(instruction, 2));
    require_equal_types(body, instruction, left, right);
    require_equal_types(body, instruction, left, addend);
    const FastMath scope(body, instruction, left->getType());
    if (body.widens_small_floats) return fused_bfloats(body, left, right, addend);
    if (const auto mode = rounding_of(body, instruction, left->getType()); mode != FPRoundingMode::RTE)
        return flushed(body, rounded_fused(body, mode, left, right, addend));
    return flushed(body, call_elementwise(body, "fma", left->getType(), {left, right, addend}));
}

llvm::Value* negate(Body& body, const Instruction& instruction) {
    if (instruction.op == Op::SNegate) {
        const bool no_wrap = body.all.annotations.has(instruction.result, Decoration::NoSignedWrap);
        return body.builder.CreateNeg(body.integer(instruction, 0), "", no_wrap);
    }
    llvm::Value* number = body.floating(instruction, 0);
    const FastMath scope(body, instruction, number->getType());
    return body.builder.CreateFNeg(number);
}

llvm::Value* vector_times_scalar(Body& body, const Instruction& instruction) {
    llvm::Value* vector = body.floating(instruction, 0);
    llvm::Value* scalar = body.floating(instruction, 1);
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector->getType());
    body.all.require(type && scalar->getType() == type->getElementType(), instruction,
                     "the operands are no vector and scalar of one type");
    const FastMath scope(body, instruction, vector->getType());
    llvm::Value* factors = body.builder.CreateVectorSplat(type->getNumElements(), flushed(body, scalar));
    vector = flushed(body, vector);
    if (const auto mode = rounding_of(body, instruction, type); mode != FPRoundingMode::RTE)
        return flushed(body, rounded_operation(body, mode, Op::FMul, vector, factors));
    return flushed(body, body.builder.CreateFMul(vector, factors));
}

llvm::Value* refuse_matrix(Body& body, const Instruction& instruction) {
    body.all.refuse(instruction, "OpenCL kernels have no matrices");
}

constexpr TranslationRow rows[] = {
    {Op::IAdd, integer_operation},
    {Op::ISub, integer_operation},
    {Op::IMul, integer_operation},
    {Op::UDiv, division},
    {Op::SDiv, division},
    {Op::UMod, division},
    {Op::SRem, division},
    {Op::SMod, division},
    {Op::FAdd, floating_operation},
    {Op::FSub, floating_operation},
    {Op::FMul, floating_operation},
    {Op::FDiv, floating_operation},
    {Op::FRem, floating_remainder},
    {Op::FMod, floating_remainder},
    {Op::FmaKHR, multiply_add},
    {Op::SNegate, negate},
    {Op::FNegate, negate},
    {Op::VectorTimesScalar, vector_times_scalar},
    {Op::MatrixTimesScalar, refuse_matrix},
    {Op::VectorTimesMatrix, refuse_matrix},
    {Op::MatrixTimesVector, refuse_matrix},
    {Op::MatrixTimesMatrix, refuse_matrix},
    {Op::OuterProduct, refuse_matrix},
    {Op::Transpose, refuse_matrix},
};

}  // namespace

std::span<const TranslationRow> arithmetic_rows() { return rows; }

}  // namespace lanewise::compiler::il
