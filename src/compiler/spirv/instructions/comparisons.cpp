// Comparisons, selections and tests of numbers (SPIR-V specification, section 3.52.15).
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <optional>

#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/fast_math.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using llvm::CmpInst;
using spirv::Instruction;
using spirv::Op;

CmpInst::Predicate predicate_of(Op op) {
    switch (op) {
        case Op::IEqual:
        case Op::LogicalEqual: return CmpInst::ICMP_EQ;
        case Op::INotEqual:
        case Op::LogicalNotEqual: return CmpInst::ICMP_NE;
        case Op::UGreaterThan: return CmpInst::ICMP_UGT;
        case Op::SGreaterThan: return CmpInst::ICMP_SGT;
        case Op::UGreaterThanEqual: return CmpInst::ICMP_UGE;
        case Op::SGreaterThanEqual: return CmpInst::ICMP_SGE;
        case Op::ULessThan: return CmpInst::ICMP_ULT;
        case Op::SLessThan: return CmpInst::ICMP_SLT;
        case Op::ULessThanEqual: return CmpInst::ICMP_ULE;
        case Op::SLessThanEqual: return CmpInst::ICMP_SLE;
        case Op::FOrdEqual: return CmpInst::FCMP_OEQ;
        case Op::FUnordEqual: return CmpInst::FCMP_UEQ;
        case Op::FOrdNotEqual:
        case Op::LessOrGreater: return CmpInst::FCMP_ONE;
        case Op::FUnordNotEqual: return CmpInst::FCMP_UNE;
        case Op::FOrdLessThan: return CmpInst::FCMP_OLT;
        case Op::FUnordLessThan: return CmpInst::FCMP_ULT;
        case Op::FOrdGreaterThan: return CmpInst::FCMP_OGT;
        case Op::FUnordGreaterThan: return CmpInst::FCMP_UGT;
        case Op::FOrdLessThanEqual: return CmpInst::FCMP_OLE;
        case Op::FUnordLessThanEqual: return CmpInst::FCMP_ULE;
        case Op::FOrdGreaterThanEqual: return CmpInst::FCMP_OGE;
        case Op::FUnordGreaterThanEqual: return CmpInst::FCMP_UGE;
        case Op::Ordered: return CmpInst::FCMP_ORD;
        default: return CmpInst::FCMP_UNO;
    }
}

llvm::Value* compare(Body& body, const Instruction& instruction) {
    const CmpInst::Predicate predicate = predicate_of(instruction.op);
    const bool is_float = CmpInst::isFPPredicate(predicate);
    llvm::Value* left = is_float ? body.floating(instruction, 0) : body.integer(instruction, 0);
    llvm::Value* right = is_float ? body.floating(instruction, 1) : body.integer(instruction, 1);
    require_equal_types(body, instruction, left, right);
    const FastMath scope(body, instruction, left->getType());
    left = flushed(body, left);
    right = flushed(body, right);
    return is_float ? body.builder.CreateFCmp(predicate, left, right) : body.builder.CreateICmp(predicate, left, right);
}

// Since SPIR-V 1.4, a scalar condition may choose between whole vectors, structures and arrays.
llvm::Value* select(Body& body, const Instruction& instruction) {
    llvm::Value* condition = body.operand(instruction, 0);
    llvm::Value* chosen = body.operand(instruction, 1);
    llvm::Value* other = body.operand(instruction, 2);
    body.all.require(chosen->getType() == other->getType(), instruction, "the objects have different types");
    const auto* conditions = llvm::dyn_cast<llvm::FixedVectorType>(condition->getType());
    const auto* values = llvm::dyn_cast<llvm::FixedVectorType>(chosen->getType());
    body.all.require(condition->getType()->isIntOrIntVectorTy(1) &&
                         (!conditions || (values && values->getNumElements() == conditions->getNumElements())),
                     instruction, "the condition does not fit the objects");
    const FastMath scope(body, instruction, chosen->getType());
    if (!chosen->getType()->isAggregateType()) return body.builder.CreateSelect(condition, chosen, other);
    // The cost of a selection grows with the number of the object's parts, since each part is read, chosen and written
    // separately.
    constexpr std::uint64_t cost_of_part = 16;
    body.all.charge(instruction, cost_of_part * body.all.types.info(instruction.type, instruction).parts);
    return by_leaves(body, instruction, chosen->getType(), {chosen, other}, [&](llvm::Type*, Arguments parts) {
        return body.builder.CreateSelect(condition, parts[0], parts[1]);
    });
}

std::optional<llvm::FPClassTest> class_of(Op op) {
    switch (op) {
        case Op::IsNan: return llvm::fcNan;
        case Op::IsInf: return llvm::fcInf;
        case Op::IsFinite: return llvm::fcFinite;
        case Op::IsNormal: return llvm::fcNormal;
        default: return std::nullopt;
    }
}

llvm::Value* classify(Body& body, const Instruction& instruction) {
    llvm::Value* value = body.floating(instruction, 0);
    if (const auto classes = class_of(instruction.op)) return body.builder.createIsFPClass(value, *classes);
    // OpSignBitSet.
    llvm::Type* bits =
        value->getType()->getWithNewType(body.builder.getIntNTy(value->getType()->getScalarSizeInBits()));
    return body.builder.CreateICmpSLT(body.builder.CreateBitCast(value, bits), llvm::Constant::getNullValue(bits));
}

// OpAny and OpAll.
llvm::Value* reduce(Body& body, const Instruction& instruction) {
    llvm::Value* value = body.operand(instruction, 0);
    llvm::Type* type = body.result_type(instruction);
    // clang-22 translates OpenCL C's any() and all() to OpAny and OpAll of integers. The highest bit of each integer is
    // its truth value.
    body.all.require(value->getType()->isIntOrIntVectorTy() && type->isIntegerTy(), instruction,
                     "the operand is no vector of bools");
    if (!value->getType()->isIntOrIntVectorTy(1))
        value = body.builder.CreateICmpSLT(value, llvm::Constant::getNullValue(value->getType()));
    if (value->getType()->isVectorTy())
        value = instruction.op == Op::Any ? body.builder.CreateOrReduce(value) : body.builder.CreateAndReduce(value);
    return body.builder.CreateZExt(value, type);
}

constexpr TranslationRow rows[] = {
    {Op::IEqual, compare},
    {Op::INotEqual, compare},
    {Op::LogicalEqual, compare},
    {Op::LogicalNotEqual, compare},
    {Op::UGreaterThan, compare},
    {Op::SGreaterThan, compare},
    {Op::UGreaterThanEqual, compare},
    {Op::SGreaterThanEqual, compare},
    {Op::ULessThan, compare},
    {Op::SLessThan, compare},
    {Op::ULessThanEqual, compare},
    {Op::SLessThanEqual, compare},
    {Op::FOrdEqual, compare},
    {Op::FUnordEqual, compare},
    {Op::FOrdNotEqual, compare},
    {Op::FUnordNotEqual, compare},
    {Op::LessOrGreater, compare},
    {Op::FOrdLessThan, compare},
    {Op::FUnordLessThan, compare},
    {Op::FOrdGreaterThan, compare},
    {Op::FUnordGreaterThan, compare},
    {Op::FOrdLessThanEqual, compare},
    {Op::FUnordLessThanEqual, compare},
    {Op::FOrdGreaterThanEqual, compare},
    {Op::FUnordGreaterThanEqual, compare},
    {Op::Ordered, compare},
    {Op::Unordered, compare},
    {Op::Select, select},
    {Op::IsNan, classify},
    {Op::IsInf, classify},
    {Op::IsFinite, classify},
    {Op::IsNormal, classify},
    {Op::SignBitSet, classify},
    {Op::Any, reduce},
    {Op::All, reduce},
};

}  // namespace

std::span<const TranslationRow> comparison_rows() { return rows; }

}  // namespace lanewise::compiler::il
