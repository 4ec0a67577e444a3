// Tests arrays whose length is computed by the function that contains them.
#include "kernel_text.h"

namespace lanewise::test {
namespace {

constexpr std::string_view capabilities =
    "OpCapability VariableLengthArrayINTEL\nOpCapability UntypedPointersKHR\n"
    "OpCapability UntypedVariableLengthArrayINTEL\n"
    "OpExtension \"SPV_INTEL_variable_length_array\"\n";

// Each work-item fills an array of 1 + i % 5 numbers, and sums them. `allocate` makes %array.
std::vector<std::uint32_t> sums(const std::string& allocate, std::uint64_t items, std::uint64_t group) {
    std::vector<std::uint32_t> out(items, 0);
    run_text({.capabilities = std::string(capabilities),
              .globals = "%uint_5 = OpConstant %uint 5\n%untyped = OpTypeUntypedPointerKHR Function\n"
                         "%ptr_private_uchar = OpTypePointer Function %uchar\n",
              .parameters = {"%ptr_global_uint %out"},
              .body = "%rest = OpUMod %uint %low %uint_5\n%length = OpIAdd %uint %rest %uint_1\n" + allocate + R"(
OpBranch %fill
%fill = OpLabel
%at = OpPhi %uint %uint_0 %first_block %next %fill
%next = OpIAdd %uint %at %uint_1
%place = OpInBoundsPtrAccessChain %ptr_private_uint %array %at
%value = OpIAdd %uint %low %at
OpStore %place %value Aligned 4
%more = OpULessThan %bool %next %length
OpBranchConditional %more %fill %sum
%sum = OpLabel
%from = OpPhi %uint %uint_0 %fill %after %sum
%total = OpPhi %uint %uint_0 %fill %new_total %sum
%after = OpIAdd %uint %from %uint_1
%from_place = OpInBoundsPtrAccessChain %ptr_private_uint %array %from
%part = OpLoad %uint %from_place Aligned 4
%new_total = OpIAdd %uint %total %part
%again = OpULessThan %bool %after %length
OpBranchConditional %again %sum %done
%done = OpLabel
OpRestoreMemoryINTEL %saved
%target = OpInBoundsPtrAccessChain %ptr_global_uint %out %i
OpStore %target %new_total Aligned 4
)"},
             line(items, group), ArgumentBlock().add(out.data()));
    return out;
}

void check(const std::vector<std::uint32_t>& out) {
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const std::uint32_t length = 1 + i % 5;
        ASSERT_EQ(out[i], length * i + length * (length - 1) / 2) << i;
    }
}

TEST(SpirvDynamicMemory, ArraysHaveTheirLength) {
    const std::string save = "%saved = OpSaveMemoryINTEL %ptr_private_uchar\n";
    check(sums(save + "%array = OpVariableLengthArrayINTEL %ptr_private_uint %length", 1000, 40));
    check(sums(save + "%bytes = OpUntypedVariableLengthArrayINTEL %untyped %uint %length\n"
                      "%array = OpBitcast %ptr_private_uint %bytes",
               100, 10));
    check(sums(save + "%array = OpVariableLengthArrayINTEL %ptr_private_uint %uint_5", 1000, 40));
}

// If each iteration of a loop releases the memory of its array (OpRestoreMemoryINTEL), the next iteration uses the same
// memory. Otherwise the memory is exhausted at some iteration, and the array is null.
TEST(SpirvDynamicMemory, RestoredMemoryServesAgain) {
    const auto text = [](bool restores) {
        return KernelText{.capabilities = std::string(capabilities),
                          .globals =
                              "%uint_999 = OpConstant %uint 999\n"
                              "%ptr_private_uchar = OpTypePointer Function %uchar\n",
                          .parameters = {"%ptr_global_uint %out"},
                          .body = std::string("OpBranch %loop\n%loop = OpLabel\n"
                                              "%at = OpPhi %uint %uint_0 %first_block %next %loop\n"
                                              "%next = OpIAdd %uint %at %uint_1\n"
                                              "%length = OpIAdd %uint %low %uint_999\n"
                                              "%saved = OpSaveMemoryINTEL %ptr_private_uchar\n"
                                              "%array = OpVariableLengthArrayINTEL %ptr_private_uint %length\n"
                                              "%number = OpConvertPtrToU %ulong %array\n"
                                              "%null = OpUConvert %uint %number\n") +
                                  (restores ? "OpRestoreMemoryINTEL %saved\n" : "") + R"(
%more = OpULessThan %bool %next %uint_999
OpBranchConditional %more %loop %done
%done = OpLabel
%place = OpInBoundsPtrAccessChain %ptr_global_uint %out %i
OpStore %place %null
)"};
    };
    std::uint32_t out = 0;
    run_text(text(true), line(1, 1), ArgumentBlock().add(&out));
    EXPECT_NE(out, 0u);
    run_text(text(false), line(1, 1), ArgumentBlock().add(&out));
    EXPECT_EQ(out, 0u);
}

// An array of 16,000 ints fits, and an array of 17,000 ints does not fit. With a barrier, the arrays of all work-items
// must exist at the same time.
TEST(SpirvDynamicMemory, ArraysHave64KibibytesOfRoom) {
    const auto last_of = [](const std::string& length, bool meets) {
        std::vector<std::uint32_t> out(64, 0xdeadbeef);
        run_text(
            {.capabilities = std::string(capabilities),
             .globals = "%most = OpConstant %uint " + length +
                        "\n%semantics = OpConstant %uint 0x110\n%ptr_private_uchar = OpTypePointer Function %uchar\n"
                        "%no_array = OpConstantNull %ptr_private_uint\n",
             .parameters = {"%ptr_global_uint %out"},
             .body = "%length = OpISub %uint %most %low\n%last = OpISub %uint %length %uint_1\n"
                     "%array = OpVariableLengthArrayINTEL %ptr_private_uint %length\n"
                     "%target = OpInBoundsPtrAccessChain %ptr_global_uint %out %i\n"
                     "%is_null = OpPtrEqual %bool %array %no_array\nOpStore %target %uint_0\n"
                     "OpBranchConditional %is_null %done %use\n%use = OpLabel\n"
                     "%place = OpPtrAccessChain %ptr_private_uint %array %last\nOpStore %place %low\n"
                     "OpStore %array %uint_3\n" +
                     std::string(meets ? "OpControlBarrier %uint_2 %uint_2 %semantics\n" : "") +
                     "%word = OpLoad %uint %place\n%more = OpIAdd %uint %word %uint_1\nOpStore %target %more\n"
                     "OpBranch %done\n%done = OpLabel\n"},
            line(64, 64), ArgumentBlock().add(out.data()));
        return out;
    };
    for (const bool meets : {false, true}) {
        const auto fitting = last_of("16000", meets), large = last_of("17000", meets);
        for (std::uint32_t i = 0; i < 64; ++i) {
            EXPECT_EQ(fitting[i], i + 1) << meets;
            EXPECT_EQ(large[i], 0u) << meets;
        }
    }
}

TEST(SpirvDynamicMemory, WrongOperandsAreRefused) {
    for (const char* body : {
             "%a = OpVariableLengthArrayINTEL %ptr_global_uint %low\n",
             "%a = OpVariableLengthArrayINTEL %uint %low\n",
             "%a = OpVariableLengthArrayINTEL %ptr_private_uint %float_0\n",
             "%a = OpVariableLengthArrayINTEL %ptr_private_uint %ids\n",
             "%huge = OpShiftLeftLogical %ulong %i %i\n%a = OpVariableLengthArrayINTEL %ptr_private_uint %large\n",
             "%a = OpUntypedVariableLengthArrayINTEL %ptr_private_uint %uint %low\n",
             "%s = OpSaveMemoryINTEL %ptr_global_uint\n",
             "OpRestoreMemoryINTEL %out\n",
         }) {
        const std::string log = refusal_of({.capabilities = std::string(capabilities),
                                            .globals = "%large = OpConstant %ulong 1000000000000\n",
                                            .parameters = {"%ptr_global_uint %out"},
                                            .body = body});
        EXPECT_TRUE(log.starts_with("error: Op")) << body << log;
    }
}

}  // namespace
}  // namespace lanewise::test
