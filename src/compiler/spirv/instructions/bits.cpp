// Shifts, bitwise operations and bit fields (SPIR-V specification, section 3.52.14).
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Decoration;
using spirv::Instruction;
using spirv::Op;

// The shift amount may have another width than the base. SPIR-V leaves the result undefined if the amount is not below
// the base's width. The shift uses the amount modulo the width, as OpenCL C demands (section 6.3.10 of OpenCL C), since
// most modules come from OpenCL C.
llvm::Value* shift(Body& body, const Instruction& instruction) {
    llvm::Value* base = body.integer(instruction, 0);
    llvm::Value* amount = body.integer(instruction, 1);
    const unsigned bits = base->getType()->getScalarSizeInBits();
    body.all.require(components_of(base->getType()) == components_of(amount->getType()), instruction,
                     "base and amount have different numbers of components");
    llvm::IRBuilder<>& builder = body.builder;
    const bool is_power = (bits & (bits - 1)) == 0;
    const unsigned own_bits = amount->getType()->getScalarSizeInBits();
    if (!is_power && (own_bits >= 32 || (1u << own_bits) > bits))
        amount = builder.CreateURem(amount, llvm::ConstantInt::get(amount->getType(), bits));
    amount = builder.CreateZExtOrTrunc(amount, base->getType());
    if (is_power) amount = builder.CreateAnd(amount, llvm::ConstantInt::get(base->getType(), bits - 1));
    switch (instruction.op) {
        case Op::ShiftLeftLogical: {
            const bool no_signed_wrap = body.all.annotations.has(instruction.result, Decoration::NoSignedWrap);
            const bool no_unsigned_wrap = body.all.annotations.has(instruction.result, Decoration::NoUnsignedWrap);
            return builder.CreateShl(base, amount, "", no_unsigned_wrap, no_signed_wrap);
        }
        case Op::ShiftRightLogical: return builder.CreateLShr(base, amount);
        default: return builder.CreateAShr(base, amount);
    }
}

// Returns the low bits of an operand, as many as the result has. The operand may be wider than the result, because
// Clang omits a truncation whose result is masked.
llvm::Value* low_bits(Body& body, const Instruction& instruction, std::size_t index) {
    llvm::Value* value = body.integer(instruction, index);
    llvm::Type* const type = body.result_type(instruction);
    const bool is_wider = type->isIntOrIntVectorTy() && components_of(type) == components_of(value->getType()) &&
                          value->getType()->getScalarSizeInBits() > type->getScalarSizeInBits();
    return is_wider ? body.builder.CreateTrunc(value, type) : value;
}

llvm::Value* bitwise(Body& body, const Instruction& instruction) {
    llvm::Value* left = low_bits(body, instruction, 0);
    llvm::Value* right = low_bits(body, instruction, 1);
    require_equal_types(body, instruction, left, right);
    switch (instruction.op) {
        case Op::BitwiseAnd:
        case Op::LogicalAnd: return body.builder.CreateAnd(left, right);
        case Op::BitwiseOr:
        case Op::LogicalOr: return body.builder.CreateOr(left, right);
        default: return body.builder.CreateXor(left, right);
    }
}

llvm::Value* invert(Body& body, const Instruction& instruction) {
    return body.builder.CreateNot(body.integer(instruction, 0));
}

// OpBitCount, whose result may have another width than the operand, and OpBitReverse.
llvm::Value* count_or_reverse(Body& body, const Instruction& instruction) {
    llvm::Value* value = body.integer(instruction, 0);
    llvm::IRBuilder<>& builder = body.builder;
    if (instruction.op == Op::BitReverse) return builder.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, value);
    llvm::Type* type = body.result_type(instruction);
    body.all.require(type->isIntOrIntVectorTy() && components_of(type) == components_of(value->getType()), instruction,
                     "operand and result have different numbers of components");
    return builder.CreateZExtOrTrunc(builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, value), type);
}

// A field of `count` bits that begins at bit `offset`; both numbers are scalars of any width. The result for a field
// that does not fit the base is undefined. Nevertheless, the shifts must not give poison, because a valid empty field
// may begin after the last bit.
struct Field {
    Field(Body& body, const Instruction& instruction, llvm::Value* base, std::size_t first)
        : builder(body.builder), type(base->getType()), bits(type->getScalarSizeInBits()) {
        offset = operand(body, instruction, first);
        count = operand(body, instruction, first + 1);
    }

    llvm::Value* constant(const llvm::APInt& value) const { return llvm::ConstantInt::get(type, value); }

    /// Returns a number whose lowest `count` bits are set.
    llvm::Value* mask() const {
        llvm::Value* some = builder.CreateShl(constant(llvm::APInt(bits, 1)), safe(count));
        llvm::Value* is_all = builder.CreateICmpUGE(count, constant(llvm::APInt(bits, bits)));
        llvm::Value* ones = constant(llvm::APInt::getAllOnes(bits));
        return builder.CreateSelect(is_all, ones, builder.CreateSub(some, constant(llvm::APInt(bits, 1))));
    }

    /// Returns `amount`, or 0 if the base cannot be shifted by so many bits.
    llvm::Value* safe(llvm::Value* amount) const {
        llvm::Value* is_less = builder.CreateICmpULT(amount, constant(llvm::APInt(bits, bits)));
        return builder.CreateSelect(is_less, amount, constant(llvm::APInt(bits, 0)));
    }

    llvm::IRBuilder<>& builder;
    llvm::Type* type;
    unsigned bits;
    llvm::Value* offset = nullptr;  // number in the base's type; at most the base's width
    llvm::Value* count = nullptr;

private:
    llvm::Value* operand(Body& body, const Instruction& instruction, std::size_t index) const {
        llvm::Value* value = body.integer(instruction, index);
        body.all.require(value->getType()->isIntegerTy(), instruction, "offset and count are scalars");
        llvm::Type* scalar = type->getScalarType();
        const unsigned own_bits = value->getType()->getScalarSizeInBits();
        if (own_bits >= 32 || (1u << own_bits) > bits)
            value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value,
                                                  llvm::ConstantInt::get(value->getType(), bits));
        value = builder.CreateZExtOrTrunc(value, scalar);
        const unsigned components = components_of(type);
        return components == 0 ? value : builder.CreateVectorSplat(components, value);
    }
};

llvm::Value* insert_field(Body& body, const Instruction& instruction) {
    llvm::Value* base = body.integer(instruction, 0);
    llvm::Value* inserted = body.integer(instruction, 1);
    require_equal_types(body, instruction, base, inserted);
    const Field field(body, instruction, base, 2);
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* mask = builder.CreateShl(field.mask(), field.safe(field.offset));
    llvm::Value* placed = builder.CreateAnd(builder.CreateShl(inserted, field.safe(field.offset)), mask);
    return builder.CreateOr(builder.CreateAnd(base, builder.CreateNot(mask)), placed);
}

llvm::Value* extract_field(Body& body, const Instruction& instruction) {
    llvm::Value* base = body.integer(instruction, 0);
    const Field field(body, instruction, base, 1);
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* low = builder.CreateAnd(builder.CreateLShr(base, field.safe(field.offset)), field.mask());
    if (instruction.op == Op::BitFieldUExtract) return low;
    // If the field is empty, `low` is 0, and the result of the shifts below is also 0.
    llvm::Value* unused =
        field.safe(builder.CreateSub(field.constant(llvm::APInt(field.bits, field.bits)), field.count));
    return builder.CreateAShr(builder.CreateShl(low, unused), unused);
}

constexpr TranslationRow rows[] = {
    {Op::ShiftLeftLogical, shift},
    {Op::ShiftRightLogical, shift},
    {Op::ShiftRightArithmetic, shift},
    {Op::BitwiseAnd, bitwise},
    {Op::BitwiseOr, bitwise},
    {Op::BitwiseXor, bitwise},
    {Op::LogicalAnd, bitwise},
    {Op::LogicalOr, bitwise},
    {Op::Not, invert},
    {Op::LogicalNot, invert},
    {Op::BitCount, count_or_reverse},
    {Op::BitReverse, count_or_reverse},
    {Op::BitFieldInsert, insert_field},
    {Op::BitFieldSExtract, extract_field},
    {Op::BitFieldUExtract, extract_field},
};

}  // namespace

std::span<const TranslationRow> bit_rows() { return rows; }

}  // namespace lanewise::compiler::il
