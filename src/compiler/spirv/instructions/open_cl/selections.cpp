// Functions of OpenCL.std that choose and join components and bits: shuffle, select, bitselect and upsample.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <bit>

#include "builtins/builtin_library.h"
#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/open_cl/open_cl.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;

// Returns a component of one or two joined vectors of the same type, by an index that is known only at run time.
llvm::Value* component_at(Body& body, llvm::ArrayRef<llvm::Value*> vectors, llvm::Value* index) {
    llvm::IRBuilder<>& builder = body.builder;
    const unsigned length = components_of(vectors[0]->getType());
    const unsigned all = length * static_cast<unsigned>(vectors.size());
    llvm::Type* type = builder.getInt64Ty();
    index = builder.CreateZExtOrTrunc(index, type);
    // "Only the ilogb(2m-1) least significant bits of each mask element are considered." If the number of components is
    // no power of two, the considered bits of an index may be too large; such an index selects an arbitrary component.
    index = builder.CreateAnd(index, builder.getInt64(std::bit_ceil(all) - 1));
    if (!std::has_single_bit(all))
        index = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, index, builder.getInt64(all - 1));
    if (vectors.size() == 1) return builder.CreateExtractElement(vectors[0], index);
    llvm::Value* is_first = builder.CreateICmpULT(index, builder.getInt64(length));
    llvm::Value* rest = builder.CreateSelect(is_first, index, builder.CreateSub(index, builder.getInt64(length)));
    return builder.CreateSelect(is_first, builder.CreateExtractElement(vectors[0], rest),
                                builder.CreateExtractElement(vectors[1], rest));
}

}  // namespace

llvm::Value* shuffle(Body& body, const Instruction& instruction, std::string_view name) {
    const std::size_t sources = name == "shuffle2" ? 2 : 1;
    require_arguments(body, instruction, sources + 1);
    llvm::Type* result = body.result_type(instruction);
    llvm::Value* mask = body.integer(instruction, first_argument + sources);
    llvm::SmallVector<llvm::Value*, 3> arguments;
    llvm::SmallVector<Parameter, 3> parameters;
    for (std::size_t i = 0; i < sources; ++i) {
        llvm::Value* source = body.operand(instruction, first_argument + i);
        const bool fits = source->getType()->isVectorTy() && result->isVectorTy() &&
                          source->getType()->getScalarType() == result->getScalarType() &&
                          (i == 0 || source->getType() == arguments[0]->getType());
        body.all.require(fits, instruction, "the vectors do not fit the result");
        arguments.push_back(source);
        parameters.push_back(number(source->getType(), Sign::is_signed));
    }
    body.all.require(components_of(mask->getType()) == components_of(result), instruction,
                     "the mask has another number of components than the result");
    parameters.push_back(number(mask->getType(), Sign::is_unsigned));
    if (builtins::find(mangle(name, parameters))) {
        arguments.push_back(mask);
        return call_builtin(body, name, result, parameters, arguments);
    }
    llvm::Value* whole = llvm::PoisonValue::get(result);
    for (unsigned i = 0; i < components_of(result); ++i)
        whole = body.builder.CreateInsertElement(
            whole, component_at(body, arguments, body.builder.CreateExtractElement(mask, i)), i);
    return whole;
}

// "For each component of a vector type, result[i] = if MSB of c[i] is set ? b[i] : a[i]. For a scalar type, result = c
// ? b : a."
llvm::Value* select_component(Body& body, const Instruction& instruction, std::string_view) {
    require_arguments(body, instruction, 3);
    llvm::Value* other = body.operand(instruction, first_argument);
    llvm::Value* chosen = body.operand(instruction, first_argument + 1);
    llvm::Value* condition = body.integer(instruction, first_argument + 2);
    llvm::Type* type = condition->getType();
    body.all.require(other->getType() == chosen->getType() && !chosen->getType()->isAggregateType() &&
                         components_of(type) == components_of(chosen->getType()),
                     instruction, "the operands have different types");
    llvm::Value* zero = llvm::Constant::getNullValue(type);
    const auto predicate = type->isVectorTy() ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_NE;
    return body.builder.CreateSelect(body.builder.CreateICmp(predicate, condition, zero), chosen, other);
}

// "Each bit of the result is the corresponding bit of a if the corresponding bit of c is 0. Otherwise it is the
// corresponding bit of b."
llvm::Value* select_bits(Body& body, const Instruction& instruction, std::string_view) {
    require_arguments(body, instruction, 3);
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* type = body.result_type(instruction);
    body.all.require(type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy(), instruction, "the result is no number");
    llvm::Type* bits = type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
    llvm::Value* operands[3];
    for (std::size_t i = 0; i < 3; ++i) {
        llvm::Value* value = body.operand(instruction, first_argument + i);
        body.all.require(value->getType() == type, instruction, "an operand does not fit the result");
        operands[i] = builder.CreateBitCast(value, bits);
    }
    llvm::Value* result = builder.CreateOr(builder.CreateAnd(operands[0], builder.CreateNot(operands[2])),
                                           builder.CreateAnd(operands[1], operands[2]));
    return builder.CreateBitCast(result, type);
}

// "result[i] = ((gentype)hi[i] << bits) | lo[i]". The sign of the result follows from its highest bit, so signed and
// unsigned operands need the same code.
llvm::Value* upsample(Body& body, const Instruction& instruction, std::string_view) {
    require_arguments(body, instruction, 2);
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* type = body.result_type(instruction);
    llvm::Value* high = body.integer(instruction, first_argument);
    llvm::Value* low = body.integer(instruction, first_argument + 1);
    const unsigned bits = low->getType()->getScalarSizeInBits();
    body.all.require(high->getType() == low->getType() && type->isIntOrIntVectorTy() &&
                         type == low->getType()->getWithNewBitWidth(2 * bits),
                     instruction, "the result has not twice the width of the operands");
    high = builder.CreateShl(builder.CreateZExt(high, type), llvm::ConstantInt::get(type, bits));
    return builder.CreateOr(high, builder.CreateZExt(low, type));
}

}  // namespace lanewise::compiler::il
