// Tests functions: calls, entry points, imports that the compiler knows, and function pointers.
#include "linked_modules.h"

namespace lanewise::test {
namespace {

TEST(SpirvFunctions, LlvmsFunctionsAreCalled) {
    const auto out =
        run_spirv({.annotations = "OpDecorate %sat LinkageAttributes \"llvm.usub.sat.i32\" Import\n"
                                  "OpDecorate %xor LinkageAttributes \"llvm.vector.reduce.xor.v4i32\" Import\n",
                   .globals = "%binary = OpTypeFunction %uint %uint %uint\n"
                              "%of_vector = OpTypeFunction %uint %v4uint\n%n10 = OpConstant %uint 10\n"
                              "%sat = OpFunction %uint None %binary\n%x = OpFunctionParameter %uint\n"
                              "%y = OpFunctionParameter %uint\nOpFunctionEnd\n"
                              "%xor = OpFunction %uint None %of_vector\n%z = OpFunctionParameter %v4uint\n"
                              "OpFunctionEnd\n",
                   .body = "%low = OpUConvert %uint %i\n%v = OpFunctionCall %uint %sat %n10 %low\n"
                           "%vec = OpCompositeConstruct %v4uint %low %v %uint_1 %uint_2\n"
                           "%w = OpFunctionCall %uint %xor %vec\nOpStore %place %w\n"},
                  20);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i ^ (i < 10 ? 10 - i : 0) ^ 3);
}

TEST(SpirvFunctions, OtherFunctionsOfLlvmAreRefused) {
    const struct {
        const char* name;
        const char* reason;
    } cases[] = {{"llvm.genx.rdregioni.i32", "LLVM has no function"},
                 {"llvm.x86.rdtsc", "of another device"},
                 {"llvm.usub.sat.i32", "the operands do not fit"},
                 {"llvm.coro.noop", "the operands do not fit"},
                 {"llvm.nothing", "LLVM has no function"}};
    for (const auto& [name, reason] : cases) {
        const std::string log = refusal_of(
            text_of(calling("OpDecorate %f LinkageAttributes \"" + std::string(name) + "\" Import\n", import("f"))));
        EXPECT_NE(log.find(reason), log.npos) << name << ": " << log;
    }
}

TEST(SpirvFunctions, ImportsInPlaceOfInstructionsAreTheInstructions) {
    const auto out = run_spirv(
        {.annotations = "OpDecorate %size LinkageAttributes \"_Z28__spirv_BuiltInWorkgroupSizei\" Import\n"
                        "OpDecorate %max LinkageAttributes \"_Z17__spirv_ocl_u_maxjj\" Import\n"
                        "OpDecorate %count LinkageAttributes \"_Z16__spirv_BitCountj\" Import\n"
                        "OpDecorate %not LinkageAttributes \"_Z11__spirv_Notj\" Import\n"
                        "OpDecorate %convert LinkageAttributes \"_Z30__spirv_ConvertFToU_Ruchar_satf\" Import\n"
                        "OpDecorate %nan LinkageAttributes \"_Z13__spirv_IsNanf\" Import\n",
         .globals =
             "%t1 = OpTypeFunction %ulong %uint\n%t2 = OpTypeFunction %uint %uint %uint\n" + unary +
             "%big = OpConstant %float 1000\n%t3 = OpTypeFunction %uchar %float\n%t4 = OpTypeFunction %uint %float\n"
             "%size = OpFunction %ulong None %t1\n%p1 = OpFunctionParameter %uint\nOpFunctionEnd\n"
             "%max = OpFunction %uint None %t2\n%p2 = OpFunctionParameter %uint\n"
             "%p3 = OpFunctionParameter %uint\nOpFunctionEnd\n"
             "%not = OpFunction %uint None %unary\n%p4 = OpFunctionParameter %uint\nOpFunctionEnd\n"
             "%convert = OpFunction %uchar None %t3\n%p5 = OpFunctionParameter %float\nOpFunctionEnd\n"
             "%nan = OpFunction %uint None %t4\n%p6 = OpFunctionParameter %float\nOpFunctionEnd\n",
         .body = "%low = OpUConvert %uint %i\n%s = OpFunctionCall %ulong %size %uint_0\n%s32 = OpUConvert %uint %s\n"
                 "%m = OpFunctionCall %uint %max %low %s32\n%n = OpFunctionCall %uint %not %m\n"
                 "%c = OpFunctionCall %uchar %convert %big\n%c32 = OpUConvert %uint %c\n"
                 "%is = OpFunctionCall %uint %nan %big\n%sum1 = OpIAdd %uint %n %c32\n%sum = OpIAdd %uint %sum1 %is\n"
                 "OpStore %place %sum\n"},
        20, 10);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], ~std::max(i, 10U) + 255);
}

TEST(SpirvFunctions, AKernelCallsAKernel) {
    // Both functions are entry points. The second function is the entry point of several kernels, whose names differ
    // from the function's name. One of these names is in UTF-8, and two end with suffixes that the driver gives to
    // parts of a kernel (ir/parts.h).
    const std::string text = text_of(
        {.annotations = "OpEntryPoint Kernel %inner \"Größe\" %global_id\nOpEntryPoint Kernel %inner \"again\"\n"
                        "OpEntryPoint Kernel %inner \"k.full\"\nOpEntryPoint Kernel %inner \"k.entry\"\n"
                        "OpName %inner \"k\"\n",
         .globals = "%inner = OpFunction %void None %kernel_type\n%inner_out = OpFunctionParameter %ptr_global_uint\n"
                    "%inner_b = OpLabel\n%inner_ids = OpLoad %v3ulong %global_id\n"
                    "%inner_i = OpCompositeExtract %ulong %inner_ids 0\n%inner_low = OpUConvert %uint %inner_i\n"
                    "%inner_p = OpInBoundsPtrAccessChain %ptr_global_uint %inner_out %inner_i\n"
                    "%inner_v = OpIMul %uint %inner_low %uint_2\nOpStore %inner_p %inner_v\nOpReturn\nOpFunctionEnd\n",
         .body = "%called = OpFunctionCall %void %inner %out\n"});
    const ProgramResult program = build(text);
    for (const char* name : {"k", "Größe", "again", "k.full", "k.entry"}) expect_twice(run(program, name));
}

TEST(SpirvFunctions, NamesOfBuiltinsBelongToTheModule) {
    // The module has a function with the name of a builtin, and also calls this builtin.
    const auto out = run_spirv({.annotations = "OpName %f \"_Z3maxjj\"\n",
                                .globals = "%binary = OpTypeFunction %uint %uint %uint\n"
                                           "%f = OpFunction %uint None %binary\n%a = OpFunctionParameter %uint\n"
                                           "%b = OpFunctionParameter %uint\n%f_b = OpLabel\n"
                                           "%r = OpExtInst %uint %std u_max %a %b\n%r2 = OpIMul %uint %r %uint_2\n"
                                           "OpReturnValue %r2\nOpFunctionEnd\n",
                                .body = "%low = OpUConvert %uint %i\n%v = OpFunctionCall %uint %f %low %uint_0\n"
                                        "OpStore %place %v\n"},
                               20);
    expect_twice(out);
}

TEST(SpirvFunctions, PointersCallTheFunctionsThatTheyPointTo) {
    const std::string globals =
        unary +
        "%ptr_f = OpTypePointer CodeSectionINTEL %unary\n%table_length = OpConstant %uint 3\n"
        "%table_type = OpTypeArray %ptr_f %table_length\n%ptr_table = OpTypePointer CrossWorkgroup %table_type\n"
        "%ptr_ptr = OpTypePointer CrossWorkgroup %ptr_f\n"
        "%pf = OpConstantFunctionPointerINTEL %ptr_f %f\n%pg = OpConstantFunctionPointerINTEL %ptr_f %g\n"
        "%ph = OpConstantFunctionPointerINTEL %ptr_f %h\n"
        "%table_value = OpConstantComposite %table_type %pf %pg %ph\n"
        "%table = OpVariable %ptr_table CrossWorkgroup %table_value\n" +
        function("f", "%f_r = OpIMul %uint %f_x %uint_2\n") + function("g", "%g_r = OpIAdd %uint %g_x %uint_1\n") +
        function("h", "%h_y = OpFunctionCall %uint %g %h_x\n%h_r = OpFunctionCall %uint %f %h_y\n");
    const ModuleText module{.globals = globals, .body = R"(
%low = OpUConvert %uint %i
%which = OpUMod %uint %low %uint_3
%slot = OpInBoundsAccessChain %ptr_ptr %table %which
%callee = OpLoad %ptr_f %slot Aligned 8
%v = OpFunctionPointerCallINTEL %uint %callee %low
OpStore %place %v
)"};
    const auto out = run_spirv(module, 30, 10);
    for (std::uint32_t i = 0; i < out.size(); ++i)
        EXPECT_EQ(out[i], i % 3 == 0 ? 2 * i : i % 3 == 1 ? i + 1 : 2 * (i + 1)) << i;
}

TEST(SpirvFunctions, CallsThroughNoPointerDoNothing) {
    const auto out =
        run_spirv({.globals = unary + "%ptr_f = OpTypePointer CodeSectionINTEL %unary\n"
                                      "%none = OpConstantNull %ptr_f\n",
                   .body = "%v = OpFunctionPointerCallINTEL %uint %none %uint_1\nOpStore %place %uint_2\n"},
                  2);
    EXPECT_EQ(out[1], 2U);
}

TEST(SpirvFunctions, SetsWithoutMeaningStandAnywhere) {
    const auto out =
        run_spirv({.annotations = "%info = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\n",
                   .globals = unary + "%i1 = OpExtInstWithForwardRefsKHR %void %info 12 %later\n"
                                      "%i2 = OpExtInst %void %info 400 %uint_1\n"
                                      "%f = OpFunction %uint None %unary\n%f_x = OpFunctionParameter %uint\n"
                                      "%i3 = OpExtInst %void %info 3 %uint_1\n%f_b = OpLabel\n"
                                      "%i4 = OpExtInst %void %info 23 %f\n%f_r = OpIMul %uint %f_x %uint_2\n"
                                      "%i5 = OpExtInstWithForwardRefsKHR %void %info 24 %f_r %i6\n"
                                      "%i6 = OpExtInst %void %info 25\nOpReturnValue %f_r\nOpFunctionEnd\n",
                   .body = call_f + "%later = OpExtInst %void %info 5\n"},
                  20);
    expect_twice(out);
}

TEST(SpirvFunctions, RecursionIsRefusedWithTheLinesOfTheCalls) {
    const auto log_of = [](const std::string& line) {
        return refusal_of(text_of(
            {.annotations = "%file = OpString \"/home/user/odd.cpp\"\nOpName %f \"odd\"\nOpName %g \"even\"\n",
             .globals = unary + function("f", line + "%f_r = OpFunctionCall %uint %g %f_x\n") +
                        function("g", line + "%g_y = OpFunctionCall %uint %f %g_x\n%g_r = OpIAdd %uint %g_y %g_y\n"),
             .body = call_f}));
    };
    const std::string with_lines = log_of("OpLine %file 12 3\n");
    EXPECT_NE(with_lines.find("odd.cpp:12:3: 'odd' calls 'even'"), with_lines.npos) << with_lines;
    EXPECT_NE(with_lines.find("odd.cpp:12:3: 'even' calls 'odd'"), with_lines.npos) << with_lines;
    const std::string without = log_of("OpLine %file 12 3\nOpNoLine\n");
    EXPECT_NE(without.find("'odd'"), without.npos) << without;
}

TEST(SpirvFunctions, FunctionsOfTheDeviceLibraryConvertBfloat16) {
    const auto out = run_spirv(
        {.annotations = "OpDecorate %to LinkageAttributes \"__devicelib_ConvertFToBF16INTEL\" Import\n"
                        "OpDecorate %from LinkageAttributes \"__devicelib_ConvertBF16ToFINTELVec3\" Import\n",
         .globals = "%ptr_gf = OpTypePointer Generic %float\n%ptr_gs = OpTypePointer Generic %ushort\n"
                    "%ptr_f = OpTypePointer Function %float\n%ptr_s = OpTypePointer Function %ushort\n"
                    "%n3 = OpConstant %uint 3\n%floats = OpTypeArray %float %n3\n%shorts = OpTypeArray %ushort %n3\n"
                    "%ptr_floats = OpTypePointer Function %floats\n%ptr_shorts = OpTypePointer Function %shorts\n"
                    "%to_type = OpTypeFunction %ushort %ptr_gf\n%from_type = OpTypeFunction %void %ptr_gs %ptr_gf\n"
                    "%base = OpConstant %uint 0x3f807000\n%base_step = OpConstant %uint 0x800\n"
                    "%to = OpFunction %ushort None %to_type\n%x = OpFunctionParameter %ptr_gf\nOpFunctionEnd\n"
                    "%from = OpFunction %void None %from_type\n%y = OpFunctionParameter %ptr_gs\n"
                    "%z = OpFunctionParameter %ptr_gf\nOpFunctionEnd\n",
         .body = R"(
%fs = OpVariable %ptr_floats Function
%ss = OpVariable %ptr_shorts Function
%f2 = OpInBoundsAccessChain %ptr_f %fs %uint_2
%s2 = OpInBoundsAccessChain %ptr_s %ss %uint_2
%f0 = OpInBoundsAccessChain %ptr_f %fs %uint_0
%s0 = OpInBoundsAccessChain %ptr_s %ss %uint_0
%low = OpUConvert %uint %i
%scaled = OpIMul %uint %low %base_step
%word = OpIAdd %uint %base %scaled
%value = OpBitcast %float %word
OpStore %f2 %value
%gf2 = OpPtrCastToGeneric %ptr_gf %f2
%short = OpFunctionCall %ushort %to %gf2
OpStore %s2 %short
%gs0 = OpPtrCastToGeneric %ptr_gs %s0
%gf0 = OpPtrCastToGeneric %ptr_gf %f0
%done = OpFunctionCall %void %from %gs0 %gf0
%back = OpLoad %float %f2
%bits = OpBitcast %uint %back
OpStore %place %bits
)"},
        100, 10);
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        // The expected word is the nearest word whose lower 16 bits are 0. If two such words are equally near, bit 16
        // of the expected word is 0.
        const std::uint32_t word = 0x3f807000 + i * 0x800, lower = word & 0xffff, down = word & 0xffff0000;
        const bool up = lower > 0x8000 || (lower == 0x8000 && (down & 0x10000) != 0);
        EXPECT_EQ(out[i], down + (up ? 0x10000 : 0)) << i;
    }
}

using SpirvAssertionDeathTest = testing::Test;

TEST(SpirvAssertionDeathTest, AFailedAssertionEndsTheProcess) {
    const std::string text =
        "%n4 = OpConstant %uint 4\n%chars = OpTypeArray %uchar %n4\n%ptr_chars = OpTypePointer UniformConstant %chars\n"
        "%c1 = OpConstant %uchar 120\n%c2 = OpConstant %uchar 61\n%c3 = OpConstant %uchar 49\n"
        "%c0 = OpConstant %uchar 0\n%condition = OpConstantComposite %chars %c1 %c2 %c3 %c0\n"
        "%variable = OpVariable %ptr_chars UniformConstant %condition\n%n77 = OpConstant %uint 77\n"
        "%ptr_char = OpTypePointer Generic %uchar\n%null = OpConstantNull %ptr_char\n%ulong_5 = OpConstant %ulong 5\n"
        "%ptr_c = OpTypePointer UniformConstant %uchar\n"
        "%type = OpTypeFunction %void %ptr_char %ptr_char %uint %ptr_char %ulong %ulong %ulong %ulong %ulong %ulong\n"
        "%fail = OpFunction %void None %type\n%p1 = OpFunctionParameter %ptr_char\n"
        "%p2 = OpFunctionParameter %ptr_char\n%p3 = OpFunctionParameter %uint\n%p4 = OpFunctionParameter %ptr_char\n"
        "%p5 = OpFunctionParameter %ulong\n%p6 = OpFunctionParameter %ulong\n%p7 = OpFunctionParameter %ulong\n"
        "%p8 = OpFunctionParameter %ulong\n%p9 = OpFunctionParameter %ulong\n%p10 = OpFunctionParameter %ulong\n"
        "OpFunctionEnd\n";
    const ModuleText module{
        .annotations = "OpDecorate %fail LinkageAttributes \"__devicelib_assert_fail\" Import\n",
        .globals = text,
        .body =
            "%c = OpInBoundsAccessChain %ptr_c %variable %uint_0\n%cg = OpBitcast %ptr_char %c\n"
            "%is = OpIEqual %bool %i %ulong_5\nOpBranchConditional %is %bad %good\n%bad = OpLabel\n"
            "%v = OpFunctionCall %void %fail %cg %null %n77 %null %i %i %i %i %i %i\nOpBranch %good\n"
            "%good = OpLabel\nOpStore %place %uint_1\n"};
    EXPECT_EQ(run_spirv(module, 5)[4], 1U);
    EXPECT_DEATH(run_spirv(module, 10, 10),
                 "<unknown>:77: <unknown>: global id: .5,5,5., local id: .5,5,5. "
                 "Assertion `x=1` failed.");
}

TEST(SpirvFunctions, AssemblyIsRefusedOnlyWhereItIsUsed) {
    const std::string globals = unary +
                                "%target = OpAsmTargetINTEL \"spirv64-unknown-unknown\"\n"
                                "%code = OpAsmINTEL %uint %unary %target \"mov %0, %1\" \"=r,r\"\n";
    EXPECT_EQ(run_spirv({.globals = globals, .body = "OpStore %place %uint_1\n"}, 1)[0], 1U);
    const std::string log =
        refusal_of(text_of({.globals = globals, .body = "%v = OpAsmCallINTEL %uint %code %uint_1\n"}));
    EXPECT_NE(log.find("OpAsmCallINTEL"), log.npos) << log;
}

// Functions in which work-items meet are inlined even if the module or an option forbids inlining.
TEST(SpirvFunctions, SubGroupsMeetInFunctionsWithoutInlining) {
    for (const std::string control : {"None", "DontInline"})
        for (const std::string options : {"", "-cl-opt-disable"}) {
            const ModuleText module{.annotations = "OpExecutionMode %k SubgroupSize 8\n",
                                    .globals = unary + "%f = OpFunction %uint " + control +
                                               " %unary\n%x = OpFunctionParameter %uint\n%f_block = OpLabel\n"
                                               "%sum = OpGroupNonUniformIAdd %uint %uint_3 Reduce %x\n"
                                               "OpReturnValue %sum\nOpFunctionEnd\n",
                                    .body =
                                        "%low = OpUConvert %uint %i\n%v = OpFunctionCall %uint %f %low\n"
                                        "OpStore %place %v\n"};
            for (const std::uint32_t lanes : {1u, 8u, 16u}) {
                const auto out = run_spirv(module, 16, 16, {}, {.build_options = options, .vector_width = lanes});
                for (std::uint32_t i = 0; i < out.size(); ++i)
                    EXPECT_EQ(out[i], i / 8 * 64 + 28) << control << options << lanes;
            }
        }
}

// Functions in which work-items meet are also inlined if they are called through pointers.
TEST(SpirvFunctions, PointersLeadToFunctionsWithoutInlining) {
    const auto function = [](const std::string& name, const std::string& operation) {
        return "%" + name + " = OpFunction %uint DontInline %unary\n%x_" + name +
               " = OpFunctionParameter %uint\n%block_" + name + " = OpLabel\n%result_" + name + " = OpGroupNonUniform" +
               operation + " %uint %uint_3 Reduce %x_" + name + "\nOpReturnValue %result_" + name + "\nOpFunctionEnd\n";
    };
    const ModuleText module{.capabilities = "OpCapability FunctionPointersINTEL\n",
                            .annotations = "OpExecutionMode %k SubgroupSize 8\n",
                            .globals = unary + "%pointer = OpTypePointer CodeSectionINTEL %unary\n" +
                                       "%c = OpConstantFunctionPointerINTEL %pointer %sum\n"
                                       "%d = OpConstantFunctionPointerINTEL %pointer %most\n" +
                                       function("sum", "IAdd") + function("most", "UMax"),
                            .body =
                                "%low = OpUConvert %uint %i\n%bit = OpBitwiseAnd %uint %low %uint_1\n"
                                "%odd = OpINotEqual %bool %bit %uint_0\n%f = OpSelect %pointer %odd %c %d\n"
                                "%v = OpFunctionPointerCallINTEL %uint %f %low\nOpStore %place %v\n"};
    for (const std::string options : {"", "-cl-opt-disable"})
        for (const std::uint32_t lanes : {1u, 8u, 16u}) {
            const auto out = run_spirv(module, 16, 16, {}, {.build_options = options, .vector_width = lanes});
            for (std::uint32_t i = 0; i < out.size(); ++i)
                EXPECT_EQ(out[i], i % 2 == 1 ? i / 8 * 32 + 16 : i / 8 * 8 + 6) << options << lanes;
        }
}

// A function is called through a pointer in the block after a loop. Between the loop and the call, the work-items of
// the sub-group meet.
TEST(SpirvFunctions, PointersAfterALoopKeepItsEnd) {
    const ModuleText module{.capabilities = "OpCapability FunctionPointersINTEL\n",
                            .annotations = "OpExecutionMode %k SubgroupSize 8\n",
                            .globals = unary + "%pointer = OpTypePointer CodeSectionINTEL %unary\n" +
                                       "%c = OpConstantFunctionPointerINTEL %pointer %same\n" +
                                       "%same = OpFunction %uint None %unary\n%x = OpFunctionParameter %uint\n"
                                       "%same_block = OpLabel\nOpReturnValue %x\nOpFunctionEnd\n",
                            .body = R"(
%low = OpUConvert %uint %i
%trips = OpBitwiseAnd %uint %low %uint_3
OpBranch %head
%head = OpLabel
%turn = OpPhi %uint %uint_0 %first_block %next %body
%more = OpULessThan %bool %turn %trips
OpBranchConditional %more %body %done
%body = OpLabel
%next = OpIAdd %uint %turn %uint_1
OpBranch %head
%done = OpLabel
%all = OpGroupNonUniformIAdd %uint %uint_3 Reduce %turn
%v = OpFunctionPointerCallINTEL %uint %c %all
OpStore %place %v
)"};
    for (const std::uint32_t lanes : {1u, 8u, 16u}) {
        const auto out = run_spirv(module, 16, 16, {}, {.vector_width = lanes});
        for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 2 * (0u + 1 + 2 + 3)) << lanes;
    }
}

}  // namespace
}  // namespace lanewise::test
