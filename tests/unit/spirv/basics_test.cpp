// Tests the whole path from a module's text to the results of a kernel, with kernels of a few instructions.
#include "run_spirv.h"

namespace lanewise::test {
namespace {

TEST(SpirvBasics, AKernelWritesItsId) {
    const auto out = run_spirv({.body = R"(
%low = OpUConvert %uint %i
%twice = OpIMul %uint %low %uint_2
OpStore %place %twice Aligned 4
)"},
                               100, 10);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 2 * i);
}

TEST(SpirvBasics, ALoopSumsWithPhis) {
    const auto out = run_spirv({.body = R"(
%low = OpUConvert %uint %i
OpBranch %head
%head = OpLabel
%sum = OpPhi %uint %uint_0 %first_block %next_sum %body
%at = OpPhi %uint %uint_0 %first_block %next %body
%more = OpULessThan %bool %at %low
OpLoopMerge %done %body None
OpBranchConditional %more %body %done
%body = OpLabel
%next_sum = OpIAdd %uint %sum %at
%next = OpIAdd %uint %at %uint_1
OpBranch %head
%done = OpLabel
OpStore %place %sum
)"},
                               40, 8);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i * (i - 1) / 2);
}

TEST(SpirvBasics, SpecializationConstantsTakeTheApplicationsValues) {
    const ModuleText module{.annotations = "OpDecorate %factor SpecId 7\n",
                            .globals =
                                "%factor = OpSpecConstant %uint 5\n"
                                "%more = OpSpecConstantOp %uint IAdd %factor %uint_1\n",
                            .body = "OpStore %place %more\n"};
    EXPECT_EQ(run_spirv(module, 1)[0], 6u);
    const compiler::SpecializationValue value{7, 40};
    EXPECT_EQ(run_spirv(module, 1, 1, {&value, 1})[0], 41u);
}

// LLVM's SPIR-V back end writes the alignment 128 as a sign-extended byte.
TEST(SpirvBasics, VariablesMayBeAlignedTo128Bytes) {
    for (const char* alignment : {"128", "4294967168"}) {
        const auto out = run_spirv({.annotations = std::string("OpDecorate %variable Alignment ") + alignment + "\n",
                                    .globals = "%twenty_five = OpConstant %uint 25\n",
                                    .body = R"(
%variable = OpVariable %ptr_private_uint Function
OpStore %variable %uint_3 Volatile
%address = OpConvertPtrToU %ulong %variable
%low = OpUConvert %uint %address
%rest = OpShiftLeftLogical %uint %low %twenty_five
OpStore %place %rest
)"},
                                   4, 4);
        for (const std::uint32_t rest : out) EXPECT_EQ(rest, 0u) << alignment;
    }
}

// Decorations may align parameters and variables of the module. The alignment may be the id of a constant
// (AlignmentId).
TEST(SpirvBasics, DecorationsAlignAllPointers) {
    for (const std::string decoration :
         {"OpDecorate %variable Alignment 128\n", "OpDecorate %variable Alignment 4294967168\n",
          "OpDecorateId %variable AlignmentId %bytes\n"}) {
        const auto out = run_spirv({.annotations = decoration,
                                    .globals = "%bytes = OpConstant %uint 128\n%twenty_five = OpConstant %uint 25\n"
                                               "%first = OpVariable %ptr_local_uint Workgroup\n"
                                               "%variable = OpVariable %ptr_local_uint Workgroup\n",
                                    .body = R"(
OpStore %first %uint_3 Volatile
OpStore %variable %uint_3 Volatile
%address = OpConvertPtrToU %ulong %variable
%low = OpUConvert %uint %address
%rest = OpShiftLeftLogical %uint %low %twenty_five
OpStore %place %rest
)"},
                                   4, 4);
        for (const std::uint32_t rest : out) EXPECT_EQ(rest, 0u) << decoration;
    }
    const std::string log = refusal_of(text_of({.annotations = "OpDecorate %variable Alignment 8192\n",
                                                .globals = "%variable = OpVariable %ptr_local_uint Workgroup\n"}));
    EXPECT_NE(log.find("more than 4096 bytes"), log.npos) << log;
}

TEST(SpirvBasics, ParametersHaveTheirAlignment) {
    const auto out =
        run_spirv({.annotations = "OpDecorate %out Alignment 4294967168\n", .body = "OpStore %place %uint_3\n"}, 4, 4);
    for (const std::uint32_t word : out) EXPECT_EQ(word, 3u);
    // An alignment of 12 bytes is treated as an alignment of 4 bytes, since a multiple of 12 is a multiple of 4.
    EXPECT_EQ(run_spirv({.annotations = "OpDecorate %out Alignment 12\n", .body = "OpStore %place %uint_3\n"}, 1)[0],
              3u);
    const std::string log = refusal_of(text_of({.body = "OpStore %place %uint_3 Aligned 12\n"}));
    EXPECT_NE(log.find("no power of two"), log.npos) << log;
}

TEST(SpirvBasics, ARefusalNamesInstructionResultAndReason) {
    const std::string log = refusal_of(text_of({.annotations = "OpName %wrong \"sum\"\n", .body = R"(
%wrong = OpIAdd %uint %i %uint_1
OpStore %place %wrong
)"}));
    EXPECT_NE(log.find("OpIAdd at word "), log.npos) << log;
    EXPECT_NE(log.find("\"sum\": the operands have different types"), log.npos) << log;
}

}  // namespace
}  // namespace lanewise::test
