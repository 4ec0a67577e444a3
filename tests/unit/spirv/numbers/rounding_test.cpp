// Tests rounding modes, which the decoration FPRoundingMode, execution modes, and decorations of functions select.
#include <cfenv>
#include <cmath>

#include "../number_texts.h"

namespace lanewise::test {
namespace {

struct Mode {
    const char *decoration, *execution_mode;
    int rounding;
};

const Mode modes[] = {{"RTZ", "RoundingModeRTZ", FE_TOWARDZERO},
                      {"RTP", "RoundingModeRTPINTEL", FE_UPWARD},
                      {"RTN", "RoundingModeRTNINTEL", FE_DOWNWARD}};

// A type of numbers. A test makes pairs of numbers of this type. The two numbers of a pair differ only in bits of
// `mask`: the sign, the low bits of the exponent, and the fraction. Their exponents are therefore similar.
struct Numbers {
    const char *type, *bits_type, *mask;
    unsigned bits;
};
const Numbers halves{"half", "ushort", "0x8fff", 16};
const Numbers floats{"float", "uint", "0x83ffffff", 32};
const Numbers doubles{"double", "ulong", "0x807fffffffffffff", 64};

constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;

struct Pair {
    std::uint64_t a, b;
};

Pair pair_of(const Numbers& numbers, std::uint64_t i) {
    const std::uint64_t m = (i + 1) * factor, n = m * factor;
    const std::uint64_t all = numbers.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << numbers.bits) - 1;
    return {m & all, (m ^ (n & std::strtoull(numbers.mask, nullptr, 16))) & all};
}

// Returns a module that makes two numbers %a and %b, computes %r from them by `instruction`, and stores the bits of %r
// as two words.
ModuleText module_of(const Numbers& numbers, const std::string& instruction, const std::string& annotations) {
    const std::string type = std::string("%") + numbers.type, bits = std::string("%") + numbers.bits_type;
    const auto narrow = [&](const std::string& to, const std::string& from) {
        return to + (numbers.bits == 64 ? " = OpCopyObject " : " = OpUConvert ") + bits + " " + from + "\n";
    };
    const std::string wide = numbers.bits == 64 ? "%w = OpCopyObject %ulong %rb\n" : "%w = OpUConvert %ulong %rb\n";
    return {
        .capabilities = "OpCapability RoundToInfinityINTEL\n",
        .annotations = annotations,
        .globals = "%factor = OpConstant %ulong 0x9e3779b97f4a7c15\n%one = OpConstant %ulong 1\n%mask = OpConstant " +
                   std::string("%ulong ") + numbers.mask + "\n%far = OpConstant %ulong 32\n",
        .body =
            "%j = OpIAdd %ulong %i %one\n%m = OpIMul %ulong %j %factor\n%n = OpIMul %ulong %m %factor\n"
            "%d = OpBitwiseAnd %ulong %n %mask\n%x = OpBitwiseXor %ulong %m %d\n" +
            narrow("%ab", "%m") + narrow("%bb", "%x") + "%a = OpBitcast " + type + " %ab\n%b = OpBitcast " + type +
            " %bb\n%r = " + instruction + "\n%rb = OpBitcast " + bits + " %r\n" + wide +
            "%low = OpUConvert %uint %w\n%h = OpShiftRightLogical %ulong %w %far\n%high = OpUConvert %uint %h\n"
            "%second = OpInBoundsPtrAccessChain %ptr_global_uint %place %one\n"
            "OpStore %place %low\nOpStore %second %high\n",
        .words = 2};
}

double half_number(std::uint64_t bits) {
    return static_cast<double>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits)));
}

// Rounds a number to half in the rounding mode that the host thread has set.
double to_half(double number) {
    if (!std::isfinite(number) || number == 0) return number;
    int exponent = 0;
    (void)std::frexp(number, &exponent);
    const double unit = std::ldexp(1.0, std::max(exponent - 11, -24));
    const volatile double scaled = number / unit;
    const double rounded = std::nearbyint(scaled) * unit;
    constexpr double largest = 65504;
    if (std::fabs(rounded) <= largest) return std::copysign(rounded, number);
    const int mode = std::fegetround();
    const bool is_infinite = mode == (number > 0 ? FE_UPWARD : FE_DOWNWARD) || mode == FE_TONEAREST;
    return std::copysign(is_infinite ? INFINITY : largest, number);
}

template <class Apply>
std::uint64_t expected_bits(const Numbers& numbers, const Pair& pair, Apply&& apply) {
    if (numbers.bits == 64) {
        const volatile double a = std::bit_cast<double>(pair.a), b = std::bit_cast<double>(pair.b);
        return std::bit_cast<std::uint64_t>(static_cast<double>(apply(+a, +b)));
    }
    if (numbers.bits == 32) {
        const volatile float a = as_float(static_cast<std::uint32_t>(pair.a)),
                             b = as_float(static_cast<std::uint32_t>(pair.b));
        return as_word(apply(+a, +b));
    }
    const volatile double a = half_number(pair.a), b = half_number(pair.b);
    return std::bit_cast<std::uint16_t>(static_cast<_Float16>(to_half(apply(+a, +b))));
}

bool is_nan(const Numbers& numbers, std::uint64_t bits) {
    if (numbers.bits == 64) return std::isnan(std::bit_cast<double>(bits));
    if (numbers.bits == 32) return std::isnan(as_float(static_cast<std::uint32_t>(bits)));
    return std::isnan(half_number(bits));
}

template <class Apply>
void expect_rounded(const Numbers& numbers, const Mode& mode, const ModuleText& module, Apply&& apply) {
    const auto out = run_all_widths(module, 500);
    std::fesetround(mode.rounding);
    std::size_t wrong = 0;
    for (std::uint64_t i = 0; i < out.size() / 2; ++i) {
        const std::uint64_t expected = expected_bits(numbers, pair_of(numbers, i), apply);
        const std::uint64_t found = out[2 * i] | std::uint64_t{out[2 * i + 1]} << 32;
        wrong += is_nan(numbers, expected) ? !is_nan(numbers, found) : expected != found;
    }
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(wrong, 0u) << numbers.type << " " << mode.decoration;
}

struct Operation {
    const char* name;
    double (*wide)(double, double);
    float (*single)(float, float);
};

template <class T>
T add(T a, T b) {
    const volatile T r = a + b;
    return r;
}
template <class T>
T subtract(T a, T b) {
    const volatile T r = a - b;
    return r;
}
template <class T>
T multiply(T a, T b) {
    const volatile T r = a * b;
    return r;
}
template <class T>
T divide(T a, T b) {
    const volatile T r = a / b;
    return r;
}
template <class T>
T root(T a, T) {
    return std::sqrt(a);
}
template <class T>
T fused(T a, T b) {
    return std::fma(a, b, a);
}

const Operation operations[] = {{"OpFAdd %T %a %b", add<double>, add<float>},
                                {"OpFSub %T %a %b", subtract<double>, subtract<float>},
                                {"OpFMul %T %a %b", multiply<double>, multiply<float>},
                                {"OpFDiv %T %a %b", divide<double>, divide<float>},
                                {"OpExtInst %T %std sqrt %a", root<double>, root<float>},
                                {"OpExtInst %T %std fma %a %b %a", fused<double>, fused<float>},
                                {"OpExtInst %T %std mad %a %b %a", fused<double>, fused<float>},
                                {"OpFmaKHR %T %a %b %a", fused<double>, fused<float>}};

class SpirvRounding : public testing::TestWithParam<Operation> {
public:
    static void expect_all(const Numbers& numbers, const Mode& mode, const std::string& annotations) {
        std::string instruction = GetParam().name;
        instruction.replace(instruction.find("%T"), 2, std::string("%") + numbers.type);
        const ModuleText module = module_of(numbers, instruction, annotations);
        const Operation& operation = GetParam();
        if (numbers.bits == 32)
            expect_rounded(numbers, mode, module, [&](auto a, auto b) {
                return operation.single(static_cast<float>(a), static_cast<float>(b));
            });
        else
            expect_rounded(numbers, mode, module, [&](auto a, auto b) { return operation.wide(a, b); });
    }
};

TEST_P(SpirvRounding, FollowsTheDecoration) {
    for (const Mode& mode : modes)
        for (const Numbers& numbers : {halves, floats, doubles})
            expect_all(numbers, mode, std::string("OpDecorate %r FPRoundingMode ") + mode.decoration + "\n");
}

TEST_P(SpirvRounding, FollowsTheModeOfTheKernel) {
    for (const Mode& mode : modes)
        for (const Numbers& numbers : {floats, doubles})
            expect_all(
                numbers, mode,
                std::string("OpExecutionMode %k ") + mode.execution_mode + " " + std::to_string(numbers.bits) + "\n");
}

std::string name_of(const testing::TestParamInfo<Operation>& info) {
    constexpr const char* names[] = {"Add", "Sub", "Mul", "Div", "Sqrt", "Fma", "Mad", "FmaKhr"};
    return names[info.index];
}

INSTANTIATE_TEST_SUITE_P(All, SpirvRounding, testing::ValuesIn(operations), name_of);

// The decoration of an instruction replaces the mode of the kernel. The decoration of a function replaces the modes of
// the kernels that call the function.
TEST(SpirvRoundingModes, DecorationsReplaceTheKernelsMode) {
    const auto module = [](const std::string& annotations) {
        return module_of(floats, "OpFAdd %float %a %b", annotations);
    };
    const std::string of_kernel = "OpExecutionMode %k RoundingModeRTZ 32\n";
    expect_rounded(floats, {"RTE", "", FE_TONEAREST}, module(of_kernel + "OpDecorate %r FPRoundingMode RTE\n"),
                   add<float>);
    expect_rounded(floats, modes[1], module(of_kernel + "OpDecorate %k FunctionRoundingModeINTEL 32 RTP\n"),
                   add<float>);
    expect_rounded(floats, modes[0], module(of_kernel + "OpDecorate %k FunctionRoundingModeINTEL 64 RTP\n"),
                   add<float>);
}

TEST(SpirvRoundingModes, ADecoratedQuotientIsTheNearestOne) {
    const ModuleText module = module_of(floats, "OpFDiv %float %a %b", "OpDecorate %r FPRoundingMode RTE\n");
    const auto out = run_all_widths(module, 500, {.build_options = "-cl-fast-relaxed-math"});
    for (std::uint64_t i = 0; i < out.size() / 2; ++i) {
        const Pair pair = pair_of(floats, i);
        const float expected =
            divide(as_float(static_cast<std::uint32_t>(pair.a)), as_float(static_cast<std::uint32_t>(pair.b)));
        if (std::isfinite(expected)) EXPECT_EQ(out[2 * i], as_word(expected)) << i;
    }
}

// An overflow gives infinity only if the mode rounds toward this infinity. An exact sum of 0 is -0 if the mode rounds
// down.
TEST(SpirvRoundingModes, LimitsAndZerosFollowTheMode) {
    const auto of = [](const char* mode, const std::string& operation) {
        return result_of({.annotations = std::string("OpDecorate %r FPRoundingMode ") + mode + "\n",
                          .globals = "%big = OpConstant %float 0x7f7fffff\n%small = OpConstant %float 0xff7fffff\n"
                                     "%zero = OpConstant %float 0\n",
                          .body = "%f = OpConvertUToF %float %i\n%l = OpFAdd %float %big %f\n"
                                  "%s = OpFAdd %float %small %f\n%z = OpFAdd %float %zero %f\n%r = " +
                                  operation + "\n%w = OpBitcast %uint %r\nOpStore %place %w\n"});
    };
    EXPECT_EQ(of("RTZ", "OpFAdd %float %l %l"), 0x7f7fffffu);
    EXPECT_EQ(of("RTN", "OpFAdd %float %l %l"), 0x7f7fffffu);
    EXPECT_EQ(of("RTP", "OpFAdd %float %l %l"), 0x7f800000u);
    EXPECT_EQ(of("RTP", "OpFAdd %float %s %s"), 0xff7fffffu);
    EXPECT_EQ(of("RTN", "OpFMul %float %s %l"), 0xff800000u);
    EXPECT_EQ(of("RTN", "OpFAdd %float %l %s"), 0x80000000u);
    EXPECT_EQ(of("RTP", "OpFAdd %float %l %s"), 0u);
    EXPECT_EQ(of("RTN", "OpFAdd %float %z %z"), 0u);
    EXPECT_EQ(of("RTN", "OpFDiv %float %l %z"), 0x7f800000u);
}

// Section 6.15.8 of OpenCL C: vstore_half uses the default rounding mode, which is here the kernel's mode, and
// vstore_half_r uses the mode in its operand.
TEST(SpirvRoundingModes, StoresOfHalfFollowTheModeOfTheKernel) {
    const auto of = [](const std::string& annotations, const std::string& store) {
        return result_of({.annotations = annotations,
                          .globals = "%third = OpConstant %float 0x3eaaaaab\n%null = OpConstant %ulong 0\n"
                                     "%ptr_half = OpTypePointer CrossWorkgroup %half\n",
                          .body = "OpStore %place %uint_0\n%p = OpBitcast %ptr_half %place\n"
                                  "%f = OpConvertUToF %float %i\n%x = OpFAdd %float %third %f\n"
                                  "%s = OpExtInst %void %std " +
                                  store + "\n"});
    };
    const std::string upward = "OpExecutionMode %k RoundingModeRTPINTEL 16\n";
    EXPECT_EQ(of("", "vstore_half %x %null %p"), 0x3555u);
    EXPECT_EQ(of(upward, "vstore_half %x %null %p"), 0x3556u);
    EXPECT_EQ(of(upward, "vstore_half_r %x %null %p RTN"), 0x3555u);
}

TEST(SpirvRoundingModes, DotProductsRoundEachStep) {
    const std::uint32_t word =
        result_of({.annotations = "OpExecutionMode %k RoundingModeRTPINTEL 32\n",
                   .globals = "%one = OpConstant %float 1\n%tiny = OpConstant %float 0x1\n",
                   .body = "%f = OpConvertUToF %float %i\n%x = OpFAdd %float %one %f\n"
                           "%a = OpCompositeConstruct %v2float %x %tiny\n%b = OpCompositeConstruct %v2float %x %x\n"
                           "%r = OpDot %float %a %b\n%w = OpBitcast %uint %r\nOpStore %place %w\n"});
    EXPECT_EQ(word, as_word(std::nextafter(1.0f, 2.0f)));
}

TEST(SpirvRoundingModes, UnknownModesAreRefused) {
    expect_refused("no such rounding mode", {.annotations = "OpDecorate %r FPRoundingMode 9\n",
                                             .globals = "%one = OpConstant %float 1\n",
                                             .body = "%r = OpFAdd %float %one %one\n"});
}

}  // namespace
}  // namespace lanewise::test
