#include "compiler/spirv/instructions/groups/lane_values.h"

#include <llvm/IR/Constants.h>

#include <algorithm>
#include <bit>

#include "compiler/spirv/instructions/memory_semantics.h"

namespace lanewise::compiler::il {

using spirv::Instruction;

namespace {

constexpr unsigned largest_word = 64;

// Applies `step` to an integer of up to 64 bits, which is extended to 8, 16, 32 or 64 bits for this step.
llvm::Value* move_integer(Body& body, llvm::Value* value, unsigned least_bits, Step step) {
    const unsigned bits = std::max({std::bit_ceil(value->getType()->getIntegerBitWidth()), least_bits, 8U});
    llvm::Value* word = body.builder.CreateZExt(value, body.builder.getIntNTy(bits));
    return body.builder.CreateTrunc(step(word), value->getType());
}

llvm::Value* move_long_integer(Body& body, llvm::Value* value, Step step) {
    llvm::IRBuilder<>& builder = body.builder;
    const unsigned words = (value->getType()->getIntegerBitWidth() + largest_word - 1) / largest_word;
    llvm::Type* type = builder.getIntNTy(words * largest_word);
    llvm::Value* whole = builder.CreateZExt(value, type);
    llvm::Value* result = llvm::ConstantInt::get(type, 0);
    for (unsigned i = 0; i < words; ++i) {
        llvm::Value* word = builder.CreateTrunc(builder.CreateLShr(whole, i * largest_word), builder.getInt64Ty());
        result = builder.CreateOr(result, builder.CreateShl(builder.CreateZExt(step(word), type), i * largest_word));
    }
    return builder.CreateTrunc(result, value->getType());
}

llvm::Value* move_scalar(Body& body, const Instruction& instruction, llvm::Value* value, unsigned least_bits,
                         Step step) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* type = value->getType();
    if (type->isHalfTy() || type->isFloatTy() || type->isDoubleTy()) return step(value);
    if (type->isBFloatTy())
        return builder.CreateBitCast(
            move_integer(body, builder.CreateBitCast(value, builder.getInt16Ty()), least_bits, step), type);
    if (type->isPointerTy())
        return builder.CreateIntToPtr(step(builder.CreatePtrToInt(value, builder.getInt64Ty())), type);
    body.all.require(type->isIntegerTy(), instruction, "the value is no number, bool, or vector of these");
    if (type->getIntegerBitWidth() > largest_word) return move_long_integer(body, value, step);
    return move_integer(body, value, least_bits, step);
}

}  // namespace

llvm::Value* for_components(Body& body, llvm::Value* value, Step step) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
    if (!vector) return step(value);
    llvm::Value* result = nullptr;
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
        llvm::Value* component = step(body.builder.CreateExtractElement(value, i));
        if (!result)
            result = llvm::PoisonValue::get(llvm::FixedVectorType::get(component->getType(), vector->getNumElements()));
        result = body.builder.CreateInsertElement(result, component, i);
    }
    return result;
}

llvm::Value* move_words(Body& body, const Instruction& instruction, llvm::Value* value, unsigned least_bits,
                        Step step) {
    return for_components(body, value, [&](llvm::Value* component) {
        return move_scalar(body, instruction, component, least_bits, step);
    });
}

llvm::Value* word_operand(Body& body, const Instruction& instruction, std::size_t index) {
    llvm::Value* value = body.integer(instruction, index);
    // A vector of one component is treated as a scalar.
    if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
        vector && vector->getNumElements() == 1)
        value = body.builder.CreateExtractElement(value, std::uint64_t{0});
    body.all.require(value->getType()->isIntegerTy(), instruction, "an operand is no scalar integer");
    return body.builder.CreateZExtOrTrunc(value, body.builder.getInt32Ty());
}

llvm::Value* predicate_operand(Body& body, const Instruction& instruction, std::size_t index) {
    llvm::Value* value = body.operand(instruction, index);
    body.all.require(value->getType()->isIntegerTy(1), instruction, "the predicate is no bool");
    return body.builder.CreateZExt(value, body.builder.getInt32Ty());
}

void require_sub_group(const Body& body, const Instruction& instruction) {
    const auto scope = read_scope(body, instruction, 0);
    body.all.require(scope == spirv::Scope::Subgroup, instruction, "the scope is not the constant Subgroup");
}

bool is_of_work_group(const Body& body, const Instruction& instruction) {
    const auto scope = read_scope(body, instruction, 0);
    body.all.require(scope == spirv::Scope::Workgroup || scope == spirv::Scope::Subgroup, instruction,
                     "the scope is neither the constant Workgroup nor the constant Subgroup");
    return scope == spirv::Scope::Workgroup;
}

}  // namespace lanewise::compiler::il
