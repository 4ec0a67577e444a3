// Tests memory accesses under a condition, block accesses of sub-groups, and clocks.
#include "run_spirv.h"
#include "typed_values.h"

namespace lanewise::test {
namespace {

TEST(SpirvConditionalMemory, PredicatedAccessesTouchNothingElse) {
    // If the predicate is false, the pointer of the loads is null, so an access would fail.
    const auto out = run_spirv({.globals = R"(
%null = OpConstantNull %ptr_global_uint
%seven = OpConstant %uint 7
)",
                                .body = R"(
%low = OpUConvert %uint %i
%odd_word = OpBitwiseAnd %uint %low %uint_1
%is_odd = OpINotEqual %bool %odd_word %uint_0
%pointer = OpSelect %ptr_global_uint %is_odd %place %null
OpStore %place %low
%loaded = OpPredicatedLoadINTEL %uint %pointer %is_odd %seven Aligned 4
%sum = OpIAdd %uint %loaded %uint_3
OpPredicatedStoreINTEL %pointer %sum %is_odd
%second = OpInBoundsPtrAccessChain %ptr_global_uint %place %uint_1
OpStore %second %loaded
)",
                                .words = 2},
                               16, 8);
    for (std::uint32_t i = 0; i < 16; ++i) {
        EXPECT_EQ(out[i * 2], i % 2 == 1 ? i + 3 : i);
        EXPECT_EQ(out[i * 2 + 1], i % 2 == 1 ? i : 7u);
    }
}

TEST(SpirvConditionalMemory, GathersAndScattersFollowTheirMask) {
    const auto out = run_spirv({.capabilities = "OpCapability MaskedGatherScatterINTEL\n",
                                .globals = R"(
%v2bool = OpTypeVector %bool 2
%v2ptr = OpTypeVector %ptr_global_uint 2
%fill = OpConstantComposite %v2uint %uint_3 %uint_4
)",
                                .body = R"(
%low = OpUConvert %uint %i
%odd_word = OpBitwiseAnd %uint %low %uint_1
%is_odd = OpINotEqual %bool %odd_word %uint_0
%is_even = OpLogicalNot %bool %is_odd
%mask = OpCompositeConstruct %v2bool %is_odd %is_even
%second = OpInBoundsPtrAccessChain %ptr_global_uint %place %uint_1
%third = OpInBoundsPtrAccessChain %ptr_global_uint %place %uint_2
%fourth = OpInBoundsPtrAccessChain %ptr_global_uint %place %uint_3
OpStore %place %low
OpStore %second %uint_1
%from = OpCompositeConstruct %v2ptr %place %second
%to = OpCompositeConstruct %v2ptr %third %fourth
%gathered = OpMaskedGatherINTEL %v2uint %from 4 %mask %fill
OpMaskedScatterINTEL %gathered %to 4 %mask
%first_part = OpCompositeExtract %uint %gathered 0
%second_part = OpCompositeExtract %uint %gathered 1
OpStore %place %first_part
OpStore %second %second_part
)",
                                .words = 4},
                               16, 8);
    for (std::uint32_t i = 0; i < 16; ++i) {
        const bool is_odd = i % 2 == 1;
        EXPECT_EQ(out[i * 4], is_odd ? i : 3u);
        EXPECT_EQ(out[i * 4 + 1], is_odd ? 4u : 1u);
        EXPECT_EQ(out[i * 4 + 2], is_odd ? i : 0xdeadbeefu);
        EXPECT_EQ(out[i * 4 + 3], is_odd ? 0xdeadbeefu : 1u);
    }
}

TEST(SpirvConditionalMemory, VectorsOfPointersAreComputedAndStored) {
    const auto out = run_spirv({.capabilities = "OpCapability MaskedGatherScatterINTEL\n",
                                .globals = R"(
%v2bool = OpTypeVector %bool 2
%v2ulong = OpTypeVector %ulong 2
%v2ptr = OpTypeVector %ptr_global_uint 2
%v2generic = OpTypeVector %ptr_generic_uint 2
%ptr_v2generic = OpTypePointer Function %v2generic
%true = OpConstantTrue %bool
%mask = OpConstantComposite %v2bool %true %true
%fill = OpConstantComposite %v2uint %uint_0 %uint_0
%steps = OpConstantComposite %v2uint %uint_1 %uint_2
)",
                                .body = R"(
%variable = OpVariable %ptr_v2generic Function
%bases = OpCompositeConstruct %v2ptr %place %place
%places = OpInBoundsPtrAccessChain %v2ptr %bases %steps
%generic = OpPtrCastToGeneric %v2generic %places
%numbers = OpBitcast %v2ulong %generic
%again = OpBitcast %v2generic %numbers
OpStore %variable %again
%loaded = OpLoad %v2generic %variable
%values = OpCompositeConstruct %v2uint %uint_3 %uint_4
OpMaskedScatterINTEL %values %loaded 4 %mask
%gathered = OpMaskedGatherINTEL %v2uint %loaded 4 %mask %fill
%first = OpCompositeExtract %uint %gathered 0
%second = OpCompositeExtract %uint %gathered 1
%sum = OpIMul %uint %first %second
OpStore %place %sum
)",
                                .words = 3},
                               16, 8);
    for (std::uint32_t i = 0; i < 16; ++i) {
        EXPECT_EQ(out[i * 3], 12u);
        EXPECT_EQ(out[i * 3 + 1], 3u);
        EXPECT_EQ(out[i * 3 + 2], 4u);
    }
}

// Tests a block in local memory or in the work-group's part of `out`. Each work-item reads a block of two elements,
// adds 1 to both, and writes the block back.
void check_blocks(const NumberType& type, bool in_local_memory) {
    SCOPED_TRACE(type.name + (in_local_memory ? " in local memory" : ""));
    constexpr std::uint64_t items = 32, sub_group = 8;
    const std::string storage = in_local_memory ? "Workgroup" : "CrossWorkgroup";
    ModuleText module{.annotations = "OpExecutionMode %k SubgroupSize 8\n", .globals = type_lines()};
    module.globals += "%block = OpTypeVector " + type.name + " 2\n%ptr_element = OpTypePointer " + storage + " " +
                      type.name + "\n%ulong_8 = OpConstant %ulong 8\n%ulong_16 = OpConstant %ulong 16\n";
    module.globals += "%array = OpTypeArray " + type.name + " %ulong_16\n%ptr_array = OpTypePointer Workgroup %array\n";
    module.globals += "%scope_group = OpConstant %uint 2\n%local_memory = OpConstant %uint 0x110\n";
    module.globals += "%ulong_0 = OpConstant %ulong 0\n%one = OpConstant " + type.name +
                      " 1\n%ones = OpConstantComposite %block %one %one\n";
    // Each work-group is one sub-group, with a block of 16 elements.
    module.body = make_value(type, "%first", 1) + make_value(type, "%second", 2) + R"(
%group = OpUDiv %ulong %i %ulong_8
%lane = OpUMod %ulong %i %ulong_8
%lane_after = OpIAdd %ulong %lane %ulong_8
%begin = OpIMul %ulong %group %ulong_16
)";
    if (in_local_memory) {
        module.globals += "%table = OpVariable %ptr_array Workgroup\n";
        module.body += "%base = OpInBoundsAccessChain %ptr_element %table %ulong_0\n";
    } else {
        module.body += "%all = OpBitcast %ptr_element %out\n";
        module.body += "%base = OpInBoundsPtrAccessChain %ptr_element %all %begin\n";
    }
    module.body +=
        "%first_place = OpInBoundsPtrAccessChain %ptr_element %base %lane\n"
        "%second_place = OpInBoundsPtrAccessChain %ptr_element %base %lane_after\n"
        "OpStore %first_place %first\nOpStore %second_place %second\n"
        "OpControlBarrier %scope_group %scope_group %local_memory\n"
        "OpSubgroupBlockPrefetchINTEL %base %uint_4\n"
        "%read = OpSubgroupBlockReadINTEL %block %base\n%sum = OpIAdd %block %read %ones\n"
        "OpSubgroupBlockWriteINTEL %base %sum\n"
        "OpControlBarrier %scope_group %scope_group %local_memory\n"
        "%first_now = OpLoad " +
        type.name + " %first_place\n%second_now = OpLoad " + type.name +
        " %second_place\nOpControlBarrier %scope_group %scope_group %local_memory\n" +
        store_bits(type, "%first_now", 0) + store_bits(type, "%second_now", 2);
    module.words = 4;
    const auto out = run_spirv(module, items, sub_group);
    for (std::uint64_t item = 0; item < items; ++item) {
        EXPECT_EQ(stored_bits(out, item * 4), (value_bits(type, item, 1) + 1) & mask_of(type));
        EXPECT_EQ(stored_bits(out, item * 4 + 2), (value_bits(type, item, 2) + 1) & mask_of(type));
    }
}

TEST(SpirvConditionalMemory, BlocksOfAllWidthsInBothMemories) {
    for (const NumberType& type : integer_types()) {
        if (type.bits == 24) continue;
        check_blocks(type, true);
        // In `out`, only blocks of 64-bit elements are tested: with smaller elements, the results of one work-group
        // would overwrite the blocks of other work-groups.
        if (type.bits == 64) check_blocks(type, false);
    }
}

TEST(SpirvConditionalMemory, ClocksAdvance) {
    const auto out =
        run_spirv({.globals = "%scope_device = OpConstant %uint 1\n%scope_sub_group = OpConstant %uint 3\n", .body = R"(
%before = OpReadClockKHR %ulong %scope_device
%pair = OpReadClockKHR %v2uint %scope_sub_group
%after = OpBitcast %ulong %pair
%advances = OpUGreaterThanEqual %bool %after %before
%word = OpSelect %uint %advances %uint_1 %uint_0
OpStore %place %word
)"},
                  16, 8);
    for (const std::uint32_t word : out) EXPECT_EQ(word, 1u);
}

TEST(SpirvConditionalMemory, WrongOperandsAreRefused) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"%r = OpPredicatedLoadINTEL %uint %place %i %uint_1\n", "no bool"},
        {"%r = OpPredicatedLoadINTEL %uint %i %true %uint_1\n", "no pointer"},
        {"%r = OpPredicatedLoadINTEL %uint %place %true %i\n", "another type than the result"},
        {"OpPredicatedStoreINTEL %place %uint_1 %uint_1\n", "no bool"},
        {"%r = OpMaskedGatherINTEL %uint %place 4 %true %uint_1\n", "no vector"},
        {"%r = OpMaskedGatherINTEL %v3ulong %place 4 %true %ids\n", "no vectors of pointers and bools"},
        {"OpMaskedScatterINTEL %ids %place 3 %true\n", "no power of two"},
    };
    for (const auto& [body, reason] : cases) {
        const std::string log = refusal_of(text_of({.globals = "%true = OpConstantTrue %bool\n", .body = body}));
        EXPECT_NE(log.find(reason), std::string::npos) << log;
    }
}

}  // namespace
}  // namespace lanewise::test
