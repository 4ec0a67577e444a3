// Reductions and scans of groups (SPIR-V specification, sections 3.52.21 and 3.52.24): OpGroup*, OpGroupNonUniform*,
// and the instructions of SPV_KHR_uniform_group_instructions and SPV_AMD_shader_ballot.
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <bit>
#include <string>

#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/groups/lane_values.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::GroupOperation;
using spirv::Instruction;
using spirv::Op;

enum class Kind : std::uint8_t { integer, floating, logical };

/// An operation: the part of a builtin's name that names the operation, and the type of its operands.
struct Operation {
    std::string_view name;
    Kind kind;
    Sign sign = Sign::is_unsigned;
};

Operation operation_of(Op op) {
    switch (op) {
        case Op::GroupIAdd:
        case Op::GroupIAddNonUniformAMD:
        case Op::GroupNonUniformIAdd: return {"add", Kind::integer};
        case Op::GroupFAdd:
        case Op::GroupFAddNonUniformAMD:
        case Op::GroupNonUniformFAdd: return {"add", Kind::floating};
        case Op::GroupIMulKHR:
        case Op::GroupNonUniformIMul: return {"mul", Kind::integer};
        case Op::GroupFMulKHR:
        case Op::GroupNonUniformFMul: return {"mul", Kind::floating};
        case Op::GroupSMin:
        case Op::GroupSMinNonUniformAMD:
        case Op::GroupNonUniformSMin: return {"min", Kind::integer, Sign::is_signed};
        case Op::GroupUMin:
        case Op::GroupUMinNonUniformAMD:
        case Op::GroupNonUniformUMin: return {"min", Kind::integer};
        case Op::GroupFMin:
        case Op::GroupFMinNonUniformAMD:
        case Op::GroupNonUniformFMin: return {"min", Kind::floating};
        case Op::GroupSMax:
        case Op::GroupSMaxNonUniformAMD:
        case Op::GroupNonUniformSMax: return {"max", Kind::integer, Sign::is_signed};
        case Op::GroupUMax:
        case Op::GroupUMaxNonUniformAMD:
        case Op::GroupNonUniformUMax: return {"max", Kind::integer};
        case Op::GroupFMax:
        case Op::GroupFMaxNonUniformAMD:
        case Op::GroupNonUniformFMax: return {"max", Kind::floating};
        case Op::GroupBitwiseAndKHR:
        case Op::GroupNonUniformBitwiseAnd: return {"and", Kind::integer};
        case Op::GroupBitwiseOrKHR:
        case Op::GroupNonUniformBitwiseOr: return {"or", Kind::integer};
        case Op::GroupBitwiseXorKHR:
        case Op::GroupNonUniformBitwiseXor: return {"xor", Kind::integer};
        case Op::GroupLogicalAndKHR:
        case Op::GroupNonUniformLogicalAnd: return {"logical_and", Kind::logical};
        case Op::GroupLogicalOrKHR:
        case Op::GroupNonUniformLogicalOr: return {"logical_or", Kind::logical};
        default: return {"logical_xor", Kind::logical};
    }
}

/// The function of OpenCL C that an instruction becomes, and the smallest width of the integers that this function
/// accepts.
struct Reduction {
    std::string function = {};
    Operation operation;
    unsigned least_bits = 8;
    llvm::Value* cluster = nullptr;  // number of lanes of a cluster; null without clusters
};

llvm::Value* call(Body& body, const Reduction& reduction, llvm::Value* value) {
    const Parameter parameter = number(value->getType(), reduction.operation.sign);
    if (!reduction.cluster) return call_builtin(body, reduction.function, value->getType(), parameter, value, true);
    return call_builtin(body, reduction.function, value->getType(), {parameter, number(reduction.cluster->getType())},
                        {value, reduction.cluster}, true);
}

// Integers of widths without a builtin are computed as wider integers. For minimum and maximum, the value is in the
// upper bits, so that comparisons and the results of empty scans are right for the original width. For other
// operations, the value is in the lower bits.
llvm::Value* combine_integer(Body& body, const Instruction& instruction, const Reduction& reduction,
                             llvm::Value* value) {
    llvm::IRBuilder<>& builder = body.builder;
    const unsigned own = value->getType()->getIntegerBitWidth();
    body.all.require(own <= 64, instruction, "integers of more than 64 bits are not supported here");
    const unsigned bits = std::max(std::bit_ceil(own), reduction.least_bits);
    llvm::Value* word = builder.CreateZExt(value, builder.getIntNTy(bits));
    const bool compares = reduction.operation.name == "min" || reduction.operation.name == "max";
    if (compares) word = builder.CreateShl(word, bits - own);
    word = call(body, reduction, word);
    if (compares) word = builder.CreateLShr(word, bits - own);
    return builder.CreateTrunc(word, value->getType());
}

llvm::Value* combine(Body& body, const Instruction& instruction, const Reduction& reduction, llvm::Value* value) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* type = value->getType();
    switch (reduction.operation.kind) {
        case Kind::logical:
            body.all.require(type->isIntegerTy(1), instruction, "the value is no bool");
            value = call(body, reduction, builder.CreateZExt(value, builder.getInt32Ty()));
            return builder.CreateICmpNE(value, builder.getInt32(0));
        case Kind::floating:
            body.all.require(type->isFloatingPointTy(), instruction, "the value is no floating-point number");
            if (!type->isBFloatTy()) return call(body, reduction, value);
            return builder.CreateFPTrunc(call(body, reduction, builder.CreateFPExt(value, builder.getFloatTy())), type);
        default:
            body.all.require(type->isIntegerTy() && !type->isIntegerTy(1), instruction, "the value is no integer");
            return combine_integer(body, instruction, reduction, value);
    }
}

std::string_view prefix_of(const Body& body, const Instruction& instruction) {
    switch (static_cast<GroupOperation>(body.word(instruction, 1))) {
        case GroupOperation::Reduce: return "reduce_";
        case GroupOperation::InclusiveScan: return "scan_inclusive_";
        case GroupOperation::ExclusiveScan: return "scan_exclusive_";
        case GroupOperation::ClusteredReduce: return "clustered_reduce_";
        default: body.all.refuse(instruction, "the group operation is not supported");
    }
}

llvm::Value* cluster_size(Body& body, const Instruction& instruction) {
    // Section 3.52.24: "ClusterSize must be at least 1, and must be a power of 2." The result is undefined for clusters
    // that are larger than the sub-group, so a larger size can be replaced by the size of the largest sub-group.
    constexpr std::uint64_t largest_sub_group = 32;
    const std::uint64_t size = body.all.constant(body.word(instruction, 3), instruction);
    body.all.require(std::has_single_bit(size), instruction, "the cluster's size is no power of two");
    return body.builder.getInt32(static_cast<std::uint32_t>(std::min(size, largest_sub_group)));
}

llvm::Value* reduce(Body& body, const Instruction& instruction, bool of_work_group) {
    Reduction reduction{.operation = operation_of(instruction.op)};
    const std::string_view prefix = prefix_of(body, instruction);
    const bool is_clustered = prefix.starts_with("clustered");
    body.all.require(!is_clustered || !of_work_group, instruction, "work-groups have no clusters");
    if (is_clustered) reduction.cluster = cluster_size(body, instruction);
    if (reduction.operation.kind == Kind::logical) reduction.operation.sign = Sign::is_signed;  // OpenCL C's int
    reduction.function = of_work_group ? "work_group_" : is_clustered ? "sub_group_" : "sub_group_non_uniform_";
    reduction.function.append(prefix).append(reduction.operation.name);
    if (of_work_group) reduction.least_bits = 32;
    llvm::Value* value = body.operand(instruction, 2);
    body.all.require(value->getType() == body.result_type(instruction), instruction,
                     "the value has another type than the result");
    return for_components(body, value,
                          [&](llvm::Value* component) { return combine(body, instruction, reduction, component); });
}

llvm::Value* group_reduce(Body& body, const Instruction& instruction) {
    return reduce(body, instruction, is_of_work_group(body, instruction));
}

llvm::Value* non_uniform_reduce(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    return reduce(body, instruction, false);
}

constexpr TranslationRow rows[] = {
    {Op::GroupIAdd, group_reduce},
    {Op::GroupFAdd, group_reduce},
    {Op::GroupFMin, group_reduce},
    {Op::GroupUMin, group_reduce},
    {Op::GroupSMin, group_reduce},
    {Op::GroupFMax, group_reduce},
    {Op::GroupUMax, group_reduce},
    {Op::GroupSMax, group_reduce},
    {Op::GroupIAddNonUniformAMD, group_reduce},
    {Op::GroupFAddNonUniformAMD, group_reduce},
    {Op::GroupFMinNonUniformAMD, group_reduce},
    {Op::GroupUMinNonUniformAMD, group_reduce},
    {Op::GroupSMinNonUniformAMD, group_reduce},
    {Op::GroupFMaxNonUniformAMD, group_reduce},
    {Op::GroupUMaxNonUniformAMD, group_reduce},
    {Op::GroupSMaxNonUniformAMD, group_reduce},
    {Op::GroupIMulKHR, group_reduce},
    {Op::GroupFMulKHR, group_reduce},
    {Op::GroupBitwiseAndKHR, group_reduce},
    {Op::GroupBitwiseOrKHR, group_reduce},
    {Op::GroupBitwiseXorKHR, group_reduce},
    {Op::GroupLogicalAndKHR, group_reduce},
    {Op::GroupLogicalOrKHR, group_reduce},
    {Op::GroupLogicalXorKHR, group_reduce},
    {Op::GroupNonUniformIAdd, non_uniform_reduce},
    {Op::GroupNonUniformFAdd, non_uniform_reduce},
    {Op::GroupNonUniformIMul, non_uniform_reduce},
    {Op::GroupNonUniformFMul, non_uniform_reduce},
    {Op::GroupNonUniformSMin, non_uniform_reduce},
    {Op::GroupNonUniformUMin, non_uniform_reduce},
    {Op::GroupNonUniformFMin, non_uniform_reduce},
    {Op::GroupNonUniformSMax, non_uniform_reduce},
    {Op::GroupNonUniformUMax, non_uniform_reduce},
    {Op::GroupNonUniformFMax, non_uniform_reduce},
    {Op::GroupNonUniformBitwiseAnd, non_uniform_reduce},
    {Op::GroupNonUniformBitwiseOr, non_uniform_reduce},
    {Op::GroupNonUniformBitwiseXor, non_uniform_reduce},
    {Op::GroupNonUniformLogicalAnd, non_uniform_reduce},
    {Op::GroupNonUniformLogicalOr, non_uniform_reduce},
    {Op::GroupNonUniformLogicalXor, non_uniform_reduce},
};

}  // namespace

std::span<const TranslationRow> group_arithmetic_rows() { return rows; }

}  // namespace lanewise::compiler::il
