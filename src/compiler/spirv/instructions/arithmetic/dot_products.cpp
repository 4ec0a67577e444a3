// Dot products of vectors of floating-point numbers or integers, also of integers packed into a word (SPIR-V
// specification, section 3.52.13).
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "compiler/spirv/instructions/arithmetic/directed_rounding.h"
#include "compiler/spirv/instructions/arithmetic/small_floats.h"
#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/fast_math.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::FPRoundingMode;
using spirv::Instruction;
using spirv::Op;

// Sums the components from the first to the last.
llvm::Value* sum_of_products(Body& body, llvm::Value* left, llvm::Value* right, FPRoundingMode mode) {
    const auto apply = [&](Op op, llvm::Value* a, llvm::Value* b) -> llvm::Value* {
        if (mode != FPRoundingMode::RTE) return rounded_operation(body, mode, op, a, b);
        return op == Op::FMul ? body.builder.CreateFMul(a, b) : body.builder.CreateFAdd(a, b);
    };
    const unsigned components = components_of(left->getType());
    llvm::Value* products = apply(Op::FMul, left, right);
    llvm::Value* sum = body.builder.CreateExtractElement(products, std::uint64_t{0});
    for (unsigned i = 1; i < components; ++i)
        sum = apply(Op::FAdd, sum, body.builder.CreateExtractElement(products, i));
    return sum;
}

llvm::Value* dot(Body& body, const Instruction& instruction) {
    const bool is_bfloat = body.operand_type(instruction, 0).is_bfloat;
    llvm::Value* left = body.operand(instruction, 0);
    llvm::Value* right = body.operand(instruction, 1);
    require_equal_types(body, instruction, left, right);
    body.all.require(left->getType()->isVectorTy() && (is_bfloat || left->getType()->isFPOrFPVectorTy()), instruction,
                     "the operands are no vectors of floating-point numbers");
    llvm::IRBuilder<>& builder = body.builder;
    if (is_bfloat)
        return float_to_bfloat(builder, sum_of_products(body, bfloat_to_float(builder, left),
                                                        bfloat_to_float(builder, right), FPRoundingMode::RTE));
    const FastMath scope(body, instruction, left->getType());
    const unsigned components = components_of(left->getType());
    left = flushed(body, left);
    right = flushed(body, right);
    const FPRoundingMode mode = rounding_of(body, instruction, left->getType());
    if (components < 2 || components > 4 || mode != FPRoundingMode::RTE)
        return flushed(body, sum_of_products(body, left, right, mode));
    const Parameter parameter = number(left->getType());
    return flushed(body,
                   call_builtin(body, "dot", left->getType()->getScalarType(), {parameter, parameter}, {left, right}));
}

// OpFDot2MixAcc16VALVE and OpFDot2MixAcc32VALVE: products of halves or bfloat16 numbers, summed as floats
// (SPV_VALVE_mixed_float_dot_product).
llvm::Value* mixed_dot(Body& body, const Instruction& instruction) {
    llvm::IRBuilder<>& builder = body.builder;
    const TypeInfo& result = body.all.types.info(instruction.type, instruction);
    const bool is_bfloat = body.operand_type(instruction, 0).is_bfloat;
    llvm::Value* left = body.operand(instruction, 0);
    llvm::Value* right = body.operand(instruction, 1);
    llvm::Value* accumulator = body.operand(instruction, 2);
    llvm::Type* component = left->getType()->getScalarType();
    const bool is_wide = instruction.op == Op::FDot2MixAcc32VALVE;
    body.all.require(components_of(left->getType()) == 2 && left->getType() == right->getType() &&
                         (is_bfloat || component->isHalfTy()),
                     instruction, "the operands are no vectors of two 16-bit numbers");
    const bool fits = is_wide ? result.value->isFloatTy() : result.value == component && result.is_bfloat == is_bfloat;
    body.all.require(fits && accumulator->getType() == result.value, instruction,
                     "the accumulator does not fit the operands and the result");
    const auto widen = [&](llvm::Value* value) {
        if (value->getType()->isFPOrFPVectorTy())
            return builder.CreateFPCast(value, value->getType()->getWithNewType(builder.getFloatTy()));
        return bfloat_to_float(builder, value);
    };
    const FastMath scope(body, instruction, builder.getFloatTy());
    llvm::Value* sum = sum_of_products(body, widen(left), widen(right), FPRoundingMode::RTE);
    sum = builder.CreateFAdd(sum, widen(accumulator));
    if (is_wide) return sum;
    return is_bfloat ? float_to_bfloat(builder, sum) : builder.CreateFPCast(sum, component);
}

bool is_signed_left(Op op) {
    return op == Op::SDot || op == Op::SDotAccSat || op == Op::SUDot || op == Op::SUDotAccSat;
}
bool is_signed_right(Op op) { return op == Op::SDot || op == Op::SDotAccSat; }
bool accumulates(Op op) { return op == Op::SDotAccSat || op == Op::UDotAccSat || op == Op::SUDotAccSat; }

// Returns the operand as a vector. An operand that is a word holds four components of 8 bits each (section 3.40,
// "Packed Vector Format").
llvm::Value* components(Body& body, const Instruction& instruction, std::size_t index, std::size_t format) {
    llvm::Value* value = body.integer(instruction, index);
    if (value->getType()->isVectorTy()) return value;
    body.all.require(value->getType()->isIntegerTy(32) && format < instruction.operands.size() &&
                         static_cast<spirv::PackedVectorFormat>(instruction.operands[format]) ==
                             spirv::PackedVectorFormat::PackedVectorFormat4x8Bit,
                     instruction, "an operand is neither a vector nor a word of four components of 8 bits");
    return body.builder.CreateBitCast(value, llvm::FixedVectorType::get(body.builder.getInt8Ty(), 4));
}

llvm::Value* integer_dot(Body& body, const Instruction& instruction) {
    llvm::IRBuilder<>& builder = body.builder;
    const Op op = instruction.op;
    const std::size_t format = accumulates(op) ? 3 : 2;
    llvm::Value* left = components(body, instruction, 0, format);
    llvm::Value* right = components(body, instruction, 1, format);
    require_equal_types(body, instruction, left, right);
    llvm::Type* result = body.result_type(instruction);
    body.all.require(result->isIntegerTy() && result->getIntegerBitWidth() >= left->getType()->getScalarSizeInBits(),
                     instruction, "the result is no integer with all bits of a component");
    llvm::Type* wide = with_components_of(result, left->getType());
    const auto extend = [&](llvm::Value* value, bool is_signed) {
        return is_signed ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
    };
    llvm::Value* products = builder.CreateMul(extend(left, is_signed_left(op)), extend(right, is_signed_right(op)));
    llvm::Value* sum = builder.CreateExtractElement(products, std::uint64_t{0});
    for (unsigned i = 1; i < components_of(wide); ++i)
        sum = builder.CreateAdd(sum, builder.CreateExtractElement(products, i));
    if (!accumulates(op)) return sum;
    llvm::Value* accumulator = body.integer(instruction, 2);
    require_equal_types(body, instruction, sum, accumulator);
    const auto saturated = op == Op::UDotAccSat ? llvm::Intrinsic::uadd_sat : llvm::Intrinsic::sadd_sat;
    return builder.CreateBinaryIntrinsic(saturated, sum, accumulator);
}

constexpr TranslationRow rows[] = {
    {Op::Dot, dot},
    {Op::FDot2MixAcc16VALVE, mixed_dot},
    {Op::FDot2MixAcc32VALVE, mixed_dot},
    {Op::SDot, integer_dot},
    {Op::UDot, integer_dot},
    {Op::SUDot, integer_dot},
    {Op::SDotAccSat, integer_dot},
    {Op::UDotAccSat, integer_dot},
    {Op::SUDotAccSat, integer_dot},
};

}  // namespace

std::span<const TranslationRow> dot_product_rows() { return rows; }

}  // namespace lanewise::compiler::il
