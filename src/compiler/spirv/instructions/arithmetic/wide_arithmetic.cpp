// Sums with carry, differences with borrow, and products with their upper half (SPIR-V specification, section 3.52.13).
// The results are structures of two members.
#include <llvm/IR/Constants.h>

#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

llvm::Value* make_pair(Body& body, const Instruction& instruction, llvm::Value* low, llvm::Value* high) {
    auto* type = llvm::dyn_cast<llvm::StructType>(body.result_type(instruction));
    body.all.require(type && type->getNumElements() == 2 && Body::has_form(low->getType(), type->getElementType(0)) &&
                         Body::has_form(high->getType(), type->getElementType(1)),
                     instruction, "the result is no structure of two members of the operands' type");
    llvm::Value* pair = llvm::PoisonValue::get(type);
    pair = body.builder.CreateInsertValue(pair, body.to_memory(low, type->getElementType(0)), 0u);
    return body.builder.CreateInsertValue(pair, body.to_memory(high, type->getElementType(1)), 1u);
}

llvm::Value* with_carry(Body& body, const Instruction& instruction) {
    llvm::Value* left = body.integer(instruction, 0);
    llvm::Value* right = body.integer(instruction, 1);
    require_equal_types(body, instruction, left, right);
    llvm::IRBuilder<>& builder = body.builder;
    const bool is_sum = instruction.op == Op::IAddCarry;
    llvm::Value* low = is_sum ? builder.CreateAdd(left, right) : builder.CreateSub(left, right);
    llvm::Value* carry = is_sum ? builder.CreateICmpULT(low, left) : builder.CreateICmpULT(left, right);
    return make_pair(body, instruction, low, builder.CreateZExt(carry, left->getType()));
}

// Returns the upper half of a product. Calls a builtin for 64-bit integers; multiplies all other integers in twice
// their width.
llvm::Value* upper_half(Body& body, llvm::Value* left, llvm::Value* right, bool is_signed) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* type = left->getType();
    const unsigned bits = type->getScalarSizeInBits();
    if (bits == 64)
        return call_elementwise(body, "mul_hi", type, {left, right}, is_signed ? Sign::is_signed : Sign::is_unsigned);
    llvm::Type* wide = type->getWithNewBitWidth(2 * bits);
    llvm::Value* product = is_signed
                               ? builder.CreateMul(builder.CreateSExt(left, wide), builder.CreateSExt(right, wide))
                               : builder.CreateMul(builder.CreateZExt(left, wide), builder.CreateZExt(right, wide));
    return builder.CreateTrunc(builder.CreateLShr(product, bits), type);
}

llvm::Value* extended_product(Body& body, const Instruction& instruction) {
    llvm::Value* left = body.integer(instruction, 0);
    llvm::Value* right = body.integer(instruction, 1);
    require_equal_types(body, instruction, left, right);
    llvm::Value* high = upper_half(body, left, right, instruction.op == Op::SMulExtended);
    return make_pair(body, instruction, body.builder.CreateMul(left, right), high);
}

constexpr TranslationRow rows[] = {
    {Op::IAddCarry, with_carry},
    {Op::ISubBorrow, with_carry},
    {Op::UMulExtended, extended_product},
    {Op::SMulExtended, extended_product},
};

}  // namespace

std::span<const TranslationRow> wide_arithmetic_rows() { return rows; }

}  // namespace lanewise::compiler::il
