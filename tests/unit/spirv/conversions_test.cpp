// Tests conversions that the random modules (tests/fuzz/spirv_numbers) do not contain, and conversions with wrong
// operands.
#include <cmath>

#include "number_texts.h"

namespace lanewise::test {
namespace {

std::uint32_t nearest_bfloat(float number) {
    const std::uint32_t bits = as_word(number);
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

TEST(SpirvConversions, Bfloat16OfTheIntelExtensionIsAnInteger) {
    const auto out = run_all_widths({.capabilities = "OpCapability 6115\n",
                                     .globals = R"(
%v2ushort = OpTypeVector %ushort 2
%factor = OpConstant %float 1.1
%sixteen = OpConstant %uint 16
)",
                                     .body = R"(
%f = OpConvertUToF %float %i
%x = OpFMul %float %f %factor
%b = OpConvertFToBF16INTEL %ushort %x
%pair = OpCompositeConstruct %v2float %x %f
%bits = OpConvertFToBF16INTEL %v2ushort %pair
%back = OpConvertBF16ToFINTEL %v2float %bits
%second = OpCompositeExtract %float %back 1
%word = OpUConvert %uint %b
%other = OpConvertFToU %uint %second
%high = OpShiftLeftLogical %uint %other %sixteen
%both = OpBitwiseOr %uint %word %high
OpStore %place %both
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        EXPECT_EQ(out[i] & 0xffff, nearest_bfloat(static_cast<float>(i) * 1.1f)) << i;
        EXPECT_EQ(out[i] >> 16, i) << i;
    }
}

// A float that no half represents exactly is rounded to the nearest half. A float below the smallest normal half
// becomes a zero with the sign of the float.
TEST(SpirvConversions, FloatsAreQuantizedToHalves) {
    const auto of = [](float number) {
        return result_of({.globals = "%x = OpConstant %uint " + std::to_string(as_word(number)) + "\n",
                          .body = "%y = OpBitcast %float %x\n%q = OpQuantizeToF16 %float %y\n"
                                  "%w = OpBitcast %uint %q\nOpStore %place %w\n"});
    };
    EXPECT_EQ(of(1.0003f), as_word(1.0f));
    EXPECT_EQ(of(-1.0006f), as_word(-1.0f - 0x1p-10f));
    EXPECT_EQ(of(70000.0f), as_word(INFINITY));
    EXPECT_EQ(of(-0x1p-14f), as_word(-0x1p-14f));
    EXPECT_EQ(of(0x1p-15f), as_word(0.0f));
    EXPECT_EQ(of(-0x1p-15f), as_word(-0.0f));
    EXPECT_GT(of(NAN) & 0x7fffffff, as_word(INFINITY));
    const auto out = run_spirv({.body = "%f = OpConvertUToF %float %i\n%v = OpCompositeConstruct %v2float %f %f\n"
                                        "%q = OpQuantizeToF16 %v2float %v\n%e = OpCompositeExtract %float %q 1\n"
                                        "%u = OpConvertFToU %uint %e\nOpStore %place %u\n"},
                               2060, 10);
    for (std::uint32_t i = 0; i < out.size(); ++i)
        EXPECT_EQ(out[i], i <= 2048 || i % 2 == 0 ? i : (i % 4 == 1 ? i - 1 : i + 1)) << i;
}

// A double is rounded to bfloat16 in one step. The middle between two bfloat16 numbers is 1 + 2^-8: the tested doubles
// are 2^-40 above and below it.
TEST(SpirvConversions, DoublesAndLongsAreRoundedOnceToBfloat16) {
    const auto of = [](const std::string& number, const std::string& conversion) {
        return result_of({.capabilities = "OpCapability 5116\n",
                          .globals = "%bfloat = OpTypeFloat 16 BFloat16KHR\n%x = " + number + "\n",
                          .body = "%zero = OpISub %ulong %i %i\n%r = " + conversion +
                                  "\n%f = OpFConvert %float %r\n%w = OpBitcast %uint %f\nOpStore %place %w\n"});
    };
    const std::string from_double = "OpFConvert %bfloat %x";
    EXPECT_EQ(of("OpConstant %double 0x3ff0100000001000", from_double), as_word(1.0f + 0x1p-7f));
    EXPECT_EQ(of("OpConstant %double 0x3ff00fffffff0000", from_double), as_word(1.0f));
    EXPECT_EQ(of("OpConstant %double 0x3ff0100000000000", from_double), as_word(1.0f));
    EXPECT_EQ(of("OpConstant %double 0x47f0000000000000", from_double), as_word(INFINITY));
    // The lowest bit of a long decides in which direction the long is rounded.
    EXPECT_EQ(of("OpConstant %ulong 0x8080000000000001", "OpConvertUToF %bfloat %x"), as_word(0x1p63f + 0x1p56f));
    EXPECT_EQ(of("OpConstant %ulong 0x8080000000000000", "OpConvertUToF %bfloat %x"), as_word(0x1p63f));
    EXPECT_EQ(of("OpConstant %ulong 0x8080000000000001", "OpConvertSToF %bfloat %x"), as_word(-0x1.fep62f));
}

TEST(SpirvConversions, WideIntegersToAndFromNumbers) {
    const auto out = run_all_widths({.globals = R"(
%wide = OpTypeInt 128 0
%far = OpConstant %uint 80
)",
                                     .body = R"(
%w = OpUConvert %wide %i
%b = OpShiftLeftLogical %wide %w %far
%f = OpConvertUToF %double %b
%n = OpConvertFToU %wide %f
%m = OpShiftRightLogical %wide %n %far
%r = OpUConvert %uint %m
OpStore %place %r
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i);
}

TEST(SpirvConversions, WrongOperandsAreRefused) {
    struct Case {
        const char *body, *reason;
    };
    for (const Case& one : {
             Case{"%r = OpConvertFToU %uint %uint_1", "no floating-point number"},
             Case{"%r = OpConvertFToS %float %one", "does not fit the result"},
             Case{"%r = OpConvertSToF %uint %uint_1", "does not fit the result"},
             Case{"%r = OpConvertUToF %float %one", "no integer"},
             Case{"%r = OpUConvert %v2uint %uint_1", "does not fit the result"},
             Case{"%r = OpSConvert %float %uint_1", "does not fit the result"},
             Case{"%r = OpFConvert %v2float %one", "does not fit the result"},
             Case{"%r = OpSatConvertSToU %float %uint_1", "does not fit the result"},
             Case{"%r = OpSatConvertUToS %uint %one", "no integer"},
             Case{"%r = OpConvertFToBF16INTEL %uint %one", "does not fit the result"},
             Case{"%r = OpConvertBF16ToFINTEL %float %uint_1", "does not fit the result"},
             Case{"%r = OpBitcast %ulong %uint_1", "different sizes"},
             Case{"%r = OpBitcast %void %uint_1", "different sizes"},
         })
        expect_refused(one.reason, {.globals = "%one = OpConstant %float 1\n", .body = std::string(one.body) + "\n"});
}

TEST(SpirvConversions, UnknownRoundingModesAreRefused) {
    expect_refused("no such rounding mode", {.annotations = "OpDecorate %r FPRoundingMode 9\n",
                                             .globals = "%one = OpConstant %float 1\n",
                                             .body = "%r = OpConvertFToU %uint %one\n"});
}

}  // namespace
}  // namespace lanewise::test
