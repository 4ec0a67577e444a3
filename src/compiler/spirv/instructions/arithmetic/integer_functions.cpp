// Vendor instructions on integers and bits (SPV_INTEL_shader_integer_functions2, SPV_INTEL_ternary_bitwise_function and
// SPV_INTEL_tensor_float32_conversion), and OpFPGARegINTEL of SPV_INTEL_fpga_reg, which copies a value.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

// "If value is zero, the size in bits of the type of value [...] will be returned."
llvm::Value* count_zeros(Body& body, const Instruction& instruction) {
    llvm::Value* value = body.integer(instruction, 0);
    const auto id = instruction.op == Op::UCountLeadingZerosINTEL ? llvm::Intrinsic::ctlz : llvm::Intrinsic::cttz;
    return body.builder.CreateBinaryIntrinsic(id, value, body.builder.getFalse());
}

llvm::Value* saturated(Body& body, Op op, llvm::Value* left, llvm::Value* right) {
    const auto call = [&](llvm::Intrinsic::ID id) { return body.builder.CreateBinaryIntrinsic(id, left, right); };
    switch (op) {
        case Op::IAddSatINTEL: return call(llvm::Intrinsic::sadd_sat);
        case Op::UAddSatINTEL: return call(llvm::Intrinsic::uadd_sat);
        case Op::ISubSatINTEL: return call(llvm::Intrinsic::ssub_sat);
        default: return call(llvm::Intrinsic::usub_sat);
    }
}

// Returns the average, computed without overflow as (left & right) + (left ^ right) / 2. To round up, computes (left |
// right) - (left ^ right) / 2.
llvm::Value* average(Body& body, Op op, llvm::Value* left, llvm::Value* right) {
    llvm::IRBuilder<>& builder = body.builder;
    const bool is_signed = op == Op::IAverageINTEL || op == Op::IAverageRoundedINTEL;
    llvm::Value* differing = builder.CreateXor(left, right);
    llvm::Value* half = is_signed ? builder.CreateAShr(differing, 1) : builder.CreateLShr(differing, 1);
    const bool is_rounded = op == Op::IAverageRoundedINTEL || op == Op::UAverageRoundedINTEL;
    return is_rounded ? builder.CreateSub(builder.CreateOr(left, right), half)
                      : builder.CreateAdd(builder.CreateAnd(left, right), half);
}

llvm::Value* on_pairs(Body& body, const Instruction& instruction) {
    llvm::Value* left = body.integer(instruction, 0);
    llvm::Value* right = body.integer(instruction, 1);
    require_equal_types(body, instruction, left, right);
    llvm::IRBuilder<>& builder = body.builder;
    switch (instruction.op) {
        case Op::AbsISubINTEL:
        case Op::AbsUSubINTEL: {
            const bool is_signed = instruction.op == Op::AbsISubINTEL;
            llvm::Value* is_larger =
                is_signed ? builder.CreateICmpSGT(left, right) : builder.CreateICmpUGT(left, right);
            return builder.CreateSelect(is_larger, builder.CreateSub(left, right), builder.CreateSub(right, left));
        }
        case Op::IAverageINTEL:
        case Op::UAverageINTEL:
        case Op::IAverageRoundedINTEL:
        case Op::UAverageRoundedINTEL: return average(body, instruction.op, left, right);
        default: return saturated(body, instruction.op, left, right);
    }
}

// OpIMul32x16INTEL: "The low 16-bits of Operand 2 are sign extended to 32-bits before performing the multiplication".
// OpUMul32x16INTEL zero-extends these bits.
llvm::Value* multiply_by_short(Body& body, const Instruction& instruction) {
    llvm::Value* left = body.integer(instruction, 0);
    llvm::Value* right = body.integer(instruction, 1);
    require_equal_types(body, instruction, left, right);
    body.all.require(left->getType()->isIntOrIntVectorTy(32), instruction, "the operands have no 32 bits");
    llvm::IRBuilder<>& builder = body.builder;
    right = builder.CreateTrunc(right, left->getType()->getWithNewBitWidth(16));
    right = instruction.op == Op::IMul32x16INTEL ? builder.CreateSExt(right, left->getType())
                                                 : builder.CreateZExt(right, left->getType());
    return builder.CreateMul(left, right);
}

// Bit i of the constant is the result for the operands' bits A = i & 1, B = i >> 1 & 1 and C = i >> 2.
llvm::Value* by_table(Body& body, const Instruction& instruction) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* const operands[] = {body.integer(instruction, 0), body.integer(instruction, 1),
                                     body.integer(instruction, 2)};
    require_equal_types(body, instruction, operands[0], operands[1]);
    require_equal_types(body, instruction, operands[0], operands[2]);
    const std::uint64_t table = body.all.constant(body.word(instruction, 3), instruction);
    // "If any of the upper 24 bits of LUTIndex are nonzero, then behavior is undefined."
    body.all.require(table <= 0xff, instruction, "the table has more than 8 bits");
    llvm::Value* result = llvm::Constant::getNullValue(operands[0]->getType());
    for (unsigned entry = 0; entry < 8; ++entry) {
        if (((table >> entry) & 1) == 0) continue;
        llvm::Value* term = llvm::Constant::getAllOnesValue(operands[0]->getType());
        for (unsigned i = 0; i < 3; ++i)
            term = builder.CreateAnd(term, ((entry >> i) & 1) != 0 ? operands[i] : builder.CreateNot(operands[i]));
        result = builder.CreateOr(result, term);
    }
    return result;
}

// Numbers of the format TF32 are floats whose last 13 bits are 0.
llvm::Value* round_to_tf32(Body& body, const Instruction& instruction) {
    constexpr std::uint64_t lost = 13;
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* number = body.floating(instruction, 0);
    body.all.require(number->getType()->getScalarType()->isFloatTy(), instruction, "the operand is no float");
    llvm::Type* words = number->getType()->getWithNewType(builder.getInt32Ty());
    const auto constant = [&](std::uint64_t bits) { return llvm::ConstantInt::get(words, bits); };
    llvm::Value* bits = builder.CreateBitCast(number, words);
    llvm::Value* is_odd = builder.CreateAnd(builder.CreateLShr(bits, lost), constant(1));
    llvm::Value* rounded = builder.CreateAdd(builder.CreateAdd(bits, constant((1u << (lost - 1)) - 1)), is_odd);
    llvm::Value* is_nan = builder.CreateFCmpUNO(number, number);
    llvm::Value* quiet = builder.CreateOr(bits, constant(0x00400000));
    llvm::Value* chosen = builder.CreateAnd(builder.CreateSelect(is_nan, quiet, rounded), constant(0xffffe000));
    return builder.CreateBitCast(chosen, number->getType());
}

llvm::Value* copy(Body& body, const Instruction& instruction) { return body.operand(instruction, 0); }

constexpr TranslationRow rows[] = {
    {Op::UCountLeadingZerosINTEL, count_zeros},
    {Op::UCountTrailingZerosINTEL, count_zeros},
    {Op::AbsISubINTEL, on_pairs},
    {Op::AbsUSubINTEL, on_pairs},
    {Op::IAddSatINTEL, on_pairs},
    {Op::UAddSatINTEL, on_pairs},
    {Op::ISubSatINTEL, on_pairs},
    {Op::USubSatINTEL, on_pairs},
    {Op::IAverageINTEL, on_pairs},
    {Op::UAverageINTEL, on_pairs},
    {Op::IAverageRoundedINTEL, on_pairs},
    {Op::UAverageRoundedINTEL, on_pairs},
    {Op::IMul32x16INTEL, multiply_by_short},
    {Op::UMul32x16INTEL, multiply_by_short},
    {Op::BitwiseFunctionINTEL, by_table},
    {Op::RoundFToTF32INTEL, round_to_tf32},
    {Op::FPGARegINTEL, copy},
};

}  // namespace

std::span<const TranslationRow> integer_function_rows() { return rows; }

}  // namespace lanewise::compiler::il
