// Tests the fast-math flags, contraction, execution modes and build options of floating-point arithmetic.
#include <cfenv>
#include <cmath>

#include "number_texts.h"

namespace lanewise::test {
namespace {

// A module that computes x * x - y, where y is the rounded product x * x. Without contraction, the result is 0. With
// contraction, the result is the rounding error of y.
ModuleText rounding_error(const std::string& annotations) {
    return {.annotations = annotations,
            .globals = R"(
%one = OpConstant %float 1
%small = OpConstant %float 0x39800000
%pointer = OpTypePointer Function %float
)",
            .body = R"(
%whole = OpConvertUToF %float %i
%shift = OpFAdd %float %small %one
%x = OpFAdd %float %whole %shift
%square = OpFMul %float %x %x
%negative = OpFNegate %float %square
%std_error = OpExtInst %float %std fma %x %x %negative
%product = OpFMul %float %x %x
%error = OpFSub %float %product %square
%word = OpBitcast %uint %error
OpStore %place %word
)"};
}

// A module that computes x * x - 1. This module tests contraction better than the module of rounding_error(), in which
// the compiler may see that both products are equal.
ModuleText contracted(const std::string& annotations, const std::string& capabilities = "") {
    return {.capabilities = capabilities,
            .annotations = annotations,
            .globals = R"(
%step = OpConstant %float 0x38000000
%one = OpConstant %float 1
)",
            .body = R"(
%whole = OpConvertUToF %float %i
%scaled = OpFMul %float %whole %step
%x = OpFAdd %float %scaled %one
%addend = OpFNegate %float %one
%product = OpFMul %float %x %x
%sum = OpFAdd %float %product %addend
%word = OpBitcast %uint %sum
OpStore %place %word
)"};
}

float input(std::uint32_t i) { return static_cast<float>(i) * 0x1p-15f + 1.0f; }

TEST(SpirvFloatModes, ContractionOffForbidsWhatIsElseAllowed) {
    const auto off = run_all_widths(contracted("OpExecutionMode %k ContractionOff\n"));
    for (std::uint32_t i = 0; i < off.size(); ++i) {
        const volatile float square = input(i) * input(i);
        EXPECT_EQ(as_float(off[i]), square - 1.0f) << i;
    }
    // The multiplication that computes x may be contracted, too. Contraction does not change the result, since this
    // multiplication is exact.
    const auto allowed = run_all_widths(contracted(""));
    unsigned fused = 0;
    for (std::uint32_t i = 0; i < allowed.size(); ++i)
        fused += as_float(allowed[i]) == std::fma(input(i), input(i), -1.0f) ? 1 : 0;
    EXPECT_EQ(fused, allowed.size());
}

TEST(SpirvFloatModes, ADecorationAllowsWhatTheKernelForbids) {
    const auto out =
        run_all_widths(contracted("OpExecutionMode %k ContractionOff\n"
                                  "OpDecorate %product FPFastMathMode 0x10000\n"
                                  "OpDecorate %sum FPFastMathMode 0x10000\n"));
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(as_float(out[i]), std::fma(input(i), input(i), -1.0f));
}

TEST(SpirvFloatModes, DecorationsReplaceDefaultsOfFloatControls) {
    const auto out =
        run_all_widths(contracted("OpDecorate %product FPFastMathMode None\n"
                                  "OpDecorate %sum FPFastMathMode None\n",
                                  "OpCapability FloatControls2\n"));
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const volatile float square = input(i) * input(i);
        EXPECT_EQ(as_float(out[i]), square - 1.0f) << i;
    }
}

TEST(SpirvFloatModes, FPFastMathDefaultHoldsForItsType) {
    const auto out = run_all_widths(contracted("OpExecutionModeId %k FPFastMathDefault %float %uint_0\n"));
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const volatile float square = input(i) * input(i);
        EXPECT_EQ(as_float(out[i]), square - 1.0f) << i;
    }
}

TEST(SpirvFloatModes, MadEnableContracts) {
    const auto out =
        run_all_widths(contracted("OpExecutionMode %k ContractionOff\n"), 70, {.build_options = "-cl-mad-enable"});
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(as_float(out[i]), std::fma(input(i), input(i), -1.0f));
}

// x + 0 may be replaced by x only if the sign of zeros does not matter, since -0 + 0 is +0.
TEST(SpirvFloatModes, SignedZerosAreKeptUnlessAnOptionAllowsMore) {
    const auto module = [](const std::string& annotations) {
        return ModuleText{.annotations = annotations,
                          .globals = R"(
%zero = OpConstant %float 0
)",
                          .body = R"(
%whole = OpConvertUToF %float %i
%negative = OpFNegate %float %whole
%sum = OpFAdd %float %negative %zero
%word = OpBitcast %uint %sum
OpStore %place %word
)"};
    };
    EXPECT_EQ(result_of(module("")), 0u);
    EXPECT_EQ(result_of(module(""), {.build_options = "-cl-no-signed-zeros"}), 0x80000000u);
    EXPECT_EQ(result_of(module("OpDecorate %sum FPFastMathMode NSZ\n")), 0x80000000u);
    EXPECT_EQ(
        result_of(module("OpExecutionMode %k SignedZeroInfNanPreserve 32\n"), {.build_options = "-cl-no-signed-zeros"}),
        0u);
}

// Modules must build and run with every option.
TEST(SpirvFloatModes, BuildOptionsAreTaken) {
    for (const char* option :
         {"-cl-fast-relaxed-math", "-cl-finite-math-only", "-cl-unsafe-math-optimizations", "-cl-no-signed-zeros",
          "-cl-mad-enable", "-cl-denorms-are-zero", "-cl-fp32-correctly-rounded-divide-sqrt", "-cl-opt-disable"}) {
        const auto out =
            run_all_widths(rounding_error("OpExecutionMode %k ContractionOff\n"), 20, {.build_options = option});
        for (const std::uint32_t word : out) EXPECT_LT(std::fabs(as_float(word)), 1e-3f) << option;
    }
}

// With -cl-fast-relaxed-math, calls of builtins have the flag `afn`, like calls compiled from OpenCL C.
TEST(SpirvFloatModes, RelaxedMathReachesBuiltins) {
    const ModuleText module{.body = R"(
%whole = OpConvertUToF %float %i
%log = OpExtInst %float %std log %whole
%word = OpBitcast %uint %log
OpStore %place %word
)"};
    const auto out = run_all_widths(module, 40, {.build_options = "-cl-fast-relaxed-math"});
    for (std::uint32_t i = 1; i < out.size(); ++i)
        EXPECT_NEAR(as_float(out[i]), std::log(static_cast<float>(i)), 1e-5f);
}

ModuleText subnormal(const std::string& annotations, const std::string& type, const std::string& bits_type,
                     const std::string& bits) {
    return {.annotations = annotations,
            .globals = "%tiny = OpConstant " + bits_type + " " + bits + "\n%two = OpConstant " + type + " 2\n",
            .body = "%low = OpUConvert " + (bits_type == "%ulong" ? "%uint" : bits_type) + " %i\n" +
                    (bits_type == "%ulong" ? "%same = OpBitwiseOr %ulong %tiny %i\n"
                                           : "%same = OpBitwiseOr " + bits_type + " %tiny %low\n") +
                    "%x = OpBitcast " + type + " %same\n%twice = OpFMul " + type + " %x %two\n" +
                    "%no = OpFOrdEqual %bool %twice %twice\n%out_bits = OpBitcast " + bits_type + " %twice\n" +
                    "%not = OpINotEqual %bool %out_bits " + (bits_type == "%ulong" ? "%null" : "%null") +
                    "\n%word = OpSelect %uint %not %uint_1 %uint_0\nOpStore %place %word\n"};
}

// Section 3.6: DenormFlushToZero replaces subnormal operands and results by zero, but only for floating-point types of
// one width.
TEST(SpirvFloatModes, SubnormalNumbersAreFlushedByWidth) {
    struct Case {
        const char *type, *bits_type, *bits, *width;
    };
    for (const Case& one : {Case{"%half", "%ushort", "0x30", "16"}, Case{"%float", "%uint", "0x3000", "32"},
                            Case{"%double", "%ulong", "0x300000", "64"}})
        for (const char* width : {"16", "32", "64"}) {
            ModuleText module = subnormal("OpExecutionMode %k DenormFlushToZero " + std::string(width) + "\n", one.type,
                                          one.bits_type, one.bits);
            module.globals += "%null = OpConstantNull " + std::string(one.bits_type) + "\n";
            const std::uint32_t expected = std::string_view(width) == one.width ? 0 : 1;
            for (const std::uint32_t word : run_all_widths(module, 20))
                EXPECT_EQ(word, expected) << one.type << " with flushed " << width;
        }
}

TEST(SpirvFloatModes, ResultsOfFunctionsAreFlushed) {
    for (const bool flushes : {false, true}) {
        const auto out =
            run_all_widths({.annotations = flushes ? "OpExecutionMode %k DenormFlushToZero 32\n" : "",
                            .globals = "%small = OpConstant %float 0x00800000\n%minus_two = OpConstant %uint -2\n",
                            .body = R"(
%x = OpExtInst %float %std ldexp %small %minus_two
%word = OpBitcast %uint %x
OpStore %place %word
)"},
                           20);
        for (const std::uint32_t word : out) EXPECT_EQ(word, flushes ? 0u : 0x00200000u);
    }
}

// The runtime sets the processor's mode if the kernel has the fact flush_denormals.
TEST(SpirvFloatModes, DenormsAreZeroIsAFactOfTheKernel) {
    const auto bytes = assemble(text_of({.body = "OpStore %place %uint_1\n"}));
    for (const bool flushes : {false, true}) {
        const auto program = compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}},
                                                                 flushes ? "-cl-denorms-are-zero" : "");
        ASSERT_EQ(program.status, compiler::Status::success) << program.log;
        EXPECT_EQ(CompiledKernel(program.ir, "k", 8, "").facts().flush_denormals, flushes);
    }
}

// Functions have the floating-point modes of the kernels that call them.
class SpirvFloatModesOfCalls : public testing::TestWithParam<const char*> {};

TEST_P(SpirvFloatModesOfCalls, HaveModesOfKernels) {
    const std::string annotations = GetParam();
    std::string text = text_of({.annotations = annotations,
                                .globals = R"(
%one = OpConstant %float 1
%step = OpConstant %float 0x38000000
%function_type = OpTypeFunction %float %float %float
)",
                                .body = R"(
%whole = OpConvertUToF %float %i
%scaled = OpFMul %float %whole %step
%x = OpFAdd %float %scaled %one
%addend = OpFNegate %float %one
%sum = OpFunctionCall %float %f %x %addend
%word = OpBitcast %uint %sum
OpStore %place %word
)"});
    text += R"(
%f = OpFunction %float None %function_type
%a = OpFunctionParameter %float
%b = OpFunctionParameter %float
%start = OpLabel
%square = OpFMul %float %a %a
%result = OpFAdd %float %square %b
OpReturnValue %result
OpFunctionEnd
)";
    const auto bytes = assemble(text);
    const auto program = compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}}, "");
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    const CompiledKernel compiled(program.ir, "k", 16, "");
    std::vector<std::uint32_t> out(50);
    compiled.run(line(50, 50), ArgumentBlock().add(out.data()), 0);
    const bool contracts = annotations.find("ContractionOff") == annotations.npos;
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const volatile float square = input(i) * input(i);
        EXPECT_EQ(as_float(out[i]), contracts ? std::fma(input(i), input(i), -1.0f) : square - 1.0f) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Linkages, SpirvFloatModesOfCalls,
                         testing::Values("", "OpExecutionMode %k ContractionOff\n",
                                         "OpDecorate %f LinkageAttributes \"f\" Export\n",
                                         "OpExecutionMode %k ContractionOff\n"
                                         "OpDecorate %f LinkageAttributes \"f\" Export\n"));

}  // namespace
}  // namespace lanewise::test
