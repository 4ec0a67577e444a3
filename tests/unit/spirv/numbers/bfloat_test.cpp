// Tests numbers of the encoding BFloat16KHR (SPV_KHR_bfloat16, SPV_INTEL_bfloat16_arithmetic,
// SPV_VALVE_mixed_float_dot_product).
#include <cmath>

#include "../number_texts.h"

namespace lanewise::test {
namespace {

const std::string capabilities =
    "OpCapability BFloat16TypeKHR\nOpCapability BFloat16DotProductKHR\n"
    "OpCapability BFloat16ArithmeticINTEL\n";
const std::string types = R"(
%bfloat = OpTypeFloat 16 BFloat16KHR
%v2bfloat = OpTypeVector %bfloat 2
%v3bfloat = OpTypeVector %bfloat 3
%v2half = OpTypeVector %half 2
%factor = OpConstant %uint 0x9e3779b9
%mask = OpConstant %uint 0x83ff
%sixteen = OpConstant %uint 16
%three_halves = OpConstant %bfloat 0x3fc0
)";

float as_bfloat(std::uint32_t bits) { return as_float(bits << 16); }

std::uint32_t to_bfloat(double number) {
    const auto nearest = static_cast<float>(number);
    if (std::isnan(nearest)) return 0x7fc0;
    std::uint32_t bits = as_word(nearest);
    // The conversion from double to float rounds to odd, so that rounding the float to bfloat16 gives the same result
    // as rounding the double once.
    if (static_cast<double>(nearest) != number && std::isfinite(nearest)) {
        if (std::fabs(static_cast<double>(nearest)) > std::fabs(number)) --bits;
        bits |= 1;
    }
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

struct Pair {
    std::uint32_t a, b;
};

Pair pair_of(std::uint32_t i) {
    const std::uint32_t m = (i + 1) * 0x9e3779b9, n = m * 0x9e3779b9;
    return {m >> 16, ((m >> 16) ^ (n & 0x83ff)) & 0xffff};
}

// %a and %b are bfloat16 numbers whose exponents are near each other.
const std::string numbers = R"(
%low = OpUConvert %uint %i
%j = OpIAdd %uint %low %uint_1
%m = OpIMul %uint %j %factor
%n = OpIMul %uint %m %factor
%mh = OpShiftRightLogical %uint %m %sixteen
%d = OpBitwiseAnd %uint %n %mask
%x = OpBitwiseXor %uint %mh %d
%ab = OpUConvert %ushort %mh
%bb = OpUConvert %ushort %x
%a = OpBitcast %bfloat %ab
%b = OpBitcast %bfloat %bb
)";

std::vector<std::uint32_t> results(const std::string& body, const std::string& annotations = "") {
    return run_all_widths(
        {.capabilities = capabilities, .annotations = annotations, .globals = types, .body = numbers + body}, 1000);
}

const std::string store = "%rb = OpBitcast %ushort %r\n%w = OpUConvert %uint %rb\nOpStore %place %w\n";

template <class Apply>
void expect_numbers(const std::string& body, Apply&& apply) {
    const auto out = results(body + store);
    std::size_t wrong = 0;
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const Pair pair = pair_of(i);
        const double expected = apply(double{as_bfloat(pair.a)}, double{as_bfloat(pair.b)});
        if (std::isnan(expected))
            wrong += std::isnan(as_bfloat(out[i])) ? 0 : 1;
        else
            wrong += out[i] == to_bfloat(expected) ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0u) << body;
}

TEST(SpirvBfloat, ArithmeticRoundsOnce) {
    expect_numbers("%r = OpFAdd %bfloat %a %b\n", [](double a, double b) { return a + b; });
    expect_numbers("%r = OpFSub %bfloat %a %b\n", [](double a, double b) { return a - b; });
    expect_numbers("%r = OpFMul %bfloat %a %b\n", [](double a, double b) { return a * b; });
    expect_numbers("%r = OpFDiv %bfloat %a %b\n", [](double a, double b) { return a / b; });
    expect_numbers("%r = OpFRem %bfloat %a %b\n", [](double a, double b) { return std::fmod(a, b); });
    expect_numbers("%r = OpFNegate %bfloat %a\n", [](double a, double) { return -a; });
    expect_numbers("%r = OpFMul %bfloat %a %a\n", [](double a, double) { return a * a; });
    expect_numbers("%r = OpFMul %bfloat %a %three_halves\n", [](double a, double) { return a * 1.5; });
}

TEST(SpirvBfloat, FunctionsOfOpenClAreComputedAsFloats) {
    expect_numbers("%r = OpExtInst %bfloat %std fmax %a %b\n", [](double a, double b) { return std::fmax(a, b); });
    expect_numbers("%r = OpExtInst %bfloat %std fabs %a\n", [](double a, double) { return std::fabs(a); });
    expect_numbers("%r = OpExtInst %bfloat %std sqrt %a\n", [](double a, double) { return std::sqrt(a); });
    expect_numbers("%r = OpExtInst %bfloat %std floor %a\n", [](double a, double) { return std::floor(a); });
}

// The square of 1.0625 lies midway between two bfloat16 numbers. Even the smallest addend decides to which of these two
// numbers the sum is rounded.
TEST(SpirvBfloat, FusedProductsRoundOnce) {
    for (const std::string fused : {"OpFmaKHR %bfloat %f %g %h", "OpExtInst %bfloat %std fma %f %g %h"})
        for (const bool is_negative : {false, true}) {
            const std::uint32_t word = result_of(
                {.capabilities = capabilities,
                 .globals = types + "%u = OpConstant %bfloat 0x3f88\n" +
                            (is_negative ? "%v = OpConstant %bfloat 0xbf88\n%tiny = OpConstant %bfloat 0x8180\n"
                                         : "%v = OpConstant %bfloat 0x3f88\n%tiny = OpConstant %bfloat 0x0180\n"),
                 .body = "%zero = OpConvertUToF %bfloat %i\n%f = OpFAdd %bfloat %u %zero\n"
                         "%g = OpFAdd %bfloat %v %zero\n%h = OpFAdd %bfloat %tiny %zero\n%r = " +
                         fused + "\n" + store});
            EXPECT_EQ(word, is_negative ? 0xbf91u : 0x3f91u) << fused;
        }
}

TEST(SpirvBfloat, ComparisonsAndTestsSeeNumbers) {
    const auto out = results(R"(
%less = OpFOrdLessThan %bool %a %b
%nan = OpIsNan %bool %a
%sign = OpSignBitSet %bool %b
%l = OpSelect %uint %less %uint_1 %uint_0
%n1 = OpSelect %uint %nan %uint_2 %uint_0
%s = OpSelect %uint %sign %uint_4 %uint_0
%ln = OpBitwiseOr %uint %l %n1
%all = OpBitwiseOr %uint %ln %s
OpStore %place %all
)");
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const float a = as_bfloat(pair_of(i).a), b = as_bfloat(pair_of(i).b);
        EXPECT_EQ(out[i], (a < b ? 1u : 0u) | (std::isnan(a) ? 2u : 0u) | (std::signbit(b) ? 4u : 0u)) << i;
    }
}

TEST(SpirvBfloat, VectorsAreComputedByComponents) {
    const auto out = results(R"(
%v = OpCompositeConstruct %v3bfloat %a %b %three_halves
%sum = OpFAdd %v3bfloat %v %v
%scaled = OpVectorTimesScalar %v3bfloat %sum %three_halves
%r = OpCompositeExtract %bfloat %scaled 1
)" + store);
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const double b = as_bfloat(pair_of(i).b);
        if (!std::isnan(b)) EXPECT_EQ(out[i], to_bfloat(as_bfloat(to_bfloat(b + b)) * 1.5)) << i;
    }
}

TEST(SpirvBfloat, ConversionsFollowRoundingModes) {
    const auto of = [](const char* mode, const char* bits) {
        return result_of({.capabilities = capabilities,
                          .annotations = std::string("OpDecorate %r FPRoundingMode ") + mode + "\n",
                          .globals = types + "%number = OpConstant %float " + bits + "\n",
                          .body = "%z = OpConvertUToF %float %i\n%f = OpFAdd %float %number %z\n"
                                  "%r = OpFConvert %bfloat %f\n" +
                                  store});
    };
    EXPECT_EQ(of("RTE", "0x3f808001"), 0x3f81u);
    EXPECT_EQ(of("RTZ", "0x3f80ffff"), 0x3f80u);
    EXPECT_EQ(of("RTP", "0x3f800001"), 0x3f81u);
    EXPECT_EQ(of("RTN", "0x3f80ffff"), 0x3f80u);
    EXPECT_EQ(of("RTP", "0xbf80ffff"), 0xbf80u);
    EXPECT_EQ(of("RTN", "0xbf800001"), 0xbf81u);
    EXPECT_EQ(of("RTZ", "0x7f7fffff"), 0x7f7fu);
    EXPECT_EQ(of("RTP", "0x7f7fffff"), 0x7f80u);
}

TEST(SpirvBfloat, MixedDotProductsAccumulate) {
    const std::string dots = "OpCapability DotProductFloat16AccFloat32VALVE\nOpCapability DotProductBFloat16AccVALVE\n";
    const auto of = [&](const std::string& body) {
        return result_of({.capabilities = capabilities + dots,
                          .globals = types + "%h2 = OpConstant %half 2\n%h3 = OpConstant %half 3\n"
                                             "%two = OpConstant %bfloat 0x4000\n%three = OpConstant %bfloat 0x4040\n"
                                             "%f4 = OpConstant %float 4\n",
                          .body = "%hv = OpCompositeConstruct %v2half %h2 %h3\n"
                                  "%bv = OpCompositeConstruct %v2bfloat %two %three\n" +
                                  body + "OpStore %place %w\n"});
    };
    EXPECT_EQ(of("%r = OpFDot2MixAcc32VALVE %float %hv %hv %f4\n%w = OpBitcast %uint %r\n"), as_word(17.0f));
    EXPECT_EQ(of("%r = OpFDot2MixAcc32VALVE %float %bv %bv %f4\n%w = OpBitcast %uint %r\n"), as_word(17.0f));
    EXPECT_EQ(of("%r = OpFDot2MixAcc16VALVE %half %hv %hv %h2\n%b = OpBitcast %ushort %r\n%w = OpUConvert %uint %b\n"),
              0x4b80u);
    EXPECT_EQ(of("%r = OpFDot2MixAcc16VALVE %bfloat %bv %bv %two\n%b = OpBitcast %ushort %r\n"
                 "%w = OpUConvert %uint %b\n"),
              0x4170u);
}

TEST(SpirvBfloat, WrongOperandsAreRefused) {
    struct Case {
        const char *body, *reason;
    };
    for (const Case& one : {
             Case{"%r = OpFAdd %bfloat %three_halves %uint_1", "no floating-point number"},
             Case{"%r = OpFmaKHR %bfloat %three_halves %three_halves %uint_1", "no floating-point number"},
             Case{"%r = OpFDot2MixAcc32VALVE %float %three_halves %three_halves %float_1", "two 16-bit numbers"},
             Case{"%r = OpFDot2MixAcc32VALVE %bfloat %pair %pair %float_1", "accumulator does not fit"},
             Case{"%r = OpFDot2MixAcc16VALVE %bfloat %pair %pair %float_1", "accumulator does not fit"},
             Case{"%r = OpFDot4MixAcc32VALVE %float %pair %pair %float_1", "not supported"},
         })
        expect_refused(one.reason,
                       {.capabilities = capabilities,
                        .globals = types + "%float_1 = OpConstant %float 1\n"
                                           "%pair = OpConstantComposite %v2bfloat %three_halves %three_halves\n",
                        .body = std::string(one.body) + "\n"});
}

}  // namespace
}  // namespace lanewise::test
