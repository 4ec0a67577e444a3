// Tests arithmetic, bit operations, dot products and hints, with types that the random modules
// (tests/fuzz/spirv_numbers) lack.
#include <cfenv>
#include <cmath>

#include "number_texts.h"

namespace lanewise::test {
namespace {

// Tests integers of up to 128 bits, and compares the results with the results of the host's __int128.
TEST(SpirvArithmetic, WideIntegersCompute) {
    const auto run = [](const std::string& operation, unsigned bits) {
        const std::string width = std::to_string(bits);
        return run_all_widths({.globals = "%wide = OpTypeInt " + width + " 0\n%distance = OpConstant %uint 60\n",
                               .body = "%w = OpUConvert %wide %i\n%b = OpShiftLeftLogical %wide %w %distance\n" +
                                       operation + "%low = OpUConvert %uint %r\nOpStore %place %low\n"});
    };
    for (const unsigned bits : {70u, 96u, 128u}) {
        const auto product = run("%p = OpIMul %wide %b %w\n%r = OpShiftRightLogical %wide %p %distance\n", bits);
        const auto quotient =
            run("%o = OpIAdd %wide %w %w\n%d = OpBitwiseOr %wide %o %w\n%n = OpNot %wide %w\n"
                "%e = OpISub %wide %d %n\n%q = OpUDiv %wide %b %e\n%r = OpIAdd %wide %q %e\n",
                bits);
        for (std::uint32_t i = 0; i < product.size(); ++i) {
            using Wide = unsigned __int128;
            const Wide all = bits == 128 ? ~Wide{0} : (Wide{1} << bits) - 1;
            const Wide w = i, b = w << 60 & all;
            EXPECT_EQ(product[i], static_cast<std::uint32_t>((b * w & all) >> 60)) << bits;
            const Wide e = (((w + w) | w) - (~w & all)) & all;
            EXPECT_EQ(quotient[i], static_cast<std::uint32_t>(b / e + e)) << bits;
        }
    }
}

// Clang omits a truncation whose result is masked, so an operand may be wider than the result.
TEST(SpirvArithmetic, BitwiseOperandsMayBeWider) {
    const auto out =
        run_all_widths({.globals = "%mask = OpConstant %uint 13\n%upwards = OpConstant %uint 32\n", .body = R"(
%shifted = OpShiftLeftLogical %ulong %i %upwards
%both = OpBitwiseOr %ulong %shifted %i
%r = OpBitwiseAnd %uint %both %mask
OpStore %place %r
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i & 13);
}

// For integers with more bits than the host's integers, the test has no expected result. The test divides i * 2^120 + 3
// by i + 3. The quotient is right if quotient * divisor + remainder equals the dividend.
TEST(SpirvArithmetic, VeryWideIntegersCompute) {
    for (const unsigned bits : {129u, 256u}) {
        const auto out = run_spirv({.globals = "%wide = OpTypeInt " + std::to_string(bits) +
                                               " 0\n%distance = OpConstant %uint 120\n%three = OpConstant %uint 3\n",
                                    .body = R"(
%w = OpUConvert %wide %i
%c = OpUConvert %wide %three
%a = OpShiftLeftLogical %wide %w %distance
%x = OpIAdd %wide %a %c
%d = OpIAdd %wide %w %c
%q = OpUDiv %wide %x %d
%m = OpUMod %wide %x %d
%p = OpIMul %wide %q %d
%sum = OpIAdd %wide %p %m
%same = OpIEqual %bool %sum %x
%less = OpULessThan %bool %m %d
%s = OpSDiv %wide %x %d
%t = OpIEqual %bool %s %q
%count = OpBitCount %uint %x
%f = OpConvertUToF %double %x
%n = OpConvertFToU %wide %f
%high = OpShiftRightLogical %wide %n %distance
%back = OpIEqual %bool %high %w
%both = OpLogicalAnd %bool %same %less
%three_of = OpLogicalAnd %bool %both %t
%four = OpLogicalAnd %bool %three_of %back
%r = OpSelect %uint %four %count %uint_0
OpStore %place %r
)"},
                                   10, 10, {}, {.vector_width = 4});
        for (std::uint32_t i = 0; i < out.size(); ++i)
            EXPECT_EQ(out[i], static_cast<std::uint32_t>(std::popcount(i)) + 2) << bits << " " << i;
    }
}

TEST(SpirvArithmetic, VectorsHaveUpTo64Components) {
    std::string operands;
    for (unsigned i = 0; i < 64; ++i) operands += " %low";
    const auto out = run_all_widths({.globals = "%v64uint = OpTypeVector %uint 64\n", .body = R"(
%low = OpUConvert %uint %i
%many = OpCompositeConstruct %v64uint)" + operands + R"(
%squares = OpIMul %v64uint %many %many
%place64 = OpUMod %uint %low %uint_4
%changed = OpVectorInsertDynamic %v64uint %squares %uint_3 %place64
%one = OpVectorExtractDynamic %uint %changed %uint_2
%last = OpCompositeExtract %uint %changed 63
%sum = OpIAdd %uint %one %last
OpStore %place %sum
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i * i + (i % 4 == 2 ? 3 : i * i));
}

// OpDot of vectors of any length and type.
TEST(SpirvArithmetic, DotProductsSumAllComponents) {
    for (const std::string type : {"half", "float", "double"})
        for (const unsigned length : {1u, 2u, 3u, 4u, 5u, 8u, 16u}) {
            std::string operands;
            for (unsigned c = 0; c < length; ++c) operands += c % 2 == 0 ? " %x" : " %y";
            const auto out = run_all_widths(
                {.globals = "%vec = OpTypeVector %" + type + " " + std::to_string(length) + "\n%two = OpConstant %" +
                            type + " 2\n%ulong_6 = OpConstant %ulong 6\n",
                 .body = "%small = OpUMod %ulong %i %ulong_6\n%x = OpConvertUToF %" + type + " %small\n%y = OpFAdd %" +
                         type + " %x %two\n%a = OpCompositeConstruct %vec" + operands + "\n%r = OpDot %" + type +
                         " %a %a\n%w = OpConvertFToU %uint %r\nOpStore %place %w\n"});
            for (std::uint32_t i = 0; i < out.size(); ++i) {
                std::uint32_t sum = 0;
                for (unsigned c = 0; c < length; ++c) sum += (i % 6 + c % 2 * 2) * (i % 6 + c % 2 * 2);
                EXPECT_EQ(out[i], sum) << type << length;
            }
        }
}

TEST(SpirvArithmetic, DotProductsOfBfloatsAreRoundedOnce) {
    const auto out = run_all_widths({.capabilities = "OpCapability 5116\n",
                                     .globals = R"(
%bfloat = OpTypeFloat 16 BFloat16KHR
%vec = OpTypeVector %bfloat 4
)",
                                     .body = R"(
%x = OpConvertUToF %bfloat %i
%a = OpCompositeConstruct %vec %x %x %x %x
%r = OpDot %bfloat %a %a
%f = OpFConvert %float %r
%w = OpBitcast %uint %f
OpStore %place %w
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const std::uint32_t bits = as_word(static_cast<float>(4 * i * i));
        EXPECT_EQ(out[i], (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000) << i;
    }
}

// The expected result is the nearest number, or the next number toward zero if the nearest number is too large.
TEST(SpirvArithmetic, RoundingTowardZero) {
    const auto module = [](const std::string& operation) {
        return ModuleText{.annotations = "OpExecutionMode %k RoundingModeRTZ 32\nOpExecutionMode %k ContractionOff\n",
                          .globals = "%factor = OpConstant %uint 2654435761\n%mask = OpConstant %uint 0xbfffffff\n",
                          .body =
                              "%low = OpUConvert %uint %i\n%m = OpIMul %uint %low %factor\n"
                              "%n = OpIMul %uint %m %factor\n%mm = OpBitwiseAnd %uint %m %mask\n"
                              "%nm = OpBitwiseAnd %uint %n %mask\n%a = OpBitcast %float %mm\n"
                              "%b = OpBitcast %float %nm\n%r = " +
                              operation + " %float %a %b\n%w = OpBitcast %uint %r\nOpStore %place %w\n"};
    };
    const char* const operations[] = {"OpFAdd", "OpFSub", "OpFMul", "OpFDiv"};
    for (unsigned operation = 0; operation < 4; ++operation) {
        const auto out = run_all_widths(module(operations[operation]), 2000);
        std::fesetround(FE_TOWARDZERO);
        for (std::uint32_t i = 0; i < out.size(); ++i) {
            const volatile float a = as_float(i * 2654435761u & 0xbfffffff);
            const volatile float b = as_float(i * 2654435761u * 2654435761u & 0xbfffffff);
            const volatile float results[] = {a + b, a - b, a * b, a / b};
            const float expected = results[operation];
            if (std::isnan(expected))
                EXPECT_TRUE(std::isnan(as_float(out[i]))) << i;
            else
                EXPECT_EQ(out[i], as_word(expected)) << operations[operation] << " " << i;
        }
        std::fesetround(FE_TONEAREST);
    }
}

// OpenCL C, section 6.3.1: division by zero raises no exception. The result is unspecified, so only the survival of the
// process is tested.
TEST(SpirvArithmetic, DivisionByZeroAndOverflowAreHarmless) {
    for (const std::string bits : {"8", "12", "16", "32", "33", "64"})
        for (const std::string operation : {"UDiv", "SDiv", "UMod", "SRem", "SMod"})
            for (const bool is_vector : {false, true}) {
                const std::string type = bits == "8"    ? "uchar"
                                         : bits == "16" ? "ushort"
                                         : bits == "32" ? "uint"
                                         : bits == "64" ? "ulong"
                                                        : "odd";
                const std::string value = is_vector ? "%vec" : "%" + type;
                const std::string least = "0x" + std::string(bits == "64"   ? "8000000000000000"
                                                             : bits == "33" ? "100000000"
                                                             : bits == "32" ? "80000000"
                                                             : bits == "16" ? "8000"
                                                             : bits == "12" ? "800"
                                                                            : "80");
                std::string body =
                    bits == "64" ? "%n = OpCopyObject %ulong %i\n" : "%n = OpUConvert %" + type + " %i\n";
                body += "%a = OpIAdd %" + type + " %least %n\n%b = OpISub %" + type + " %n %two\n";
                if (is_vector)
                    body += "%av = OpCompositeConstruct %vec %a %a %least\n%bv = OpCompositeConstruct %vec %b %n %b\n";
                const std::string own = is_vector ? "v" : "";
                body += "%q = Op" + operation + " " + value + " %a" + own + " %b" + own + "\n";
                body +=
                    is_vector ? "%c = OpCompositeExtract %" + type + " %q 0\n" : "%c = OpCopyObject %" + type + " %q\n";
                body += bits == "32" ? "%w = OpCopyObject %uint %c\n" : "%w = OpUConvert %uint %c\n";
                const auto out =
                    run_all_widths_loosely({.globals = (type == "odd" ? "%odd = OpTypeInt " + bits + " 0\n" : "") +
                                                       "%vec = OpTypeVector %" + type + " 3\n%least = OpConstant %" +
                                                       type + " " + least + "\n%two = OpConstant %" + type + " 2\n",
                                            .body = body + "OpStore %place %w\n"});
                EXPECT_EQ(out.size(), 20u);
            }
}

TEST(SpirvArithmetic, FusedProductsRoundTowardZero) {
    const auto run = [](const std::string& type, const std::string& bits_type, const std::string& mask) {
        return run_all_widths(
            {.annotations = "OpExecutionMode %k RoundingModeRTZ 32\n"
                            "OpExecutionMode %k RoundingModeRTZ 64\n",
             .globals = "%factor = OpConstant %ulong 0x9e3779b97f4a7c15\n%mask = OpConstant %ulong " + mask +
                        "\n%far = OpConstant %uint 32\n",
             .body = "%m = OpIMul %ulong %i %factor\n%n = OpIMul %ulong %m %factor\n"
                     "%o = OpIMul %ulong %n %factor\n%mm = OpBitwiseAnd %ulong %m %mask\n"
                     "%nm = OpBitwiseAnd %ulong %n %mask\n%om = OpBitwiseAnd %ulong %o %mask\n" +
                     std::string(bits_type == "uint" ? "%ms = OpUConvert %uint %mm\n%ns = OpUConvert %uint %nm\n"
                                                       "%os = OpUConvert %uint %om\n"
                                                     : "%ms = OpCopyObject %ulong %mm\n"
                                                       "%ns = OpCopyObject %ulong %nm\n"
                                                       "%os = OpCopyObject %ulong %om\n") +
                     "%a = OpBitcast %" + type + " %ms\n%b = OpBitcast %" + type + " %ns\n%c = OpBitcast %" + type +
                     " %os\n%r = OpFmaKHR %" + type + " %a %b %c\n%bits = OpBitcast %" + bits_type + " %r\n" +
                     (bits_type == "uint" ? "OpStore %place %bits\n"
                                          : "%high = OpShiftRightLogical %ulong %bits %far\n"
                                            "%both = OpBitwiseXor %ulong %bits %high\n"
                                            "%low = OpUConvert %uint %both\nOpStore %place %low\n")},
            2000);
    };
    constexpr std::uint64_t factor = 0x9e3779b97f4a7c15, float_mask = 0xbfffffff, double_mask = 0xbfffffffffffffff;
    const auto floats = run("float", "uint", "0xbfffffff");
    const auto doubles = run("double", "ulong", "0xbfffffffffffffff");
    std::fesetround(FE_TOWARDZERO);
    for (std::uint64_t i = 0; i < floats.size(); ++i) {
        const std::uint64_t m = i * factor, n = m * factor, o = n * factor;
        const auto single = [](std::uint64_t bits) { return as_float(static_cast<std::uint32_t>(bits & float_mask)); };
        const auto wide = [](std::uint64_t bits) { return std::bit_cast<double>(bits & double_mask); };
        const volatile float a = single(m), b = single(n), c = single(o);
        const float expected = std::fma(a, b, c);
        if (!std::isnan(expected)) EXPECT_EQ(floats[i], as_word(expected)) << i;
        const volatile double x = wide(m), y = wide(n), z = wide(o);
        const double result = std::fma(x, y, z);
        const auto bits = std::bit_cast<std::uint64_t>(result);
        if (!std::isnan(result)) EXPECT_EQ(doubles[i], static_cast<std::uint32_t>(bits ^ bits >> 32)) << i;
    }
    std::fesetround(FE_TONEAREST);
}

TEST(SpirvArithmetic, HintsChangeNothing) {
    const auto out = run_all_widths({.globals = R"(
%limit = OpConstant %ulong 1000
%one = OpConstant %float 1
)",
                                     .body = R"(
%variable = OpVariable %ptr_private_uint Function
%is_small = OpULessThan %bool %i %limit
OpAssumeTrueKHR %is_small
OpLifetimeStart %variable 0
%low = OpUConvert %uint %i
%expected = OpExpectKHR %uint %low %uint_0
OpStore %variable %expected
%x = OpLoad %uint %variable
OpLifetimeStop %variable 4
OpLifetimeStart %out 0
%f = OpConvertUToF %float %x
%g = OpFAdd %float %f %one
%fenced = OpArithmeticFenceEXT %float %g
%h = OpFSub %float %fenced %one
%r = OpConvertFToU %uint %h
OpStore %place %r
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i);
}

// (x + 2^24) - 2^24 equals x for all x only if the compiler reassociates sums. OpArithmeticFenceEXT forbids this
// reassociation.
TEST(SpirvArithmetic, AFenceForbidsReassociation) {
    const auto out = run_all_widths({.globals = "%large = OpConstant %float 16777216\n", .body = R"(
%x = OpConvertUToF %float %i
%sum = OpFAdd %float %x %large
%fenced = OpArithmeticFenceEXT %float %sum
%rest = OpFSub %float %fenced %large
%r = OpConvertFToU %uint %rest
OpStore %place %r
)"},
                                    70, {.build_options = "-cl-fast-relaxed-math"});
    for (std::uint32_t i = 0; i < out.size(); ++i)
        EXPECT_EQ(out[i], static_cast<std::uint32_t>(static_cast<float>(i) + 16777216.0f - 16777216.0f)) << i;
}

TEST(SpirvArithmetic, WrongOperandsAreRefused) {
    struct Case {
        const char *body, *reason;
    };
    for (const Case& one : {
             Case{"%r = OpFAdd %float %uint_1 %uint_1", "no floating-point number"},
             Case{"%r = OpFRem %float %one %wide", "different types"},
             Case{"%r = OpFMod %uint %one %one", "do not fit the result"},
             Case{"%r = OpFmaKHR %float %one %one %wide", "different types"},
             Case{"%r = OpIAddCarry %pair %uint_1 %i", "different types"},
             Case{"%r = OpIAddCarry %uint %uint_1 %uint_1", "no structure of two members"},
             Case{"%r = OpUMulExtended %pair %i %i", "no structure of two members"},
             Case{"%r = OpSMulExtended %pair %one %one", "no integer"},
             Case{"%r = OpBitCount %uint %one", "no integer"},
             Case{"%r = OpBitCount %v2uint %uint_1", "numbers of components"},
             Case{"%r = OpBitReverse %ulong %uint_1", "do not fit the result"},
             Case{"%r = OpBitFieldInsert %uint %uint_1 %i %uint_1 %uint_1", "different types"},
             Case{"%r = OpBitFieldUExtract %uint %uint_1 %pair2 %uint_1", "no integer"},
             Case{"%r = OpBitFieldSExtract %uint %uint_1 %vec2 %uint_1", "are scalars"},
             Case{"%r = OpShiftLeftLogical %uint %uint_1 %vec2", "numbers of components"},
             Case{"%r = OpDot %float %one %one", "no vectors"},
             Case{"%r = OpDot %uint %vec2 %vec2", "no vectors"},
             Case{"%r = OpSDot %uint %i %i", "neither a vector nor a word"},
             Case{"%r = OpUDot %uint %uint_1 %uint_1", "neither a vector nor a word"},
             Case{"%r = OpUDot %uchar %vec2 %vec2", "all bits of a component"},
             Case{"%r = OpSDotAccSat %uint %vec2 %vec2 %i", "different types"},
             Case{"%r = OpVectorTimesScalar %v2uint %vec2 %uint_1", "no floating-point number"},
             Case{"%r = OpArithmeticFenceEXT %uint %uint_1", "no floating-point number"},
             Case{"%r = OpExpectKHR %uint %uint_1 %i", "different types"},
             Case{"OpAssumeTrueKHR %uint_1", "no bool"},
             Case{"OpLifetimeStart %uint_1 0", "no pointer"},
             Case{"%r = OpTranspose %uint %uint_1", "no matrices"},
             Case{"%r = OpSNegate %uint %one", "no integer"},
             Case{"%r = OpFNegate %uint %uint_1", "no floating-point number"},
             Case{"%r = OpNot %uint %one", "no integer"},
         })
        expect_refused(one.reason, {.globals = "%one = OpConstant %float 1\n%wide = OpConstant %double 1\n"
                                               "%pair = OpTypeStruct %uint %uint\n"
                                               "%pair2 = OpConstantComposite %pair %uint_1 %uint_1\n"
                                               "%vec2 = OpConstantComposite %v2uint %uint_1 %uint_2\n",
                                    .body = std::string(one.body) + "\n"});
}

}  // namespace
}  // namespace lanewise::test
