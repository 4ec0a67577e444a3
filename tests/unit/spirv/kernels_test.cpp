// Tests the descriptions of kernels: names, arguments and attributes.
#include "kernel_text.h"

namespace lanewise::test {
namespace {

KernelInfo describe(const KernelText& text) {
    const compiler::ProgramResult program = build_spirv(text_of(text));
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    for (const KernelInfo& kernel : program.kernels)
        if (kernel.name == "k") return kernel;
    ADD_FAILURE() << "there is no kernel k";
    return {};
}

TEST(SpirvKernels, ModesBecomeAttributes) {
    const KernelInfo kernel = describe({.entries = R"(
OpExecutionMode %k LocalSize 4 2 1
OpExecutionMode %k LocalSizeHint 8 4 2
OpExecutionMode %k VecTypeHint 262149
OpExecutionMode %k MaxWorkgroupSizeINTEL 64 2 1
OpExecutionMode %k ContractionOff
)"});
    EXPECT_EQ(kernel.reqd_work_group_size, (std::array<std::uint64_t, 3>{4, 2, 1}));
    EXPECT_EQ(kernel.work_group_size_hint, (std::array<std::uint64_t, 3>{8, 4, 2}));
    EXPECT_EQ(kernel.max_work_group_size, (std::array<std::uint64_t, 3>{64, 2, 1}));
    EXPECT_EQ(kernel.attributes,
              "vec_type_hint(float4) work_group_size_hint(8,4,2) reqd_work_group_size(4,2,1) "
              "max_work_group_size(64,2,1)");
}

TEST(SpirvKernels, SizesMayBeConstants) {
    const KernelInfo kernel = describe({.entries = R"(
OpExecutionModeId %k LocalSizeId %uint_4 %special %uint_1
OpExecutionModeId %k LocalSizeHintId %uint_2 %uint_3 %uint_4
)",
                                        .annotations = "OpDecorate %special SpecId 3\n",
                                        .globals = "%special = OpSpecConstant %uint 5\n"});
    EXPECT_EQ(kernel.reqd_work_group_size, (std::array<std::uint64_t, 3>{4, 5, 1}));
    EXPECT_EQ(kernel.work_group_size_hint, (std::array<std::uint64_t, 3>{2, 3, 4}));
}

// A constant with the decoration BuiltIn WorkgroupSize sets the work-group size. This size has priority over the sizes
// of execution modes.
TEST(SpirvKernels, AConstantMayBeTheWorkGroupSize) {
    KernelText text{.annotations = "OpDecorate %size BuiltIn WorkgroupSize\nOpDecorate %special SpecId 3\n",
                    .globals =
                        "%special = OpSpecConstant %uint 5\n"
                        "%size = OpSpecConstantComposite %v3uint %uint_4 %special %uint_1\n"};
    const std::array<std::uint64_t, 3> expected{4, 5, 1};
    EXPECT_EQ(describe(text).reqd_work_group_size, expected);
    text.entries = "OpExecutionMode %k LocalSize 8 1 1\n";
    EXPECT_EQ(describe(text).reqd_work_group_size, expected);
    text.globals = "%ulong_2 = OpConstant %ulong 2\n%size = OpConstantComposite %v3ulong %ulong_2 %ulong_2 %ulong_2\n";
    text.annotations = "OpDecorate %size BuiltIn WorkgroupSize\n";
    EXPECT_EQ(describe(text).reqd_work_group_size, (std::array<std::uint64_t, 3>{2, 2, 2}));
    text.globals = "%size = OpConstantComposite %v2uint %uint_4 %uint_1\n";
    EXPECT_NE(refusal_of(text).find("no vector of three integers"), std::string::npos);
    text.globals = "%size = OpUndef %v3uint\n";
    EXPECT_NE(refusal_of(text).find("the work-group size is unknown"), std::string::npos);
}

TEST(SpirvKernels, VectorTypeHintsNameAllTypes) {
    const char* const types[] = {"char", "short", "int", "long", "half", "float", "double"};
    for (std::uint32_t type = 0; type < std::size(types); ++type)
        for (const std::uint32_t width : {0u, 1u, 2u, 3u, 8u, 16u}) {
            const std::string number = std::to_string(width << 16 | type);
            const KernelInfo kernel = describe({.entries = "OpExecutionMode %k VecTypeHint " + number + "\n"});
            EXPECT_EQ(kernel.attributes,
                      "vec_type_hint(" + std::string(types[type]) + (width > 1 ? std::to_string(width) : "") + ")");
        }
    EXPECT_EQ(describe({.entries = "OpExecutionMode %k VecTypeHint 99\n"}).attributes, "");
    EXPECT_EQ(describe({.entries = "OpExecutionMode %k VecTypeHint 6553605\n"}).attributes, "");
}

TEST(SpirvKernels, ArgumentsTellNamesTypesAndQualifiers) {
    const std::vector<std::string> parameters{
        "%ptr_global_uint %a", "%ptr_constant_uint %b", "%float %c", "%ptr_local_uint %d", "%uchar %e", "%v4float %f"};
    const KernelInfo bare =
        describe({.globals = "%ptr_constant_uint = OpTypePointer UniformConstant %uint\n", .parameters = parameters});
    EXPECT_FALSE(bare.has_arg_info);
    const KernelInfo named = describe({.annotations = R"(
OpName %a "input"
OpName %b "table"
OpName %c "größe"
OpName %d "d"
OpName %e "e"
OpName %f "f"
OpDecorate %a Restrict
OpDecorate %a Volatile
OpDecorate %a NonWritable
OpDecorate %e FuncParamAttr Zext
OpDecorate %d FuncParamAttr NoAlias
)",
                                       .globals = "%ptr_constant_uint = OpTypePointer UniformConstant %uint\n",
                                       .parameters = parameters});
    EXPECT_TRUE(named.has_arg_info);
    const char* const names[] = {"input", "table", "größe", "d", "e", "f"};
    // SPIR-V does not say whether an int is signed. The type of an int parameter is therefore unknown, unless the
    // attribute Zext or Sext tells how the caller extends the int.
    const char* const types[] = {"", "", "float", "", "uchar", "float4"};
    const AddressQualifier spaces[] = {AddressQualifier::global_,  AddressQualifier::constant_,
                                       AddressQualifier::private_, AddressQualifier::local_,
                                       AddressQualifier::private_, AddressQualifier::private_};
    const int qualifiers[] = {type_const | type_restrict | type_volatile, type_const, 0, type_restrict, 0, 0};
    for (std::size_t i = 0; i < named.args.size(); ++i) {
        EXPECT_EQ(named.args[i].name, names[i]);
        EXPECT_EQ(named.args[i].type_name, types[i]);
        EXPECT_EQ(named.args[i].address, spaces[i]);
        EXPECT_EQ(named.args[i].type_qualifiers, qualifiers[i]);
        EXPECT_EQ(bare.args[i].kind, named.args[i].kind);
    }
}

TEST(SpirvKernels, StringsNameTypes) {
    KernelText text{.globals = "", .parameters = {"%ptr_global_uint %a", "%float %b", "%ptr_global_uint %c"}};
    text.entries =
        "%text = OpString \"kernel_arg_type.k.uint*,float,struct S*,\"\n"
        "%other = OpString \"kernel_arg_type.kk.no*,no,no*,\"\n"
        "%qualifiers = OpString \"kernel_arg_type_qual.k.const,,restrict volatile,\"\n";
    const KernelInfo kernel = describe(text);
    EXPECT_TRUE(kernel.has_arg_info);
    EXPECT_EQ(kernel.args[0].type_name, "uint*");
    EXPECT_EQ(kernel.args[1].type_name, "float");
    EXPECT_EQ(kernel.args[2].type_name, "struct S*");
    EXPECT_EQ(kernel.args[0].type_qualifiers, type_const);
    EXPECT_EQ(kernel.args[2].type_qualifiers, type_restrict | type_volatile);
    text.entries = "%text = OpString \"kernel_arg_type.k.short\"\n";
    EXPECT_EQ(describe(text).args[0].type_name, "short");
}

// The name of a kernel may be another kernel's name followed by a dot and a suffix.
TEST(SpirvKernels, StringsBelongToOneKernel) {
    const KernelInfo kernel = describe({.entries = "%t1 = OpString \"kernel_arg_type.k.a.uint*,\"\n"
                                                   "%t2 = OpString \"kernel_arg_type.k.short*,\"\n",
                                        .parameters = {"%ptr_global_uint %a"}});
    EXPECT_EQ(kernel.args[0].type_name, "short*");
}

TEST(SpirvKernels, LocalPointersAreAlignedForWhatTheyHold) {
    const KernelInfo kernel =
        describe({.annotations = "OpDecorate %d Alignment 64\n",
                  .globals = "%v4double = OpTypeVector %double 4\n"
                             "%opaque = OpTypeOpaque \"thing\"\n"
                             "%ptr_local_v4double = OpTypePointer Workgroup %v4double\n"
                             "%ptr_local_opaque = OpTypePointer Workgroup %opaque\n"
                             "%untyped = OpTypeUntypedPointerKHR Workgroup\n",
                  .parameters = {"%ptr_local_uchar %a", "%ptr_local_uint %b", "%ptr_local_v4double %c",
                                 "%ptr_local_uint %d", "%ptr_local_opaque %e", "%untyped %f"}});
    const std::uint32_t expected[] = {128, 4, 32, 64, 128, 128};
    for (std::size_t i = 0; i < kernel.args.size(); ++i) {
        EXPECT_EQ(kernel.args[i].kind, ArgKind::local_pointer);
        EXPECT_EQ(kernel.args[i].pointee_alignment, expected[i]) << i;
    }
}

TEST(SpirvKernels, StructuresByValueHaveTheirSizeAndAlignment) {
    const KernelText text{.annotations =
                              "OpDecorate %s FuncParamAttr ByVal\nOpDecorate %s Alignment 16\n"
                              "OpName %structure \"struct.pair\"\nOpName %s \"s\"\nOpName %a \"a\"\n",
                          .globals =
                              "%structure = OpTypeStruct %uchar %v4uint %uint\n"
                              "%ptr_structure = OpTypePointer Function %structure\n",
                          .parameters = {"%ptr_global_uint %a", "%ptr_structure %s"},
                          .body =
                              "%p = OpInBoundsPtrAccessChain %ptr_private_uint %s %uint_0 %uint_2\n"
                              "%v = OpLoad %uint %p\nOpStore %a %v\n"};
    const KernelInfo kernel = describe(text);
    EXPECT_EQ(kernel.args[1].size, 48u);
    EXPECT_EQ(kernel.args[1].offset, 16u);
    EXPECT_EQ(kernel.args[1].kind, ArgKind::value);
    EXPECT_EQ(kernel.args[1].address, AddressQualifier::private_);
    EXPECT_EQ(kernel.args[1].type_name, "struct pair");
    struct alignas(16) Structure {
        char first;
        alignas(16) std::uint32_t vector[4];
        std::uint32_t last;
    };
    std::uint32_t out = 0;
    run_text(text, line(1, 1), ArgumentBlock().add(&out).add(Structure{1, {}, 99}));
    EXPECT_EQ(out, 99u);
}

// Section 2.16.1: the name of an entry point may be any string, and one function may have several entry points.
// Functions and variables may have the names of kernels, since OpName has no meaning. Some producers let an entry point
// call a function, and export this function under the kernel's name.
TEST(SpirvKernels, EntryPointsWinTheirNames) {
    KernelText text{.entries = "OpEntryPoint Kernel %k \"größte Zahl\"\nOpEntryPoint Kernel %other \"second\"\n",
                    .annotations =
                        "OpName %other \"k\"\nOpName %variable \"second\"\n"
                        "OpDecorate %exported LinkageAttributes \"k\" Export\nOpName %k \"_Z3sinf\"\n",
                    .globals =
                        "%other_type = OpTypeFunction %void %ptr_global_uint\n"
                        "%variable = OpVariable %ptr_global_uint CrossWorkgroup %uint_3\n",
                    .functions = R"(
%exported = OpFunction %void None %other_type
%exported_out = OpFunctionParameter %ptr_global_uint
%exported_start = OpLabel
OpStore %exported_out %uint_4
OpReturn
OpFunctionEnd
%other = OpFunction %void None %other_type
%other_out = OpFunctionParameter %ptr_global_uint
%other_start = OpLabel
%three = OpLoad %uint %variable
OpStore %other_out %three
OpReturn
OpFunctionEnd
)",
                    .parameters = {"%ptr_global_uint %out"},
                    .body = "%nothing = OpFunctionCall %void %exported %out\n"};
    const compiler::ProgramResult program = build_spirv(text_of(text));
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    std::vector<std::string> names;
    for (const KernelInfo& kernel : program.kernels) names.push_back(kernel.name);
    std::ranges::sort(names);
    EXPECT_EQ(names, (std::vector<std::string>{"größte Zahl", "k", "second"}));
    std::uint32_t out = 0;
    run_text(text, line(1, 1), ArgumentBlock().add(&out));
    EXPECT_EQ(out, 4u);
    text.entries += "OpEntryPoint Kernel %other \"k\"\n";
    EXPECT_NE(refusal_of(text).find("are named \"k\""), std::string::npos);
}

}  // namespace
}  // namespace lanewise::test
