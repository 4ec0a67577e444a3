// Tests vendor instructions on integers and bits: SPV_INTEL_shader_integer_functions2,
// SPV_INTEL_ternary_bitwise_function and SPV_INTEL_tensor_float32_conversion.
#include <cmath>

#include "../number_texts.h"
#include "../typed_values.h"

namespace lanewise::test {
namespace {

const std::string capabilities =
    "OpCapability IntegerFunctions2INTEL\nOpCapability TernaryBitwiseFunctionINTEL\n"
    "OpCapability TensorFloat32RoundingINTEL\n";

// Applies an instruction to two values of a type in each work-item, and returns the bits of the results.
std::vector<std::uint64_t> results(const NumberType& type, const std::string& instruction, bool is_unary = false) {
    const std::string operands = is_unary ? " %a\n" : " %a %b\n";
    const auto out =
        run_all_widths({.capabilities = capabilities,
                        .globals = type_lines(),
                        .body = make_value(type, "%a", 1) + make_value(type, "%b", 2) + "%r = " + instruction + " " +
                                type.name + operands + store_bits(type, "%r", 0),
                        .words = 2},
                       200);
    std::vector<std::uint64_t> bits;
    for (std::uint64_t i = 0; i < out.size() / 2; ++i) bits.push_back(stored_bits(out, 2 * i) & mask_of(type));
    return bits;
}

using Model = std::uint64_t (*)(const NumberType& type, std::uint64_t a, std::uint64_t b);

__int128 clamped(__int128 value, __int128 least, __int128 most) { return std::min(std::max(value, least), most); }
__int128 most_of(const NumberType& type) { return (static_cast<__int128>(1) << (type.bits - 1)) - 1; }

const std::pair<const char*, Model> models[] = {
    {"OpAbsISubINTEL",
     [](const NumberType& type, std::uint64_t a, std::uint64_t b) {
         const __int128 d = static_cast<__int128>(as_signed(type, a)) - as_signed(type, b);
         return static_cast<std::uint64_t>(d < 0 ? -d : d);
     }},
    {"OpAbsUSubINTEL", [](const NumberType&, std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }},
    {"OpIAddSatINTEL",
     [](const NumberType& type, std::uint64_t a, std::uint64_t b) {
         return static_cast<std::uint64_t>(clamped(static_cast<__int128>(as_signed(type, a)) + as_signed(type, b),
                                                   -most_of(type) - 1, most_of(type)));
     }},
    {"OpUAddSatINTEL",
     [](const NumberType& type, std::uint64_t a, std::uint64_t b) {
         return static_cast<std::uint64_t>(clamped(static_cast<__int128>(a) + b, 0, mask_of(type)));
     }},
    {"OpISubSatINTEL",
     [](const NumberType& type, std::uint64_t a, std::uint64_t b) {
         return static_cast<std::uint64_t>(clamped(static_cast<__int128>(as_signed(type, a)) - as_signed(type, b),
                                                   -most_of(type) - 1, most_of(type)));
     }},
    {"OpUSubSatINTEL", [](const NumberType&, std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }},
    {"OpIAverageINTEL",
     [](const NumberType& type, std::uint64_t a, std::uint64_t b) {
         return static_cast<std::uint64_t>((static_cast<__int128>(as_signed(type, a)) + as_signed(type, b)) >> 1);
     }},
    {"OpUAverageINTEL",
     [](const NumberType&, std::uint64_t a, std::uint64_t b) {
         return static_cast<std::uint64_t>((static_cast<__int128>(a) + b) >> 1);
     }},
    {"OpIAverageRoundedINTEL",
     [](const NumberType& type, std::uint64_t a, std::uint64_t b) {
         return static_cast<std::uint64_t>((static_cast<__int128>(as_signed(type, a)) + as_signed(type, b) + 1) >> 1);
     }},
    {"OpUAverageRoundedINTEL",
     [](const NumberType&, std::uint64_t a, std::uint64_t b) {
         return static_cast<std::uint64_t>((static_cast<__int128>(a) + b + 1) >> 1);
     }},
};

TEST(SpirvIntegerFunctions, PairsGiveTheResultsOfWideIntegers) {
    for (const NumberType& type : integer_types())
        for (const auto& [name, model] : models) {
            const auto bits = results(type, name);
            for (std::uint64_t i = 0; i < bits.size(); ++i)
                EXPECT_EQ(bits[i], model(type, value_bits(type, i, 1), value_bits(type, i, 2)) & mask_of(type))
                    << name << " " << type.name << " " << i;
        }
}

TEST(SpirvIntegerFunctions, ZerosAreCounted) {
    for (const NumberType& type : integer_types()) {
        const auto leading = results(type, "OpUCountLeadingZerosINTEL", true);
        const auto trailing = results(type, "OpUCountTrailingZerosINTEL", true);
        for (std::uint64_t i = 0; i < leading.size(); ++i) {
            const std::uint64_t value = value_bits(type, i, 1);
            const auto all = static_cast<std::uint64_t>(type.bits);
            EXPECT_EQ(leading[i], all - static_cast<std::uint64_t>(std::bit_width(value))) << type.name;
            EXPECT_EQ(trailing[i], std::min<std::uint64_t>(all, static_cast<std::uint64_t>(std::countr_zero(value))));
        }
    }
}

TEST(SpirvIntegerFunctions, ProductsTakeTheLowerHalf) {
    const NumberType& type = integer_types()[3];
    const auto of_signed = results(type, "OpIMul32x16INTEL"), of_unsigned = results(type, "OpUMul32x16INTEL");
    for (std::uint64_t i = 0; i < of_signed.size(); ++i) {
        const auto a = static_cast<std::uint32_t>(value_bits(type, i, 1));
        const auto b = static_cast<std::uint32_t>(value_bits(type, i, 2));
        EXPECT_EQ(of_signed[i], a * static_cast<std::uint32_t>(static_cast<std::int16_t>(b)));
        EXPECT_EQ(of_unsigned[i], a * (b & 0xffff));
    }
}

TEST(SpirvIntegerFunctions, TablesTellEachBit) {
    for (const std::uint32_t table : {0u, 0xcau, 0x96u, 0x80u, 0xffu, 0x1bu}) {
        const auto out = run_all_widths({.capabilities = capabilities,
                                         .globals = "%table = OpConstant %uint " + std::to_string(table) +
                                                    "\n%f1 = OpConstant %uint 0x9e3779b9\n"
                                                    "%f2 = OpConstant %uint 0x85ebca6b\n",
                                         .body = R"(
%c = OpUConvert %uint %i
%a = OpIMul %uint %c %f1
%b = OpIMul %uint %a %f2
%x = OpIMul %uint %b %f2
%r = OpBitwiseFunctionINTEL %uint %a %b %x %table
OpStore %place %r
)"});
        for (std::uint32_t i = 0; i < out.size(); ++i) {
            const std::uint32_t a = i * 0x9e3779b9, b = a * 0x85ebca6b, c = b * 0x85ebca6b;
            std::uint32_t expected = 0;
            for (unsigned bit = 0; bit < 32; ++bit) {
                const unsigned entry = (a >> bit & 1) | (b >> bit & 1) << 1 | (c >> bit & 1) << 2;
                expected |= (table >> entry & 1) << bit;
            }
            EXPECT_EQ(out[i], expected) << table;
        }
    }
}

TEST(SpirvIntegerFunctions, FloatsAreRoundedToTf32) {
    const auto of = [](const char* bits) {
        return result_of({.capabilities = capabilities,
                          .globals = std::string("%x = OpConstant %float ") + bits + "\n",
                          .body = "%f = OpConvertUToF %float %i\n%y = OpFAdd %float %x %f\n"
                                  "%r = OpRoundFToTF32INTEL %float %y\n%w = OpBitcast %uint %r\nOpStore %place %w\n"});
    };
    EXPECT_EQ(of("0x3f800fff"), 0x3f800000u);
    EXPECT_EQ(of("0x3f801000"), 0x3f800000u);
    EXPECT_EQ(of("0x3f801001"), 0x3f802000u);
    EXPECT_EQ(of("0x3f803000"), 0x3f804000u);
    EXPECT_EQ(of("0x7f800000"), 0x7f800000u);
    EXPECT_TRUE(std::isnan(as_float(of("0x7f800001"))));
}

TEST(SpirvIntegerFunctions, WrongOperandsAreRefused) {
    struct Case {
        const char *body, *reason;
    };
    for (const Case& one : {
             Case{"%r = OpUCountLeadingZerosINTEL %float %one", "no integer"},
             Case{"%r = OpIAddSatINTEL %uint %uint_1 %i", "different types"},
             Case{"%r = OpIMul32x16INTEL %ulong %i %i", "no 32 bits"},
             Case{"%r = OpBitwiseFunctionINTEL %uint %uint_1 %uint_1 %i %uint_1", "different types"},
             Case{"%r = OpBitwiseFunctionINTEL %uint %uint_1 %uint_1 %uint_1 %large", "more than 8 bits"},
             Case{"%r = OpRoundFToTF32INTEL %double %two", "no float"},
             Case{"%r = OpFPGARegINTEL %uint %i", "do not fit the result"},
         })
        expect_refused(one.reason, {.globals = "%one = OpConstant %float 1\n%two = OpConstant %double 2\n"
                                               "%large = OpConstant %uint 256\n",
                                    .body = std::string(one.body) + "\n"});
}

}  // namespace
}  // namespace lanewise::test
