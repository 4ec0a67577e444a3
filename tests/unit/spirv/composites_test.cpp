// Tests structures, arrays and vectors as values: copies between types, long and replicated composites, undefined
// values, and bools in memory.
#include "number_texts.h"

namespace lanewise::test {
namespace {

// SPV_INTEL_long_composites: several consecutive instructions form one object.
TEST(SpirvComposites, LongCompositesAreOneObject) {
    const auto out = run_all_widths({.capabilities = R"(
OpCapability 6089
OpExtension "SPV_INTEL_long_composites"
)",
                                     .globals = R"(
%long = OpTypeStruct %uint %uint
OpTypeStructContinuedINTEL %uint
OpTypeStructContinuedINTEL %uint %uint
%numbers = OpConstantComposite %long %uint_0 %uint_1 %uint_2
OpConstantCompositeContinuedINTEL %uint_3 %uint_4
%special = OpSpecConstantComposite %long %uint_4
OpSpecConstantCompositeContinuedINTEL %uint_3 %uint_2 %uint_1 %uint_0
)",
                                     .body = R"(
%low = OpUConvert %uint %i
%made = OpCompositeConstruct %long %low %low
OpCompositeConstructContinuedINTEL %uint_3 %uint_4
OpCompositeConstructContinuedINTEL %low
%a = OpCompositeExtract %uint %numbers 4
%b = OpCompositeExtract %uint %special 1
%c = OpCompositeExtract %uint %made 4
%d = OpCompositeExtract %uint %made 3
%ab = OpIMul %uint %a %b
%cd = OpIMul %uint %c %d
%r = OpIAdd %uint %ab %cd
OpStore %place %r
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 4 * 3 + i * 4);
}

TEST(SpirvComposites, AContinuationAloneIsRefused) {
    expect_refused("follows no instruction that it continues",
                   {.globals = "OpTypeStructContinuedINTEL %uint\n", .body = ""});
    expect_refused("follows no instruction that it continues",
                   {.body = "%a = OpCopyObject %uint %uint_1\nOpCompositeConstructContinuedINTEL %a\n"});
}

// LLVM's SPIR-V back end may write a shuffle whose result consists of floats, although one operand is a vector of
// integers. Such a shuffle uses the bits of the integers, or selects no component of this operand.
TEST(SpirvComposites, ShufflesOfVectorsOfOtherTypes) {
    const auto out = run_all_widths({.globals = R"(
%v2long = OpTypeVector %ulong 2
%one = OpConstant %float 1
%two = OpConstant %float 2
%floats = OpConstantComposite %v2float %one %two
%bits = OpConstantComposite %v2uint %uint_3 %uint_4
%longs = OpConstantNull %v2long
)",
                                     .body = R"(
%s = OpVectorShuffle %v2float %floats %bits 1 2
%a = OpCompositeExtract %float %s 0
%b = OpCompositeExtract %float %s 1
%t = OpVectorShuffle %v2float %longs %floats 2 2
%c = OpCompositeExtract %float %t 1
%ac = OpFAdd %float %a %c
%x = OpConvertFToU %uint %ac
%y = OpBitcast %uint %b
%xy = OpIAdd %uint %x %y
%low = OpUConvert %uint %i
%r = OpIAdd %uint %xy %low
OpStore %place %r
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 3 + 3 + i);
    expect_refused("the vectors have different components",
                   {.globals = "%v2long = OpTypeVector %ulong 2\n"
                               "%floats = OpConstantNull %v2float\n%longs = OpConstantNull %v2long\n",
                    .body = "%r = OpVectorShuffle %v2float %floats %longs 1 2\n"});
}

TEST(SpirvComposites, ReplicatedConstants) {
    const auto out = run_all_widths({.globals = R"(
%array = OpTypeArray %v2uint %uint_3
%bools = OpTypeStruct %bool %bool
%true = OpConstantTrue %bool
%two = OpConstantCompositeReplicateEXT %v2uint %uint_2
%rows = OpConstantCompositeReplicateEXT %array %two
%some = OpSpecConstantCompositeReplicateEXT %bools %true
%nothing = OpConstantNull %v2uint
%none = OpConstantCompositeReplicateEXT %array %nothing
)",
                                     .body = R"(
%a = OpCompositeExtract %uint %rows 2 1
%b = OpCompositeExtract %bool %some 1
%c = OpSelect %uint %b %a %uint_0
%d = OpCompositeExtract %uint %none 1 1
%low = OpUConvert %uint %i
%e = OpIAdd %uint %low %d
%r = OpIAdd %uint %e %c
OpStore %place %r
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i + 2);
}

// Copies between structures whose types differ only in their ids, also within arrays.
TEST(SpirvComposites, LogicalCopiesBetweenEqualTypes) {
    const auto out = run_all_widths({.globals = R"(
%a1 = OpTypeStruct %uint %bool
%a2 = OpTypeStruct %uint %bool
%b1 = OpTypeArray %a1 %uint_3
%b2 = OpTypeArray %a2 %uint_3
%c1 = OpTypeStruct %v2uint %b1
%c2 = OpTypeStruct %v2uint %b2
%true = OpConstantTrue %bool
)",
                                     .body = R"(
%low = OpUConvert %uint %i
%a = OpCompositeConstruct %a1 %low %true
%b = OpCompositeConstruct %b1 %a %a %a
%v = OpCompositeConstruct %v2uint %low %uint_1
%c = OpCompositeConstruct %c1 %v %b
%copy = OpCopyLogical %c2 %c
%x = OpCompositeExtract %uint %copy 1 2 0
%y = OpCompositeExtract %bool %copy 1 1 1
%z = OpCompositeExtract %uint %copy 0 1
%t = OpSelect %uint %y %x %uint_0
%r = OpIAdd %uint %t %z
OpStore %place %r
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i + 1);
}

TEST(SpirvComposites, SizesOfTypes) {
    const auto size_of = [](const std::string& type, const std::string& annotations = "") {
        return result_of({.annotations = annotations,
                          .globals = R"(
%bools = OpTypeVector %bool 4
%mixed = OpTypeStruct %uchar %ulong
%packed = OpTypeStruct %uchar %ulong
%rows = OpTypeArray %v3uint %uint_3
%pointer = OpTypePointer Function )" +
                                     type + "\n",
                          .body = "%v = OpVariable %pointer Function\n%s = OpSizeOf %uint %v\nOpStore %place %s\n"});
    };
    EXPECT_EQ(size_of("%uchar"), 1u);
    EXPECT_EQ(size_of("%bool"), 1u);
    EXPECT_EQ(size_of("%bools"), 4u);
    EXPECT_EQ(size_of("%v3uint"), 16u);  // OpenCL C, section 6.1.5: three components have the size of four
    EXPECT_EQ(size_of("%mixed"), 16u);
    EXPECT_EQ(size_of("%packed", "OpDecorate %packed CPacked\n"), 9u);
    EXPECT_EQ(size_of("%rows"), 48u);
}

// OpFreezeKHR of an undefined value gives the same value at each use.
TEST(SpirvComposites, FrozenValuesAreEqual) {
    const auto out = run_all_widths({.globals = R"(
%pair = OpTypeStruct %v2uint %bool
%no_pair = OpPoisonKHR %pair
%no_word = OpUndef %uint
)",
                                     .body = R"(
%a = OpFreezeKHR %pair %no_pair
%b = OpPoisonKHR %uint
%c = OpFreezeKHR %uint %b
%d = OpCompositeExtract %uint %a 0 1
%e = OpCompositeExtract %uint %a 0 1
%difference = OpISub %uint %d %e
%same = OpISub %uint %c %c
%low = OpUConvert %uint %i
%x = OpIAdd %uint %low %difference
%y = OpIAdd %uint %x %same
OpStore %place %y
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i);
}

// An array of structures that contain bools and vectors of bools. The work-item's id determines the index of each store
// and load.
TEST(SpirvComposites, BoolsInMemory) {
    const auto out = run_all_widths({.globals = R"(
%bools = OpTypeVector %bool 3
%entry = OpTypeStruct %bool %bools
%table = OpTypeArray %entry %uint_4
%to_table = OpTypePointer Function %table
%to_entry = OpTypePointer Function %entry
%to_bool = OpTypePointer Function %bool
%to_bools = OpTypePointer Function %bools
%nothing = OpConstantNull %table
)",
                                     .body = R"(
%variable = OpVariable %to_table Function %nothing
%low = OpUConvert %uint %i
%at = OpUMod %uint %low %uint_4
%bit = OpBitwiseAnd %uint %low %uint_1
%odd = OpIEqual %bool %bit %uint_1
%even = OpLogicalNot %bool %odd
%triple = OpCompositeConstruct %bools %odd %even %odd
%both = OpCompositeConstruct %entry %even %triple
%to = OpInBoundsAccessChain %to_entry %variable %at
OpStore %to %both
%first = OpInBoundsAccessChain %to_bool %variable %at %uint_0
%x = OpLoad %bool %first
%second = OpInBoundsAccessChain %to_bools %variable %at %uint_1
%v = OpLoad %bools %second
%any = OpAny %bool %v
%all = OpAll %bool %v
%y = OpCompositeExtract %bool %v 2
%xs = OpSelect %uint %x %uint_1 %uint_0
%ys = OpSelect %uint %y %uint_2 %uint_0
%as = OpSelect %uint %any %uint_4 %uint_0
%ls = OpSelect %uint %all %low %uint_0
%s = OpIAdd %uint %xs %ys
%t = OpIAdd %uint %s %as
%r = OpIAdd %uint %t %ls
OpStore %place %r
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], (i % 2 == 0 ? 1u : 2u) + 4u) << i;
}

// SPV_EXT_long_vector: vectors of any length. The length is a constant, here a specialization constant.
TEST(SpirvComposites, VectorsMayBeLong) {
    const ModuleText module{.capabilities = "OpCapability LongVectorEXT\nOpCapability ReplicatedCompositesEXT\n",
                            .annotations = "OpDecorate %length SpecId 3\n",
                            .globals =
                                "%length = OpSpecConstant %uint 5\n%vector = OpTypeVectorIdEXT %uint %length\n"
                                "%bools = OpTypeVectorIdEXT %bool %length\n",
                            .body = R"(
%low = OpUConvert %uint %i
%a = OpCompositeConstructReplicateEXT %vector %low
%b = OpVectorInsertDynamic %vector %a %uint_3 %uint_1
%c = OpIMul %vector %b %b
%d = OpExtInst %vector %std u_max %c %a
%same = OpIEqual %bools %d %a
%x = OpVectorExtractDynamic %uint %d %uint_1
%y = OpVectorExtractDynamic %uint %d %uint_2
%all = OpAny %bool %same
%z = OpSelect %uint %all %uint_1 %uint_0
%xy = OpIAdd %uint %x %y
%xyz = OpIAdd %uint %xy %z
OpStore %place %xyz
)"};
    for (const std::uint64_t length : {5, 3, 17, 100}) {
        const compiler::SpecializationValue value{3, length};
        const auto out = run_spirv(module, 20, 10, {&value, 1});
        for (std::uint32_t i = 0; i < out.size(); ++i)
            EXPECT_EQ(out[i], std::max(9u, i) + std::max(i * i, i) + (i <= 1 || i >= 9 ? 1u : 0u)) << i;
    }
    const std::string log = refusal_of(text_of({.globals = "%vector = OpTypeVectorIdEXT %uint %uint_0\n", .body = ""}));
    EXPECT_NE(log.find("a vector has 1 to"), log.npos) << log;
}

TEST(SpirvComposites, WrongOperandsAreRefused) {
    struct Case {
        const char *body, *reason;
    };
    for (const Case& one : {
             Case{"%r = OpCompositeExtract %float %pair2 0", "another type than the result"},
             Case{"%r = OpCompositeExtract %uint %pair2 2", "no such part"},
             Case{"%r = OpCompositeExtract %uint %pair2 0 0", "no such part"},
             Case{"%r = OpCompositeExtract %uint %vec2 2", "no such component"},
             Case{"%r = OpCompositeInsert %pair %true %pair2 0", "does not fit the part"},
             Case{"%r = OpCompositeInsert %v2uint %true %vec2 0", "does not fit the component"},
             Case{"%r = OpCompositeConstruct %pair %uint_1", "constituents are missing"},
             Case{"%r = OpCompositeConstruct %pair %uint_1 %true", "do not fit the result"},
             Case{"%r = OpCompositeConstruct %uint %uint_1", "no composite"},
             Case{"%r = OpCompositeConstruct %v2uint %uint_1", "constituents are missing"},
             Case{"%r = OpCompositeConstruct %v2uint %uint_1 %vec2", "do not fit the vector"},
             Case{"%r = OpVectorShuffle %v2uint %vec2 %vec2 0 4", "no vector has such a component"},
             Case{"%r = OpVectorShuffle %v3uint %vec2 %vec2 0 3", "do not fit the result"},
             Case{"%r = OpVectorExtractDynamic %uint %vec2 %vec2", "no scalar"},
             Case{"%r = OpVectorInsertDynamic %v2uint %vec2 %i %uint_0", "does not fit the vector"},
             Case{"%r = OpCopyLogical %other %vec2", "different types"},
             Case{"%r = OpCopyLogical %other %pair2", "different parts"},
             Case{"%r = OpCopyLogical %longer %pair2", "different parts"},
             Case{"%r = OpSizeOf %float %out", "no integer"},
             Case{"%r = OpSizeOf %uint %uint_1", "no pointer"},
             Case{"%r = OpSelect %uint %uint_1 %uint_1 %uint_2", "does not fit the objects"},
             Case{"%r = OpSelect %uint %true %uint_1 %i", "different types"},
             Case{"%r = OpCompositeConstructReplicateEXT %uint %uint_1", "no composite"},
             Case{"%r = OpCompositeConstructReplicateEXT %pair %i", "does not fit the result"},
             Case{"%r = OpAny %bool %out", "no vector of bools"},
             Case{"%r = OpUndef %void", "void"},
         })
        expect_refused(one.reason, {.globals = "%pair = OpTypeStruct %uint %uint\n%other = OpTypeStruct %uint %float\n"
                                               "%longer = OpTypeStruct %uint %uint %uint\n"
                                               "%true = OpConstantTrue %bool\n"
                                               "%pair2 = OpConstantComposite %pair %uint_1 %uint_1\n"
                                               "%vec2 = OpConstantComposite %v2uint %uint_1 %uint_2\n",
                                    .body = std::string(one.body) + "\n"});
}

}  // namespace
}  // namespace lanewise::test
