// Tests instructions that end a work-item or the launch: OpUnreachable, OpAbortKHR, and imports of llvm.trap.
#include "run_spirv.h"

namespace lanewise::test {
namespace {

const std::string trap = "OpDecorate %trap LinkageAttributes \"llvm.trap\" Import\n";
const std::string trap_function =
    "%nothing = OpTypeFunction %void\n%trap = OpFunction %void None %nothing\n"
    "OpFunctionEnd\n";

// Returns a module in which all work-items store 7. The work-items for which a condition is true then run `stop`, which
// must end the launch.
ModuleText stopping(const std::string& stop) {
    return {.capabilities = "OpCapability AbortKHR\nOpExtension \"SPV_KHR_abort\"\n",
            .annotations = trap,
            .globals =
                "%limit = OpConstant %ulong 1000000\n%seven = OpConstant %uint 7\n"
                "%message_type = OpTypeStruct %uint %float\n"
                "%message = OpConstantNull %message_type\n" +
                trap_function,
            .body =
                "OpStore %place %seven\n%is_wrong = OpUGreaterThan %bool %i %limit\n"
                "OpBranchConditional %is_wrong %wrong %right\n%wrong = OpLabel\n" +
                stop + "%right = OpLabel\n%low = OpUConvert %uint %i\nOpStore %place %low\n"};
}

const std::string abort_instruction = "OpAbortKHR %message_type %message\n";
const std::string call_of_trap = "%t = OpFunctionCall %void %trap\nOpUnreachable\n";
const std::string call_and_go_on = "%t = OpFunctionCall %void %trap\nOpStore %place %uint_3\nOpBranch %right\n";

// The condition is true for no work-item here, so all work-items run to the end, with any number of lanes.
TEST(SpirvEnds, ItemsThatDoNotStopGoOn) {
    for (const std::string& stop : {abort_instruction, call_of_trap, call_and_go_on, std::string("OpUnreachable\n")})
        for (const std::uint32_t width : {1u, 8u, 16u}) {
            RunOptions options;
            options.vector_width = width;
            const auto out = run_spirv(stopping(stop), 40, 20, {}, options);
            for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i) << stop;
        }
}

TEST(SpirvEndsDeathTest, ItemsThatStopEndTheLaunch) {
    for (const std::string& stop : {abort_instruction, call_of_trap, call_and_go_on}) {
        ModuleText module = stopping(stop);
        module.globals.replace(module.globals.find("1000000"), 7, "20");
        EXPECT_DEATH(run_spirv(module, 40, 20), "") << stop;
    }
}

// LLVM merges the last instructions of several blocks if each of these blocks ends the launch.
TEST(SpirvEndsDeathTest, EachOfSeveralStopsEndsTheLaunch) {
    const auto run = [](const std::string& stop, const std::string& first, const std::string& second) {
        ModuleText module = stopping("");
        module.globals =
            "%first = OpConstant %ulong " + first + "\n%second = OpConstant %ulong " + second + "\n" + module.globals;
        module.body =
            "%is_first = OpIEqual %bool %i %first\nOpBranchConditional %is_first %stop_1 %next_1\n"
            "%stop_1 = OpLabel\n" +
            stop +
            "%next_1 = OpLabel\n%is_second = OpIEqual %bool %i %second\n"
            "OpBranchConditional %is_second %stop_2 %next_2\n%stop_2 = OpLabel\n" +
            stop + "%next_2 = OpLabel\n%low = OpUConvert %uint %i\nOpStore %place %low\n";
        return run_spirv(module, 40, 20);
    };
    const std::string call = "OpAbortKHR %message_type %message\n";
    EXPECT_EQ(run(call, "100", "101")[39], 39U);
    EXPECT_DEATH(run(call, "5", "101"), "");
    EXPECT_DEATH(run(call, "100", "5"), "");
}

// Blocks that no item reaches may have any form.
TEST(SpirvEnds, UnreachableBlocksHaveAnyForm) {
    const auto run = [](const std::string& body) {
        const auto out = run_spirv({.globals = "%limit = OpConstant %ulong 1000000\n", .body = body}, 30, 10);
        for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 3u) << body;
    };
    const std::string test = "OpStore %place %uint_3\n%c = OpUGreaterThan %bool %i %limit\n";
    run(test +
        "OpSelectionMerge %merge None\nOpBranchConditional %c %end %merge\n%end = OpLabel\nOpUnreachable\n"
        "%merge = OpLabel\n");
    run(test +
        "OpSelectionMerge %merge None\nOpBranchConditional %c %end %go\n%end = OpLabel\nOpUnreachable\n"
        "%go = OpLabel\nOpReturn\n%merge = OpLabel\nOpUnreachable\n%rest = OpLabel\n");
    run(test +
        "%low = OpUConvert %uint %i\nOpSwitch %low %go 100 %end 101 %end\n%end = OpLabel\nOpUnreachable\n"
        "%go = OpLabel\n");
    run(test +
        "OpBranch %head\n%head = OpLabel\nOpLoopMerge %merge %next None\nOpBranchConditional %c %body %out_of\n"
        "%body = OpLabel\nOpBranch %next\n%next = OpLabel\nOpBranch %head\n%out_of = OpLabel\nOpReturn\n"
        "%merge = OpLabel\nOpUnreachable\n%rest = OpLabel\n");
    // A branch to an infinite loop, on a condition that is never true.
    run(test +
        "OpBranchConditional %c %head %go\n%head = OpLabel\nOpStore %place %uint_1\nOpBranch %head\n"
        "%go = OpLabel\n");
}

TEST(SpirvEnds, AKernelMayBeUnreachable) {
    const std::vector<std::byte> bytes = assemble(text_of({.body = "OpUnreachable\n%rest = OpLabel\n"}));
    const auto program = compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}}, "");
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    EXPECT_TRUE(static_cast<bool>(CompiledKernel(program.ir, "k", 8, ""))) << "behavior is undefined only when it runs";
}

TEST(SpirvEnds, WrongMessagesAreRefused) {
    const auto log_of = [](const std::string& body) {
        return refusal_of(text_of({.capabilities = "OpCapability AbortKHR\n", .body = body + "%rest = OpLabel\n"}));
    };
    EXPECT_NE(log_of("OpAbortKHR %void %uint_1\n").find("no values"), std::string::npos);
    EXPECT_NE(log_of("OpAbortKHR %uint %uint\n").find("no value that is defined"), std::string::npos);
}

}  // namespace
}  // namespace lanewise::test
