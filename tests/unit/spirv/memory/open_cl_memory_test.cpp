// Tests the functions of OpenCL.std that access memory, select components or print.
#include <bit>
#include <cmath>

#include "lanewise/kernel_abi.h"
#include "run_spirv.h"

namespace lanewise::test {
namespace {

// A kind of memory that a kernel can use without a pointer argument. `globals` and `body` define %memory, a pointer to
// the first of 64 uints.
struct Space {
    const char* name;
    std::string globals, body;
};

const std::string array_type =
    "%count = OpConstant %uint 64\n%array = OpTypeArray %uint %count\n%array_null = OpConstantNull %array\n";

const Space spaces[] = {
    {"Function", array_type + "%ptr_array = OpTypePointer Function %array\n",
     "%own = OpVariable %ptr_array Function\n%memory = OpInBoundsAccessChain %ptr_private_uint %own %uint_0\n"},
    {"Workgroup", array_type + "%ptr_array = OpTypePointer Workgroup %array\n%own = OpVariable %ptr_array Workgroup\n",
     "%memory = OpInBoundsAccessChain %ptr_local_uint %own %uint_0\n"},
    {"CrossWorkgroup",
     array_type +
         "%ptr_array = OpTypePointer CrossWorkgroup %array\n%own = OpVariable %ptr_array CrossWorkgroup %array_null\n",
     "%memory = OpInBoundsAccessChain %ptr_global_uint %own %uint_0\n"},
    {"Generic", array_type + "%ptr_array = OpTypePointer Function %array\n",
     "%own = OpVariable %ptr_array Function\n%part = OpInBoundsAccessChain %ptr_private_uint %own %uint_0\n"
     "%memory = OpPtrCastToGeneric %ptr_generic_uint %part\n"},
};

TEST(SpirvOpenClMemory, VectorsOfAllLengthsGoToMemoryAndBack) {
    for (const Space& space : spaces) {
        for (const unsigned length : {2U, 3U, 4U, 5U, 8U, 16U}) {
            const std::string n = std::to_string(length);
            std::string globals = space.globals + "%ulong_1 = OpConstant %ulong 1\n", parts, body = space.body;
            if (length > 4) globals += "%v" + n + "uint = OpTypeVector %uint " + n + "\n";
            for (unsigned c = 0; c < length; ++c) {
                globals += "%c" + std::to_string(c) + " = OpConstant %uint " + std::to_string(100 * c) + "\n";
                body += "%part" + std::to_string(c) + " = OpIAdd %uint %low %c" + std::to_string(c) + "\n";
                parts += " %part" + std::to_string(c);
            }
            body = "%low = OpUConvert %uint %i\n" + body + "%data = OpCompositeConstruct %v" + n + "uint" + parts + R"(
%stored = OpExtInst %void %std vstoren %data %ulong_1 %memory
%back = OpExtInst %v)" +
                   n + "uint %std vloadn %ulong_1 %memory " + n + R"(
%second = OpCompositeExtract %uint %back 1
%last = OpCompositeExtract %uint %back )" +
                   std::to_string(length - 1) + R"(
%sum = OpIAdd %uint %second %last
OpStore %place %sum
)";
            const auto out = run_spirv({.globals = globals, .body = body}, 4);
            for (std::uint32_t i = 0; i < out.size(); ++i)
                EXPECT_EQ(out[i], 2 * i + 100 * length) << space.name << " " << length;
        }
    }
}

// Stores a vector of equal numbers as halves at offset 1, loads the last component again, and returns the loaded
// component.
float stored_half(const std::string& function, const std::string& mode, const std::string& type,
                  const std::string& number, unsigned length) {
    const std::string n = std::to_string(length), last = std::to_string(length - 1);
    std::string globals = R"(
%count = OpConstant %uint 64
%halves = OpTypeArray %half %count
%ptr_halves = OpTypePointer Function %halves
%ptr_half = OpTypePointer Function %half
%ulong_1 = OpConstant %ulong 1
%number = OpConstant )" + type +
                          " " + number + "\n";
    std::string load;
    const std::string loading = function.find("storea") != function.npos ? "vloada_halfn" : "vload_halfn";
    if (length == 1) {
        load = "%back = OpExtInst %float %std vload_half %ulong_1 %memory\n";
    } else {
        std::string parts;
        for (unsigned c = 0; c < length; ++c) parts += " %number";
        globals += "%vec = OpTypeVector " + type + " " + n + "\n%data = OpConstantComposite %vec" + parts + "\n";
        if (type != "%float") globals += "%floats = OpTypeVector %float " + n + "\n";
        load = "%all = OpExtInst " + std::string(type == "%float" ? "%vec" : "%floats") + " %std " + loading +
               " %ulong_1 %memory " + n + "\n%back = OpCompositeExtract %float %all " + last + "\n";
    }
    const auto out = run_spirv({.globals = globals,
                                .body = "%own = OpVariable %ptr_halves Function\n"
                                        "%memory = OpInBoundsAccessChain %ptr_half %own %uint_0\n"
                                        "%stored = OpExtInst %void %std " +
                                        function + (length == 1 ? " %number" : " %data") + " %ulong_1 %memory " + mode +
                                        "\n" + load + "%word = OpBitcast %uint %back\nOpStore %place %word\n"},
                               1);
    return std::bit_cast<float>(out[0]);
}

TEST(SpirvOpenClMemory, HalvesAreRoundedByTheirMode) {
    // The stored number is 1 + 2^-12, which lies between 1 and the next half, 1 + 2^-10.
    const float more = 1 + std::ldexp(1.F, -10);
    const struct {
        const char* mode;
        float above, below;  // expected for 1 + 2^-12 and for -(1 + 2^-12)
    } modes[] = {{"", 1, -1}, {"RTE", 1, -1}, {"RTZ", 1, -1}, {"RTP", more, -1}, {"RTN", 1, -more}};
    for (const auto& [mode, above, below] : modes) {
        const std::string suffix = mode[0] != '\0' ? "_r" : "";
        for (const char* type : {"%float", "%double"}) {
            EXPECT_EQ(stored_half("vstore_half" + suffix, mode, type, "1.000244140625", 1), above) << mode;
            EXPECT_EQ(stored_half("vstore_half" + suffix, mode, type, "-1.000244140625", 1), below) << mode;
            for (const unsigned length : {2U, 3U, 5U, 16U}) {
                EXPECT_EQ(stored_half("vstore_halfn" + suffix, mode, type, "1.000244140625", length), above) << mode;
                EXPECT_EQ(stored_half("vstore_halfn" + suffix, mode, type, "-1.000244140625", length), below) << mode;
            }
            EXPECT_EQ(stored_half("vstorea_halfn" + suffix, mode, type, "1.000244140625", 4), above) << mode;
        }
    }
}

TEST(SpirvOpenClMemory, ShufflesTakeTheLowBitsOfTheMask) {
    // The vector lengths of OpenCL C, and the length 5, which OpenCL C lacks.
    for (const unsigned source : {2U, 4U, 5U, 16U}) {
        for (const unsigned sources : {1U, 2U}) {
            std::string globals = "%v7uint = OpTypeVector %uint 7\n", parts[2], call;
            const std::string n = std::to_string(source);
            if (source > 4) globals += "%v" + n + "uint = OpTypeVector %uint " + n + "\n";
            for (unsigned c = 0; c < source * sources; ++c) {
                globals += "%s" + std::to_string(c) + " = OpConstant %uint " + std::to_string(1000 + c) + "\n";
                parts[c / source] += " %s" + std::to_string(c);
            }
            for (unsigned s = 0; s < sources; ++s) {
                globals += "%x" + std::to_string(s) + " = OpConstantComposite %v" + n + "uint" + parts[s] + "\n";
                call += " %x" + std::to_string(s);
            }
            const std::string name = sources == 2 ? "shuffle2" : "shuffle";
            // The work-item's number determines which element becomes component 3 of %r and component 1 of %r7.
            const auto out = run_spirv({.globals = globals,
                                        .body = R"(
%low = OpUConvert %uint %i
%mask = OpCompositeConstruct %v4uint %uint_0 %uint_0 %uint_0 %low
%mask7 = OpCompositeConstruct %v7uint %uint_0 %low %uint_0 %uint_0 %uint_0 %uint_0 %uint_0
%r = OpExtInst %v4uint %std )" + name + call + " %mask\n%r7 = OpExtInst %v7uint %std " +
                                                name + call + R"( %mask7
%a = OpCompositeExtract %uint %r 3
%b = OpCompositeExtract %uint %r7 1
%sum = OpIAdd %uint %a %b
OpStore %place %sum
)"},
                                       40);
            const unsigned all = source * sources, bits = std::bit_ceil(all) - 1;
            for (std::uint32_t i = 0; i < out.size(); ++i)
                if ((i & bits) < all) EXPECT_EQ(out[i], 2 * (1000 + (i & bits))) << name << source << " " << i;
        }
    }
}

TEST(SpirvOpenClMemory, SelectTestsSignsOfVectorsBitsOfScalars) {
    const auto out = run_spirv({.globals = "%n31 = OpConstant %uint 31\n%n100 = OpConstant %uint 100\n", .body = R"(
%low = OpUConvert %uint %i
%top = OpShiftLeftLogical %uint %low %n31
%scalar = OpExtInst %uint %std select %uint_1 %uint_2 %low
%c = OpCompositeConstruct %v2uint %low %top
%a = OpCompositeConstruct %v2uint %uint_0 %uint_0
%b = OpCompositeConstruct %v2uint %uint_4 %n100
%vector = OpExtInst %v2uint %std select %a %b %c
%x = OpCompositeExtract %uint %vector 0
%y = OpCompositeExtract %uint %vector 1
%xy = OpIAdd %uint %x %y
%sum = OpIAdd %uint %xy %scalar
OpStore %place %sum
)"},
                               4);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], (i != 0 ? 2 : 1) + (i % 2 != 0 ? 100U : 0U));
}

TEST(SpirvOpenClMemory, BitsAreSelectedAndJoinedForAllTypes) {
    const auto out = run_spirv({.globals = R"(
%v5ushort = OpTypeVector %ushort 5
%v5uint = OpTypeVector %uint 5
%mask = OpConstant %uint 0xff00ff
%one = OpConstant %float 1
)",
                                .body = R"(
%low = OpUConvert %uint %i
%short = OpUConvert %ushort %i
%hi = OpCompositeConstruct %v5ushort %short %short %short %short %short
%up = OpExtInst %v5uint %std s_upsample %hi %hi
%a = OpCompositeExtract %uint %up 4
%b = OpExtInst %uint %std bitselect %a %low %mask
%f = OpBitcast %float %b
%g = OpBitcast %float %mask
%h = OpExtInst %float %std bitselect %g %f %g
%w = OpBitcast %uint %h
%sum = OpIAdd %uint %b %w
OpStore %place %sum
)"},
                               1000, 10);
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const std::uint32_t mask = 0xff00ff, a = i << 16 | i, b = (a & ~mask) | (i & mask);
        EXPECT_EQ(out[i], b + ((mask & ~mask) | (b & mask)));
    }
}

// A call of printf that the runtime function has received.
struct Printed {
    std::string format;
    std::vector<std::byte> arguments;
};

std::int32_t note(const abi::Launch* launch, const char* format, const std::byte* arguments, std::uint64_t bytes) {
    auto& printed = *static_cast<std::vector<Printed>*>(launch->command);
    printed.push_back({format, {arguments, arguments + bytes}});
    return 7;
}

std::vector<Printed> printed_by(const ModuleText& module) {
    std::vector<Printed> printed;
    const std::vector<std::byte> bytes = assemble(text_of(module));
    const compiler::ProgramResult program = compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}}, "");
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    if (program.status != compiler::Status::success) return printed;
    const CompiledKernel compiled(program.ir, "k", 0, "");
    EXPECT_TRUE(static_cast<bool>(compiled)) << compiled.log();
    if (!compiled) return printed;
    abi::RuntimeFunctions functions{};
    functions.printf = note;
    std::uint32_t out[1] = {};
    std::vector<std::byte> variables = variables_of(program);
    compiled.run(line(1, 1), ArgumentBlock().add(&out[0]), 0, 0, {&functions, &printed, variables.data()});
    EXPECT_EQ(out[0], 7U);
    return printed;
}

TEST(SpirvOpenClMemory, PrintfTakesItsFormatFromAnyMemory) {
    const std::string text = R"(
%n4 = OpConstant %uint 4
%chars = OpTypeArray %uchar %n4
%c1 = OpConstant %uchar 37
%c2 = OpConstant %uchar 102
%c3 = OpConstant %uchar 10
%c0 = OpConstant %uchar 0
%format = OpConstantComposite %chars %c1 %c2 %c3 %c0
%half_2 = OpConstant %half 2
%v3float_ = OpTypeVector %float 3
%ptr_generic_char = OpTypePointer Generic %uchar
)";
    for (const std::string space : {"UniformConstant", "CrossWorkgroup", "Function"}) {
        const std::string variable = "%variable = OpVariable %ptr_chars " + space + " %format\n";
        const bool is_own = space == "Function";
        std::string body = is_own ? variable : "";
        body += "%first = OpInBoundsAccessChain %ptr_char %variable %uint_0\n";
        if (space == "CrossWorkgroup")
            body +=
                "%generic = OpPtrCastToGeneric %ptr_generic_char %first\n%format_place = OpCopyObject "
                "%ptr_generic_char %generic\n";
        else
            body += "%format_place = OpBitcast %ptr_char %first\n";
        body += R"(
%f = OpConvertUToF %float %uint_3
%v = OpCompositeConstruct %v3float_ %f %f %f
%short = OpUConvert %ushort %uint_4
%r = OpExtInst %uint %std printf %format_place %f %half_2 %v %short
OpStore %place %r
)";
        const auto printed = printed_by({.globals = text + "%ptr_chars = OpTypePointer " + space +
                                                    " %chars\n%ptr_char = OpTypePointer " + space + " %uchar\n" +
                                                    (is_own ? "" : variable),
                                         .body = body});
        ASSERT_EQ(printed.size(), 1U) << space;
        EXPECT_EQ(printed[0].format, "%f\n");
        ASSERT_EQ(printed[0].arguments.size(), 40U);
        const auto at = [&]<class T>(std::size_t offset, T) {
            T value;
            std::memcpy(&value, printed[0].arguments.data() + offset, sizeof(T));
            return value;
        };
        EXPECT_EQ(at(0, 0.0), 3);
        EXPECT_EQ(at(8, 0.0), 2);
        EXPECT_EQ(at(24, 0.F), 3);
        EXPECT_EQ(at(32, std::uint64_t{}), 4U);
    }
}

TEST(SpirvOpenClMemory, WrongOperandsAreRefused) {
    const struct {
        const char* text;
        const char* reason;
    } cases[] = {
        {"%r = OpExtInst %uint %std sin %uint_1\n", "the function has no results of this type"},
        {"%r = OpExtInst %float %std sin %uint_1\n", "an operand does not fit the result"},
        {"%r = OpExtInst %uint %std s_max %uint_1 %i\n", "an operand does not fit the result"},
        {"%r = OpExtInst %ulong %std s_mad24 %i %i %i\n", "the function does not take this type"},
        {"%r = OpExtInst %uint %std s_upsample %uint_1 %uint_1\n", "the result has not twice the width"},
        {"%r = OpExtInst %float %std fract %f %uint_1\n", "an operand is no pointer"},
        {"%r = OpExtInst %v2uint %std vloadn %i %out 3\n", "the result has another number of components"},
        {"%r = OpExtInst %uint %std shuffle %uint_1 %uint_1\n", "the vectors do not fit the result"},
        {"%r = OpExtInst %uint %std printf %uint_1\n", "an operand is no pointer"},
        {"%r = OpExtInst %float %std 5000 %f\n", "OpenCL.std has no such function"},
    };
    for (const auto& [text, reason] : cases) {
        std::string log;
        EXPECT_NO_THROW(log = refusal_of(text_of({.globals = "%f = OpConstant %float 1\n", .body = text}))) << text;
        EXPECT_NE(log.find(reason), log.npos) << text << log;
    }
}

}  // namespace
}  // namespace lanewise::test
