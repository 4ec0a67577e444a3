// Votes and ballots of the SPIR-V specification (sections 3.52.21 and 3.52.24), and of the extensions
// SPV_KHR_subgroup_vote and SPV_KHR_shader_ballot.
#include <llvm/IR/Constants.h>

#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/groups/lane_values.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::GroupOperation;
using spirv::Instruction;
using spirv::Op;

// Calls a builtin whose argument and result are predicates of type int.
llvm::Value* vote(Body& body, std::string_view function, llvm::Value* predicate) {
    llvm::Type* type = body.builder.getInt32Ty();
    llvm::Value* result = call_builtin(body, function, type, number(type, Sign::is_signed), predicate, true);
    return body.builder.CreateICmpNE(result, body.builder.getInt32(0));
}

llvm::Value* group_vote(Body& body, const Instruction& instruction) {
    const bool is_all = instruction.op == Op::GroupAll;
    llvm::Value* predicate = predicate_operand(body, instruction, 1);
    if (is_of_work_group(body, instruction)) return vote(body, is_all ? "work_group_all" : "work_group_any", predicate);
    return vote(body, is_all ? "sub_group_all" : "sub_group_any", predicate);
}

llvm::Value* sub_group_vote(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    const bool is_all = instruction.op == Op::GroupNonUniformAll;
    return vote(body, is_all ? "sub_group_non_uniform_all" : "sub_group_non_uniform_any",
                predicate_operand(body, instruction, 1));
}

// Quads are clusters of four work-items.
llvm::Value* quad_vote(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.builder.getInt32Ty();
    const std::string_view function = instruction.op == Op::GroupNonUniformQuadAllKHR
                                          ? "sub_group_clustered_reduce_logical_and"
                                          : "sub_group_clustered_reduce_logical_or";
    llvm::Value* result = call_builtin(body, function, type, {number(type, Sign::is_signed), number(type)},
                                       {predicate_operand(body, instruction, 0), body.builder.getInt32(4)}, true);
    return body.builder.CreateICmpNE(result, body.builder.getInt32(0));
}

llvm::Value* khr_vote(Body& body, const Instruction& instruction) {
    return vote(body, instruction.op == Op::SubgroupAllKHR ? "sub_group_all" : "sub_group_any",
                predicate_operand(body, instruction, 0));
}

// True if the predicate is true in all work-items, or in none.
llvm::Value* khr_all_equal(Body& body, const Instruction& instruction) {
    llvm::Value* predicate = predicate_operand(body, instruction, 0);
    llvm::Value* all = vote(body, "sub_group_all", predicate);
    return body.builder.CreateOr(all, body.builder.CreateNot(vote(body, "sub_group_any", predicate)));
}

llvm::Value* elect(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    llvm::Value* result = call_builtin(body, "sub_group_elect", body.builder.getInt32Ty(), {}, {}, true);
    return body.builder.CreateICmpNE(result, body.builder.getInt32(0));
}

llvm::Value* all_equal(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* result = builder.getTrue();
    const auto compare = [&](llvm::Value* word) {
        llvm::Value* equal = call_builtin(body, "sub_group_non_uniform_all_equal", builder.getInt32Ty(),
                                          number(word->getType()), word, true);
        result = builder.CreateAnd(result, builder.CreateICmpNE(equal, builder.getInt32(0)));
        return word;
    };
    move_words(body, instruction, body.operand(instruction, 1), 8, compare);
    return result;
}

llvm::FixedVectorType* ballot_type(Body& body) { return llvm::FixedVectorType::get(body.builder.getInt32Ty(), 4); }

llvm::Value* ballot_operand(Body& body, const Instruction& instruction, std::size_t index) {
    llvm::Value* value = body.operand(instruction, index);
    body.all.require(value->getType() == ballot_type(body), instruction,
                     "the ballot is no vector of four 32-bit integers");
    return value;
}

llvm::Value* ballot_of(Body& body, const Instruction& instruction, std::size_t predicate) {
    llvm::Type* type = body.builder.getInt32Ty();
    return call_builtin(body, "sub_group_ballot", ballot_type(body), number(type, Sign::is_signed),
                        predicate_operand(body, instruction, predicate), true);
}

llvm::Value* ballot(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    return ballot_of(body, instruction, 1);
}

llvm::Value* khr_ballot(Body& body, const Instruction& instruction) { return ballot_of(body, instruction, 0); }

llvm::Value* ballot_bit(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* value = ballot_operand(body, instruction, 1);
    llvm::Type* type = builder.getInt32Ty();
    llvm::Value* result =
        instruction.op == Op::GroupNonUniformInverseBallot
            ? call_builtin(body, "sub_group_inverse_ballot", type, number(value->getType()), value)
            : call_builtin(body, "sub_group_ballot_bit_extract", type, {number(value->getType()), number(type)},
                           {value, word_operand(body, instruction, 2)});
    return builder.CreateICmpNE(result, builder.getInt32(0));
}

std::string_view bit_count_function(const Body& body, const Instruction& instruction) {
    if (instruction.op == Op::GroupNonUniformBallotFindLSB) return "sub_group_ballot_find_lsb";
    if (instruction.op == Op::GroupNonUniformBallotFindMSB) return "sub_group_ballot_find_msb";
    switch (static_cast<GroupOperation>(body.word(instruction, 1))) {
        case GroupOperation::Reduce: return "sub_group_ballot_bit_count";
        case GroupOperation::InclusiveScan: return "sub_group_ballot_inclusive_scan";
        case GroupOperation::ExclusiveScan: return "sub_group_ballot_exclusive_scan";
        default: body.all.refuse(instruction, "the group operation is not supported");
    }
}

llvm::Value* ballot_number(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    const std::string_view function = bit_count_function(body, instruction);
    llvm::Type* type = body.result_type(instruction);
    body.all.require(type->isIntegerTy(), instruction, "the result is no scalar integer");
    llvm::Value* value = ballot_operand(body, instruction, instruction.op == Op::GroupNonUniformBallotBitCount ? 2 : 1);
    llvm::Value* result = call_builtin(body, function, body.builder.getInt32Ty(), number(value->getType()), value);
    return body.builder.CreateZExtOrTrunc(result, type);
}

constexpr TranslationRow rows[] = {
    {Op::GroupAll, group_vote},
    {Op::GroupAny, group_vote},
    {Op::GroupNonUniformElect, elect},
    {Op::GroupNonUniformAll, sub_group_vote},
    {Op::GroupNonUniformAny, sub_group_vote},
    {Op::GroupNonUniformAllEqual, all_equal},
    {Op::GroupNonUniformBallot, ballot},
    {Op::GroupNonUniformInverseBallot, ballot_bit},
    {Op::GroupNonUniformBallotBitExtract, ballot_bit},
    {Op::GroupNonUniformBallotBitCount, ballot_number},
    {Op::GroupNonUniformBallotFindLSB, ballot_number},
    {Op::GroupNonUniformBallotFindMSB, ballot_number},
    {Op::GroupNonUniformQuadAllKHR, quad_vote},
    {Op::GroupNonUniformQuadAnyKHR, quad_vote},
    {Op::SubgroupAllKHR, khr_vote},
    {Op::SubgroupAnyKHR, khr_vote},
    {Op::SubgroupAllEqualKHR, khr_all_equal},
    {Op::SubgroupBallotKHR, khr_ballot},
};

}  // namespace

std::span<const TranslationRow> group_vote_rows() { return rows; }

}  // namespace lanewise::compiler::il
