// Compares broadcasts, shuffles, rotations, votes and ballots of sub-groups and work-groups with their definition
// (SPIR-V specification, sections 3.52.21 and 3.52.24, and SPV_INTEL_subgroups).
#include <algorithm>
#include <bit>
#include <functional>

#include "run_spirv.h"
#include "typed_values.h"

namespace lanewise::test {
namespace {

using Bits = std::uint64_t;

constexpr std::uint64_t items = 48, local = 24, sub_group = 8;

std::string common_lines() {
    return type_lines() + R"(
%scope_device = OpConstant %uint 1
%scope_group = OpConstant %uint 2
%scope_sub_group = OpConstant %uint 3
%bfloat = OpTypeFloat 16 BFloat16KHR
%int100 = OpTypeInt 100 0
%v3ushort = OpTypeVector %ushort 3
%v2bool = OpTypeVector %bool 2
%ptr_input_uint = OpTypePointer Input %uint
%ptr_input_v4uint = OpTypePointer Input %v4uint
%lane_variable = OpVariable %ptr_input_uint Input
)";
}

ModuleText module_of(const std::string& body, std::uint32_t words) {
    return {.capabilities = "OpCapability BFloat16TypeKHR\n",
            .annotations =
                "OpExecutionMode %k SubgroupSize 8\nOpDecorate %lane_variable BuiltIn "
                "SubgroupLocalInvocationId\n",
            .globals = common_lines(),
            .body = "%lane = OpLoad %uint %lane_variable\n%lane_wide = OpUConvert %ulong %lane\n" + body,
            .words = words};
}

// An instruction that moves values between lanes, and a function that maps each work-item to the work-item from which
// it gets its value.
struct Move {
    std::string line;  // operands after the result type; `@` stands for the value
    std::function<std::uint64_t(std::uint64_t item)> source;
};

std::uint64_t first_of(std::uint64_t item) { return item / sub_group * sub_group; }
std::uint64_t lane_of(std::uint64_t item) { return item % sub_group; }

const std::vector<Move>& moves() {
    static const std::vector<Move> all{
        {"GroupBroadcast %1 %scope_group @ %number_5", [](auto item) { return item / local * local + 5; }},
        {"GroupBroadcast %1 %scope_group @ %pair", [](auto item) { return item / local * local + 7; }},
        {"GroupBroadcast %1 %scope_group @ %triple", [](auto item) { return item / local * local + 9; }},
        {"GroupBroadcast %1 %scope_sub_group @ %number_5", [](auto item) { return first_of(item) + 5; }},
        {"GroupNonUniformBroadcast %1 %scope_sub_group @ %number_6", [](auto item) { return first_of(item) + 6; }},
        {"GroupNonUniformBroadcastFirst %1 %scope_sub_group @", [](auto item) { return first_of(item); }},
        {"GroupNonUniformShuffle %1 %scope_sub_group @ %other_lane",
         [](auto item) { return first_of(item) + (lane_of(item) * 3 & 7); }},
        {"GroupNonUniformShuffleXor %1 %scope_sub_group @ %number_3", [](auto item) { return item ^ 3; }},
        {"GroupNonUniformRotateKHR %1 %scope_sub_group @ %number_3",
         [](auto item) { return first_of(item) + (lane_of(item) + 3) % 8; }},
        {"GroupNonUniformRotateKHR %1 %scope_sub_group @ %number_3 %number_4",
         [](auto item) { return item / 4 * 4 + (item + 3) % 4; }},
        {"GroupNonUniformQuadBroadcast %1 %scope_sub_group @ %number_2", [](auto item) { return item / 4 * 4 + 2; }},
        {"GroupNonUniformQuadSwap %1 %scope_sub_group @ %number_0", [](auto item) { return item ^ 1; }},
        {"GroupNonUniformQuadSwap %1 %scope_sub_group @ %number_1", [](auto item) { return item ^ 2; }},
        {"GroupNonUniformQuadSwap %1 %scope_sub_group @ %number_2", [](auto item) { return item ^ 3; }},
        {"SubgroupShuffleINTEL %1 @ %lane_wide", [](auto item) { return item; }},
        {"SubgroupShuffleXorINTEL %1 @ %number_5", [](auto item) { return item ^ 5; }},
        {"SubgroupReadInvocationKHR %1 @ %number_4", [](auto item) { return first_of(item) + 4; }},
        {"SubgroupFirstInvocationKHR %1 @", [](auto item) { return first_of(item); }},
    };
    return all;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
    return text;
}

// Tests all moves of vectors: makes a vector of two values, moves it, and stores both components.
void check_moves(const NumberType& type) {
    const std::string vector = "%pair_of_values";
    std::string body = make_value(type, "%value", 1) + make_value(type, "%second", 2) + R"(
%tripled = OpIMul %uint %lane %number_3
%masked = OpBitwiseAnd %uint %tripled %number_7
%other_lane = OpUConvert %ushort %masked
%seven = OpUConvert %ushort %number_7
%none = OpUConvert %ushort %number_0
%pair = OpCompositeConstruct %v2uint %number_7 %number_0
%nine = OpUConvert %ushort %number_9
%triple = OpCompositeConstruct %v3ushort %nine %none %none
)" + vector + " = OpCompositeConstruct %moved_type %value %second\n";
    const std::size_t count = moves().size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::string result = "%result_" + std::to_string(i);
        body += result + " = Op" + replaced(replaced(moves()[i].line, "@", vector), "%1", "%moved_type") + "\n";
        for (const std::string part : {"0", "1"}) {
            body += result + "_" + part + " = OpCompositeExtract " + type.name + " " + result + " " + part + "\n";
            body += store_bits(type, result + "_" + part, static_cast<unsigned>(i * 4 + (part == "0" ? 0 : 2)));
        }
    }
    ModuleText module = module_of(body, static_cast<std::uint32_t>(count * 4));
    module.globals += "%moved_type = OpTypeVector " + type.name + " 2\n";
    for (unsigned i = 32; i < count * 4; ++i)
        module.globals += "%number_" + std::to_string(i) + " = OpConstant %uint " + std::to_string(i) + "\n";
    const auto out = run_spirv(module, items, local);
    for (std::uint64_t item = 0; item < items; ++item) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t source = moves()[i].source(item), word = (item * count + i) * 4;
            ASSERT_EQ(stored_bits(out, word), value_bits(type, source, 1)) << moves()[i].line << type.name << item;
            ASSERT_EQ(stored_bits(out, word + 2), value_bits(type, source, 2)) << moves()[i].line << type.name << item;
        }
    }
}

TEST(SpirvGroupMoves, ValuesOfAllTypes) {
    for (const NumberType& type : integer_types()) check_moves(type);
    for (const NumberType& type : float_types()) check_moves(type);
}

TEST(SpirvGroupMoves, RelativeShuffles) {
    const auto out = run_spirv(module_of(R"(
%low = OpUConvert %uint %i
%next = OpIAdd %uint %low %item_factor
%down = OpGroupNonUniformShuffleDown %uint %scope_sub_group %low %number_2
%up = OpGroupNonUniformShuffleUp %uint %scope_sub_group %low %number_3
%intel_down = OpSubgroupShuffleDownINTEL %uint %low %next %number_3
%intel_up = OpSubgroupShuffleUpINTEL %uint %next %low %number_3
)" + store_bits({"%uint"}, "%down", 0) + store_bits({"%uint"}, "%up", 2) +
                                             store_bits({"%uint"}, "%intel_down", 4) +
                                             store_bits({"%uint"}, "%intel_up", 6),
                                         8),
                               items, local);
    constexpr std::uint32_t next = 2654435761;
    for (std::uint32_t item = 0; item < items; ++item) {
        const std::uint32_t lane = item % 8, first = item - lane;
        const std::uint32_t* found = &out[item * 8];
        if (lane + 2 < 8) {
            EXPECT_EQ(found[0], item + 2);
        }
        if (lane >= 3) {
            EXPECT_EQ(found[2], item - 3);
        }
        EXPECT_EQ(found[4], lane + 3 < 8 ? item + 3 : first + (lane + 3) % 8 + next);
        EXPECT_EQ(found[6], lane >= 3 ? item - 3 : first + lane + 5 + next);
    }
}

TEST(SpirvGroupMoves, BoolsAndLongIntegersMoveToo) {
    const auto out = run_spirv(module_of(R"(
%low = OpUConvert %uint %i
%odd_word = OpBitwiseAnd %uint %low %number_1
%is_odd = OpINotEqual %bool %odd_word %number_0
%is_even = OpLogicalNot %bool %is_odd
%both = OpCompositeConstruct %v2bool %is_odd %is_even
%swapped = OpGroupNonUniformShuffleXor %v2bool %scope_sub_group %both %number_1
%swapped_odd = OpCompositeExtract %bool %swapped 0
%bool_word = OpSelect %uint %swapped_odd %number_1 %number_0
%long = OpUConvert %int100 %i
%far = OpUConvert %int100 %number_31
%shifted = OpShiftLeftLogical %int100 %long %far
%far_twice = OpShiftLeftLogical %int100 %shifted %far
%moved = OpGroupNonUniformShuffleXor %int100 %scope_sub_group %far_twice %number_2
%back = OpShiftRightLogical %int100 %moved %far
%back_twice = OpShiftRightLogical %int100 %back %far
%long_word = OpUConvert %uint %back_twice
)" + store_bits({"%uint"}, "%bool_word", 0) + store_bits({"%uint"}, "%long_word", 2),
                                         4),
                               items, local);
    for (std::uint32_t item = 0; item < items; ++item) {
        EXPECT_EQ(out[item * 4], (item ^ 1) & 1);
        EXPECT_EQ(out[item * 4 + 2], item ^ 2);
    }
}

TEST(SpirvGroupMoves, VotesOfTheActiveWorkItems) {
    // Lanes 2 to 7 are active, and `high` is true in lanes 4 to 7.
    const auto out =
        run_spirv(module_of(R"(
%is_active = OpUGreaterThanEqual %bool %lane %number_2
OpSelectionMerge %after None
OpBranchConditional %is_active %active %after
%active = OpLabel
%high = OpUGreaterThanEqual %bool %lane %number_4
%true = OpUGreaterThanEqual %bool %lane %number_0
%half_lane = OpShiftRightLogical %uint %lane %number_3
%elected = OpGroupNonUniformElect %bool %scope_sub_group
%all_high = OpGroupNonUniformAll %bool %scope_sub_group %high
%any_high = OpGroupNonUniformAny %bool %scope_sub_group %high
%all_true = OpGroupNonUniformAll %bool %scope_sub_group %true
%equal = OpGroupNonUniformAllEqual %bool %scope_sub_group %half_lane
%equal_high = OpGroupNonUniformAllEqual %bool %scope_sub_group %high
%ballot = OpGroupNonUniformBallot %v4uint %scope_sub_group %high
%ballot_low = OpCompositeExtract %uint %ballot 0
%first = OpGroupNonUniformBroadcastFirst %uint %scope_sub_group %lane
%khr_any = OpSubgroupAnyKHR %bool %high
%khr_all = OpSubgroupAllKHR %bool %high
%khr_equal = OpSubgroupAllEqualKHR %bool %true
%khr_ballot = OpSubgroupBallotKHR %v4uint %true
%khr_ballot_low = OpCompositeExtract %uint %khr_ballot 0
%bit_0 = OpSelect %uint %elected %number_1 %number_0
%bit_1 = OpSelect %uint %all_high %number_2 %number_0
%bit_2 = OpSelect %uint %any_high %number_4 %number_0
%bit_3 = OpSelect %uint %all_true %number_8 %number_0
%bit_4 = OpSelect %uint %equal %number_16 %number_0
%sum_1 = OpIAdd %uint %bit_0 %bit_1
%sum_2 = OpIAdd %uint %sum_1 %bit_2
%sum_3 = OpIAdd %uint %sum_2 %bit_3
%sum_4 = OpIAdd %uint %sum_3 %bit_4
%khr_0 = OpSelect %uint %khr_any %number_1 %number_0
%khr_1 = OpSelect %uint %khr_all %number_2 %number_0
%khr_2 = OpSelect %uint %khr_equal %number_4 %number_0
%khr_3 = OpSelect %uint %equal_high %number_8 %number_0
%khr_sum_1 = OpIAdd %uint %khr_0 %khr_1
%khr_sum_2 = OpIAdd %uint %khr_sum_1 %khr_2
%khr_sum_3 = OpIAdd %uint %khr_sum_2 %khr_3
)" + store_bits({"%uint"}, "%sum_4", 0) +
                                store_bits({"%uint"}, "%ballot_low", 2) + store_bits({"%uint"}, "%first", 4) +
                                store_bits({"%uint"}, "%khr_sum_3", 6) + store_bits({"%uint"}, "%khr_ballot_low", 8) +
                                "OpBranch %after\n%after = OpLabel\n",
                            10),
                  items, local);
    for (std::uint64_t item = 0; item < items; ++item) {
        const std::uint64_t lane = item % 8;
        if (lane < 2) continue;
        const std::uint32_t* found = &out[item * 10];
        EXPECT_EQ(found[0], (lane == 2 ? 1u : 0u) + 4u + 8u + 16u);
        EXPECT_EQ(found[2], 0xf0u);
        EXPECT_EQ(found[4], 2u);
        EXPECT_EQ(found[6], 1u + 4u);
        EXPECT_EQ(found[8], 0xfcu);
    }
}

TEST(SpirvGroupMoves, WorkGroupVotes) {
    const auto out = run_spirv(module_of(R"(
%low = OpUConvert %uint %i
%small = OpULessThan %bool %low %number_24
%few = OpULessThan %bool %low %number_3
%all = OpGroupAll %bool %scope_group %small
%any = OpGroupAny %bool %scope_group %few
%sub_all = OpGroupAll %bool %scope_sub_group %few
%sub_any = OpGroupAny %bool %scope_sub_group %few
%quad_all = OpGroupNonUniformQuadAllKHR %bool %few
%quad_any = OpGroupNonUniformQuadAnyKHR %bool %few
%bit_0 = OpSelect %uint %all %number_1 %number_0
%bit_1 = OpSelect %uint %any %number_2 %number_0
%bit_2 = OpSelect %uint %sub_all %number_4 %number_0
%bit_3 = OpSelect %uint %sub_any %number_8 %number_0
%bit_4 = OpSelect %uint %quad_all %number_16 %number_0
%sum_1 = OpIAdd %uint %bit_0 %bit_1
%sum_2 = OpIAdd %uint %sum_1 %bit_2
%sum_3 = OpIAdd %uint %sum_2 %bit_3
%sum_4 = OpIAdd %uint %sum_3 %bit_4
%quad = OpSelect %uint %quad_any %number_1 %number_0
)" + store_bits({"%uint"}, "%sum_4", 0) + store_bits({"%uint"}, "%quad", 2),
                                         4),
                               items, local);
    for (std::uint64_t item = 0; item < items; ++item) {
        EXPECT_EQ(out[item * 4], (item < 24 ? 3u : 0u) + (item < 8 ? 8u : 0u));
        EXPECT_EQ(out[item * 4 + 2], item < 4 ? 1u : 0u);
    }
}

TEST(SpirvGroupMoves, BallotsAreCounted) {
    const auto out = run_spirv(module_of(R"(
%odd_word = OpBitwiseAnd %uint %lane %number_1
%is_odd = OpINotEqual %bool %odd_word %number_0
%ballot = OpGroupNonUniformBallot %v4uint %scope_sub_group %is_odd
%count = OpGroupNonUniformBallotBitCount %uint %scope_sub_group Reduce %ballot
%before = OpGroupNonUniformBallotBitCount %ulong %scope_sub_group ExclusiveScan %ballot
%upto = OpGroupNonUniformBallotBitCount %ushort %scope_sub_group InclusiveScan %ballot
%lsb = OpGroupNonUniformBallotFindLSB %uint %scope_sub_group %ballot
%msb = OpGroupNonUniformBallotFindMSB %uint %scope_sub_group %ballot
%inverse = OpGroupNonUniformInverseBallot %bool %scope_sub_group %ballot
%bit = OpGroupNonUniformBallotBitExtract %bool %scope_sub_group %ballot %lane_wide
%bit_0 = OpSelect %uint %inverse %number_1 %number_0
%bit_1 = OpSelect %uint %bit %number_2 %number_0
%bits = OpIAdd %uint %bit_0 %bit_1
)" + store_bits({"%uint"}, "%count", 0) + store_bits({"%ulong", 64}, "%before", 2) +
                                             store_bits({"%ushort", 16}, "%upto", 4) +
                                             store_bits({"%uint"}, "%lsb", 6) + store_bits({"%uint"}, "%msb", 8) +
                                             store_bits({"%uint"}, "%bits", 10),
                                         12),
                               items, local);
    for (std::uint32_t item = 0; item < items; ++item) {
        const std::uint32_t lane = item % 8;
        const std::vector<std::uint32_t> right{4, 0, lane / 2, 0, (lane + 1) / 2, 0, 1, 0, 7, 0, lane % 2 * 3, 0};
        EXPECT_EQ(std::vector(&out[item * 12], &out[item * 12] + 12), right);
    }
}

TEST(SpirvGroupMoves, MaskVariables) {
    ModuleText module = module_of("", 10);
    const std::vector<std::string> names{"Eq", "Ge", "Gt", "Le", "Lt"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name = "%mask_" + names[i];
        module.annotations += "OpDecorate " + name + " BuiltIn Subgroup" + names[i] + "Mask\n";
        module.globals += name + " = OpVariable %ptr_input_v4uint Input\n";
        module.body += name + "_value = OpLoad %v4uint " + name + "\n" + name + "_low = OpCompositeExtract %uint " +
                       name + "_value 0\n" + store_bits({"%uint"}, name + "_low", static_cast<unsigned>(i * 2));
    }
    const auto out = run_spirv(module, items, local);
    for (std::uint32_t item = 0; item < items; ++item) {
        const std::uint32_t bit = 1u << item % 8, before = bit - 1;
        const std::uint32_t* found = &out[item * 10];
        EXPECT_EQ(found[0], bit);
        EXPECT_EQ(found[2], 0xffu & ~before);
        EXPECT_EQ(found[4], 0xffu & ~before & ~bit);
        EXPECT_EQ(found[6], before | bit);
        EXPECT_EQ(found[8], before);
    }
}

std::string refusal(const std::string& line) {
    return refusal_of(text_of({.globals = common_lines(), .body = line + "\n"}));
}

TEST(SpirvGroupMoves, WrongOperandsAreRefused) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"%r = OpGroupNonUniformShuffle %uint %scope_group %uint_1 %uint_1", "not the constant Subgroup"},
        {"%r = OpGroupNonUniformShuffle %uint %scope_sub_group %i %uint_1", "do not fit the result's type"},
        {"%r = OpGroupNonUniformShuffle %uint %scope_sub_group %uint_1 %ids", "no scalar integer"},
        {"%r = OpGroupBroadcast %uint %scope_device %uint_1 %uint_1", "neither the constant Workgroup"},
        {"%p = OpCompositeConstruct %v4uint %uint_1 %uint_1 %uint_1 %uint_1\n"
         "%r = OpGroupBroadcast %uint %scope_group %uint_1 %p",
         "one to three components"},
        {"%r = OpGroupAll %bool %scope_group %uint_1", "no bool"},
        {"%r = OpGroupNonUniformBallotFindLSB %uint %scope_sub_group %uint_1", "no vector of four"},
        {"%r = OpGroupNonUniformRotateKHR %uint %scope_sub_group %uint_1 %uint_1 %uint_3", "no power of two"},
        {"%r = OpSubgroupShuffleDownINTEL %uint %uint_1 %i %uint_1", "different types"},
        {"OpControlBarrier %uint_0 %scope_device %uint_0", "several launches or devices"},
        {"%r = OpReadClockKHR %uint %scope_device", "neither a 64-bit integer"},
        {"%r = OpSubgroupBlockReadINTEL %int100 %place", "8, 16, 32 or 64 bits"},
        {"%r = OpSubgroupImageBlockReadINTEL %uint %place %uint_1", "no image"},
    };
    for (const auto& [line, reason] : cases) EXPECT_NE(refusal(line).find(reason), std::string::npos) << refusal(line);
}

}  // namespace
}  // namespace lanewise::test
