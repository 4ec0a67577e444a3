// Tests constants: every operation of OpSpecConstantOp, and specialization by the application for every type.
#include <bit>
#include <cmath>

#include "number_texts.h"

namespace lanewise::test {
namespace {

// An operation that is tested as a constant and as an instruction of the kernel, with operands that the application
// specializes.
struct Operation {
    const char* type;
    const char* text;     // name and operands: uints %a and %b, floats %x and %y, bools %p and %q
    const char* to_uint;  // line that converts %r to %w in the kernel
};

constexpr const char* as_it_is = "%w = OpCopyObject %uint %r\n";
constexpr const char* of_float = "%w = OpBitcast %uint %r\n";
constexpr const char* of_bool = "%w = OpSelect %uint %r %uint_1 %uint_2\n";
constexpr const char* of_vector = "%w = OpCompositeExtract %uint %r 1\n";

constexpr Operation operations[] = {
    {"%ulong", "SConvert %a", "%w = OpUConvert %uint %r\n"},
    {"%uchar", "UConvert %a", "%w = OpUConvert %uint %r\n"},
    {"%double", "FConvert %x", "%w = OpConvertFToS %uint %r\n"},
    {"%uint", "SNegate %a", as_it_is},
    {"%uint", "Not %a", as_it_is},
    {"%uint", "IAdd %a %b", as_it_is},
    {"%uint", "ISub %a %b", as_it_is},
    {"%uint", "IMul %a %b", as_it_is},
    {"%uint", "UDiv %a %b", as_it_is},
    {"%uint", "SDiv %a %b", as_it_is},
    {"%uint", "UMod %a %b", as_it_is},
    {"%uint", "SRem %a %b", as_it_is},
    {"%uint", "SMod %a %b", as_it_is},
    {"%uint", "ShiftRightLogical %a %b", as_it_is},
    {"%uint", "ShiftRightArithmetic %a %b", as_it_is},
    {"%uint", "ShiftLeftLogical %a %b", as_it_is},
    {"%uint", "BitwiseOr %a %b", as_it_is},
    {"%uint", "BitwiseXor %a %b", as_it_is},
    {"%uint", "BitwiseAnd %a %b", as_it_is},
    {"%v2uint", "VectorShuffle %v %v 1 0", of_vector},
    {"%uint", "CompositeExtract %v 0", as_it_is},
    {"%v2uint", "CompositeInsert %a %v 1", of_vector},
    {"%bool", "LogicalOr %p %q", of_bool},
    {"%bool", "LogicalAnd %p %q", of_bool},
    {"%bool", "LogicalNot %p", of_bool},
    {"%bool", "LogicalEqual %p %q", of_bool},
    {"%bool", "LogicalNotEqual %p %q", of_bool},
    {"%uint", "Select %p %a %b", as_it_is},
    {"%bool", "IEqual %a %b", of_bool},
    {"%bool", "INotEqual %a %b", of_bool},
    {"%bool", "ULessThan %a %b", of_bool},
    {"%bool", "SLessThan %a %b", of_bool},
    {"%bool", "UGreaterThan %a %b", of_bool},
    {"%bool", "SGreaterThan %a %b", of_bool},
    {"%bool", "ULessThanEqual %a %b", of_bool},
    {"%bool", "SLessThanEqual %a %b", of_bool},
    {"%bool", "UGreaterThanEqual %a %b", of_bool},
    {"%bool", "SGreaterThanEqual %a %b", of_bool},
    {"%uint", "ConvertFToS %x", as_it_is},
    {"%float", "ConvertSToF %a", of_float},
    {"%uint", "ConvertFToU %y", as_it_is},
    {"%float", "ConvertUToF %a", of_float},
    {"%float", "Bitcast %a", of_float},
    {"%float", "FNegate %x", of_float},
    {"%float", "FAdd %x %y", of_float},
    {"%float", "FSub %x %y", of_float},
    {"%float", "FMul %x %y", of_float},
    {"%float", "FDiv %x %y", of_float},
    {"%float", "FRem %x %y", of_float},
    {"%float", "FMod %x %y", of_float},
};

constexpr std::string_view values = R"(
%a = OpSpecConstant %uint 1
%b = OpSpecConstant %uint 1
%x = OpSpecConstant %float 1
%y = OpSpecConstant %float 1
%p = OpSpecConstantTrue %bool
%q = OpSpecConstantFalse %bool
%v = OpSpecConstantComposite %v2uint %a %b
)";
constexpr std::string_view ids = R"(
OpDecorate %a SpecId 1
OpDecorate %b SpecId 2
OpDecorate %x SpecId 3
OpDecorate %y SpecId 4
OpDecorate %p SpecId 5
OpDecorate %q SpecId 6
)";

const compiler::SpecializationValue given[] = {
    {1, 0xfffffff3}, {2, 5}, {3, as_word(-7.75f)}, {4, as_word(2.5f)}, {5, 0}, {6, 1},
};

TEST(SpirvConstants, EveryOperationFoldsToWhatTheKernelComputes) {
    for (const Operation& operation : operations) {
        const std::string constant = "%r = OpSpecConstantOp " + std::string(operation.type) + " " + operation.text;
        const std::string computed = "%r = Op" + std::string(operation.text);
        const std::size_t blank = computed.find(' ', 5);
        const std::string instruction =
            computed.substr(0, blank) + " " + operation.type + computed.substr(blank) + "\n";
        const std::string store = std::string(operation.to_uint) + "OpStore %place %w\n";
        const ModuleText folded{
            .annotations = std::string(ids), .globals = std::string(values) + constant + "\n", .body = store};
        // Calls of functions hide the values from the compiler.
        std::string loads, variables, text = instruction;
        for (const auto& [name, type] : {std::pair{"%a", "uint"}, {"%b", "uint"}, {"%x", "float"}, {"%y", "float"}}) {
            const std::string own = std::string(name) + "_now";
            loads += std::string(own) + " = OpFunctionCall %" + type + " %same_" + type + " " + name + "\n";
            for (std::size_t at = text.find(' '); at != text.npos; at = text.find(' ', at + 1))
                if (text.compare(at + 1, 2, name) == 0 && (text[at + 3] == ' ' || text[at + 3] == '\n'))
                    text.replace(at + 1, 2, own);
        }
        std::string module = text_of({.annotations = std::string(ids),
                                      .globals = std::string(values) + R"(
%uint_function = OpTypeFunction %uint %uint
%float_function = OpTypeFunction %float %float
)",
                                      .body = loads + text + store});
        for (const std::string type : {"uint", "float"})
            module += "%same_" + type + " = OpFunction %" + type + " DontInline %" + type + "_function\n%" + type +
                      "_given = OpFunctionParameter %" + type + "\n%start_" + type + " = OpLabel\nOpReturnValue %" +
                      type + "_given\nOpFunctionEnd\n";
        const auto bytes = assemble(module);
        const auto program = compiler::compiler_instance().build(compiler::SpirvProgram{bytes, given}, "");
        ASSERT_EQ(program.status, compiler::Status::success) << program.log;
        const CompiledKernel compiled(program.ir, "k", 1, "");
        std::uint32_t expected = 0;
        compiled.run(line(1, 1), ArgumentBlock().add(&expected), 0);
        EXPECT_EQ(run_spirv(folded, 1, 1, given)[0], expected) << operation.text;
    }
}

// Constants that are addresses of parts of a module-scope variable.
TEST(SpirvConstants, AddressesFold) {
    const auto out = run_all_widths({.globals = R"(
%row = OpTypeArray %uint %uint_4
%pair = OpTypeStruct %row %row
%to_pair = OpTypePointer UniformConstant %pair
%to_row = OpTypePointer UniformConstant %row
%to_uint = OpTypePointer UniformConstant %uint
%small = OpConstantComposite %row %uint_1 %uint_2 %uint_3 %uint_4
%large = OpConstantComposite %row %uint_4 %uint_4 %uint_3 %uint_2
%numbers = OpConstantComposite %pair %small %large
%variable = OpVariable %to_pair UniformConstant %numbers
%a = OpSpecConstantOp %to_uint InBoundsAccessChain %variable %uint_1 %uint_3
%b = OpSpecConstantOp %to_row AccessChain %variable %uint_0
%c = OpSpecConstantOp %to_uint InBoundsPtrAccessChain %a %uint_1
%minus = OpConstant %uint 0xffffffff
%d = OpSpecConstantOp %to_uint PtrAccessChain %a %minus
%e = OpSpecConstantOp %ulong ConvertPtrToU %d
%f = OpSpecConstantOp %to_uint ConvertUToPtr %e
)",
                                     .body = R"(
%av = OpLoad %uint %a
%first = OpInBoundsAccessChain %to_uint %b %uint_2
%bv = OpLoad %uint %first
%fv = OpLoad %uint %f
%s = OpIAdd %uint %av %bv
%t = OpIMul %uint %s %fv
OpStore %place %t
)"});
    for (const std::uint32_t word : out) EXPECT_EQ(word, (2u + 3u) * 3u);
}

// The test uses only the difference of two addresses, since only the runtime allocates memory for variables in global
// memory.
TEST(SpirvConstants, AddressesChangeTheirSpace) {
    const auto out = run_all_widths({.globals = R"(
%variable = OpVariable %ptr_global_uint CrossWorkgroup %uint_1
%a = OpSpecConstantOp %ptr_global_uint PtrAccessChain %variable %uint_3
%b = OpSpecConstantOp %ptr_generic_uint PtrCastToGeneric %a
%c = OpSpecConstantOp %ptr_global_uint GenericCastToPtr %b
%d = OpSpecConstantOp %ulong ConvertPtrToU %c
%e = OpSpecConstantOp %ulong Bitcast %variable
)",
                                     .body = R"(
%r = OpISub %ulong %d %e
%w = OpUConvert %uint %r
OpStore %place %w
)"});
    for (const std::uint32_t word : out) EXPECT_EQ(word, 12u);
}

TEST(SpirvConstants, TheApplicationsValuesHaveTheConstantsWidth) {
    const auto with = [](const std::string& type, const std::string& initial, std::uint64_t bits,
                         const std::string& to_uint) {
        const compiler::SpecializationValue value{9, bits};
        return run_spirv({.annotations = "OpDecorate %c SpecId 9\n",
                          .globals = "%c = " + initial + "\n",
                          .body = to_uint + "OpStore %place %w\n"},
                         1, 1, {&value, 1})[0];
    };
    const std::string wide = "%w = OpUConvert %uint %c\n", number = "%w = OpConvertFToS %uint %c\n";
    EXPECT_EQ(with("%uchar", "OpSpecConstant %uchar 1", 0x1ff, wide), 0xffu);
    EXPECT_EQ(with("%ushort", "OpSpecConstant %ushort 1", 0xabcd, wide), 0xabcdu);
    EXPECT_EQ(with("%ulong", "OpSpecConstant %ulong 1", 0x123456789abcdef0, wide), 0x9abcdef0u);
    EXPECT_EQ(with("%half", "OpSpecConstant %half 1", 0x4500, number), 5u);
    EXPECT_EQ(with("%float", "OpSpecConstant %float 1", as_word(12.5f), number), 12u);
    EXPECT_EQ(with("%double", "OpSpecConstant %double 1", std::bit_cast<std::uint64_t>(-3.0), number), -3u);
    const std::string chosen = "%w = OpSelect %uint %c %uint_1 %uint_2\n";
    EXPECT_EQ(with("%bool", "OpSpecConstantTrue %bool", 0, chosen), 2u);
    EXPECT_EQ(with("%bool", "OpSpecConstantFalse %bool", 1, chosen), 1u);
}

// SPV_KHR_constant_data: the elements, which may have any width, follow each other in the data without padding.
TEST(SpirvConstants, DataIsAnArrayOfIntegers) {
    const auto element = [](const std::string& type, const std::string& length, const std::string& data, unsigned i) {
        const std::string index = std::to_string(i);
        return result_of(
            {.capabilities = "OpCapability ConstantDataKHR\n",
             .globals = "%odd = OpTypeInt 12 0\n%length = OpConstant %uint " + length + "\n%array = OpTypeArray " +
                        type + " %length\n%data = OpConstantDataKHR %array " + data + "\n",
             .body = "%e = OpCompositeExtract " + type + " %data " + index + "\n%w = " +
                     (type == "%uint" ? "OpCopyObject %uint %e\n" : "OpUConvert %uint %e\n") + "OpStore %place %w\n"});
    };
    EXPECT_EQ(element("%uchar", "5", "0x64636261 0x65", 0), 'a');
    EXPECT_EQ(element("%uchar", "5", "0x64636261 0x65", 4), 'e');
    EXPECT_EQ(element("%ushort", "3", "0x20001 0xffff0003", 2), 3u);
    EXPECT_EQ(element("%uint", "2", "7 8", 1), 8u);
    EXPECT_EQ(element("%ulong", "1", "7 8", 0), 7u);
    EXPECT_EQ(element("%odd", "3", "0x12345678 0x9", 1), 0x345u);
    EXPECT_EQ(element("%odd", "3", "0x12345678 0x9", 2), 0x912u);
    const auto log_of = [](const std::string& type, const std::string& data) {
        return refusal_of(text_of({.annotations = "OpDecorate %data SpecId 3\n",
                                   .globals = "%array = OpTypeArray %uchar %uint_4\n%data = OpSpecConstantDataKHR " +
                                              type + " " + data + "\n"}));
    };
    EXPECT_NE(log_of("%array", "1 2").find("another size"), std::string::npos);
    EXPECT_NE(log_of("%uint", "1").find("no array of integers"), std::string::npos);
}

TEST(SpirvConstants, WrongOperationsAreRefused) {
    struct Case {
        const char *globals, *reason;
    };
    for (const Case& one : {
             Case{"%r = OpSpecConstantOp %uint IAdd %uint_1 %one", "no integer"},
             Case{"%r = OpSpecConstantOp %uint IAdd %uint_1 %nothing", "no value"},
             Case{"%r = OpSpecConstantOp %float DPdx %one", "not supported"},
             Case{"%r = OpSpecConstantOp %uint Load %global_id", "no value"},
             Case{"%r = OpConstant %bool 1", "no number"},
             Case{"%r = OpConstantTrue %uint", "no bool"},
             Case{"%r = OpConstantComposite %v2uint %uint_1 %one", "do not fit the vector"},
             Case{"%r = OpConstantNull %void", "null"},
         })
        expect_refused(one.reason, {.globals = "%one = OpConstant %float 1\n" + std::string(one.globals) + "\n"});
}

// x ^ (x + 7) has twice as many paths to the variable's address as x.
TEST(SpirvConstants, LargeExpressionsOfAddressesAreRefused) {
    const auto module = [](unsigned count, bool in_function) {
        const auto operation = [&](const std::string& result, const std::string& name, const std::string& operands) {
            const std::string start = in_function ? "Op" + name + " %ulong" : "OpSpecConstantOp %ulong " + name;
            return result + " = " + start + " " + operands + "\n";
        };
        std::string steps = operation("%x0", "ConvertPtrToU", "%variable");
        for (unsigned i = 0; i < count; ++i) {
            const std::string n = std::to_string(i);
            steps += operation("%y" + n, "IAdd", "%x" + n + " %seven");
            steps += operation("%x" + std::to_string(i + 1), "BitwiseXor", "%y" + n + " %x" + n);
        }
        const std::string globals =
            "%seven = OpConstant %ulong 7\n%variable = OpVariable %ptr_global_uint CrossWorkgroup %uint_3\n";
        const std::string body = "%is = OpINotEqual %bool %x" + std::to_string(count) +
                                 " %i\n%v = OpSelect %uint %is %uint_1 %uint_1\nOpStore %place %v\n";
        return ModuleText{.globals = globals + (in_function ? "" : steps), .body = (in_function ? steps : "") + body};
    };
    for (const bool in_function : {false, true}) {
        EXPECT_EQ(run_spirv(module(4, in_function), 1)[0], 1U) << in_function;
        const std::string log = refusal_of(text_of(module(40, in_function)));
        EXPECT_NE(log.find("too many operations on addresses"), log.npos) << in_function << log;
    }
}

}  // namespace
}  // namespace lanewise::test
