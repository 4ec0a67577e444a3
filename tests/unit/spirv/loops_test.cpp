// Tests loops in which the work-items of a sub-group diverge, with and without OpLoopMerge, and the hints of loop
// controls.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/link/bitcode.h"
#include "run_spirv.h"

namespace lanewise::test {
namespace {

constexpr std::uint64_t items = 32;

constexpr std::string_view constants = R"(
%scope_group = OpConstant %uint 2
%scope_sub_group = OpConstant %uint 3
%local_memory = OpConstant %uint 0x110
%true = OpConstantTrue %bool
%uint_7 = OpConstant %uint 7
)";

// Lines that define the key of each work-item: lane & 3.
constexpr std::string_view key_lines = R"(
%low = OpUConvert %uint %i
%key = OpBitwiseAnd %uint %low %uint_3
)";

ModuleText module_of(const std::string& body) {
    return {.annotations = "OpExecutionMode %k SubgroupSize 8\n",
            .globals = std::string(constants),
            .body = std::string(key_lines) + body};
}

// Returns the text of a loop. In each iteration, the work-items whose key equals the first active work-item's key leave
// the loop. Each of these work-items stores the number of work-items that leave in the same iteration.
std::string search(const std::string& merge) {
    return R"(
OpBranch %head
%head = OpLabel
%first = OpGroupNonUniformBroadcastFirst %uint %scope_sub_group %key
%found = OpIEqual %bool %key %first
)" + merge +
           R"(
OpBranchConditional %found %leave %next
%leave = OpLabel
%count = OpGroupNonUniformIAdd %uint %scope_sub_group Reduce %uint_1
OpBranch %done
%next = OpLabel
OpBranch %head
%done = OpLabel
OpStore %place %count
)";
}

TEST(SpirvLoops, ABlockBeforeTheMergeBlockBelongsToItsIteration) {
    // Each key belongs to two of the eight work-items of a sub-group.
    for (const std::uint32_t word : run_spirv(module_of(search("OpLoopMerge %done %next None")), items, 16))
        EXPECT_EQ(word, 2u);
}

TEST(SpirvLoops, WithoutMergeTheOnlyExitIsAfterTheLoop) {
    for (const std::uint32_t word : run_spirv(module_of(search("")), items, 16)) EXPECT_EQ(word, 8u);
}

TEST(SpirvLoops, AMergeWithinTheLoopSaysNothing) {
    for (const std::uint32_t word : run_spirv(module_of(search("OpLoopMerge %next %next None")), items, 16))
        EXPECT_EQ(word, 8u);
}

// The loop of search() with a second exit. The paths from both exits meet after the loop.
std::string search_with_limit(const std::string& merge) {
    return R"(
OpBranch %head
%head = OpLabel
%at = OpPhi %uint %uint_0 %first_block %after %next
%first = OpGroupNonUniformBroadcastFirst %uint %scope_sub_group %key
%found = OpIEqual %bool %key %first
)" + merge +
           R"(
OpBranchConditional %found %leave %next
%leave = OpLabel
%count = OpGroupNonUniformIAdd %uint %scope_sub_group Reduce %uint_1
OpBranch %done
%next = OpLabel
%after = OpIAdd %uint %at %uint_1
%more = OpULessThan %bool %after %uint_3
OpBranchConditional %more %head %done
%done = OpLabel
%result = OpPhi %uint %count %leave %uint_7 %next
%all = OpGroupNonUniformIAdd %uint %scope_sub_group Reduce %uint_1
%shifted = OpShiftLeftLogical %uint %all %uint_4
%both = OpIAdd %uint %shifted %result
OpStore %place %both
)";
}

TEST(SpirvLoops, WaysThatMeetAfterTheLoopEndIt) {
    for (const std::string merge : {"", "OpLoopMerge %done %next DontUnroll"}) {
        const auto out = run_spirv(module_of(search_with_limit(merge)), items, 16);
        // The loop's three iterations find the keys 0, 1 and 2, so the work-items with key 3 leave by the second exit.
        for (std::uint32_t i = 0; i < items; ++i) EXPECT_EQ(out[i], (8u << 4) + (i % 4 == 3 ? 7u : 2u)) << merge << i;
    }
}

// Lane 5 returns in its first iteration. The other lanes leave the loop after 0 to 3 iterations, and meet.
TEST(SpirvLoops, AReturnWithinTheLoopDoesNotEndTheStatement) {
    const auto out = run_spirv(module_of(R"(
%lane = OpBitwiseAnd %uint %low %uint_7
%five = OpIAdd %uint %uint_4 %uint_1
%returns = OpIEqual %bool %lane %five
OpBranch %head
%head = OpLabel
%at = OpPhi %uint %uint_0 %first_block %after %next
%more = OpULessThan %bool %at %key
OpBranchConditional %more %body %done
%body = OpLabel
OpBranchConditional %returns %end %next
%next = OpLabel
%after = OpIAdd %uint %at %uint_1
OpBranch %head
%done = OpLabel
%all = OpGroupNonUniformIAdd %uint %scope_sub_group Reduce %uint_1
OpStore %place %all
OpBranch %end
%end = OpLabel
)"),
                               items, 16);
    for (std::uint32_t i = 0; i < items; ++i) EXPECT_EQ(out[i], i % 8 == 5 ? 0xdeadbeef : 7u) << i;
}

TEST(SpirvLoops, BlocksMayStandInAnyOrder) {
    const auto out = run_spirv(module_of(R"(
OpBranch %head
%done = OpLabel
%doubled = OpIMul %uint %sum %uint_2
OpStore %place %doubled
OpBranch %end
%body = OpLabel
%next_sum = OpIAdd %uint %sum %at
%next = OpIAdd %uint %at %uint_1
OpBranch %head
%head = OpLabel
%sum = OpPhi %uint %uint_0 %first_block %next_sum %body
%at = OpPhi %uint %uint_0 %first_block %next %body
%more = OpULessThan %bool %at %low
OpBranchConditional %more %body %done
%end = OpLabel
)"),
                               items, 8);
    for (std::uint32_t i = 0; i < items; ++i) EXPECT_EQ(out[i], i * (i - 1));
}

TEST(SpirvLoops, BarriersInLoopsMeetAllWorkItems) {
    // The iterations of the loop are steps of a reduction in local memory. The module names neither a merge block nor a
    // continue target.
    ModuleText module = module_of(R"(
%mine = OpInBoundsAccessChain %ptr_local_uint %table %low_of_group
OpStore %mine %low
OpControlBarrier %scope_group %scope_group %local_memory
OpBranch %head
%head = OpLabel
%distance = OpPhi %uint %uint_1 %first_block %twice %last
%partner_number = OpBitwiseXor %uint %low_of_group %distance
%partner = OpInBoundsAccessChain %ptr_local_uint %table %partner_number
%other = OpLoad %uint %partner
%own = OpLoad %uint %mine
%sum = OpIAdd %uint %own %other
OpControlBarrier %scope_group %scope_group %local_memory
%is_even = OpIEqual %bool %key %uint_2
OpBranchConditional %is_even %even %last
%even = OpLabel
OpMemoryBarrier %scope_group %local_memory
OpBranch %last
%last = OpLabel
OpStore %mine %sum
OpControlBarrierArriveINTEL %scope_group %scope_group %local_memory
%twice = OpIMul %uint %distance %uint_2
%more = OpULessThan %bool %twice %uint_16
OpControlBarrierWaitINTEL %scope_group %scope_group %local_memory
OpBranchConditional %more %head %done
%done = OpLabel
%final = OpLoad %uint %mine
OpStore %place %final
)");
    module.body =
        "%group_low = OpUConvert %uint %i\n%low_of_group = OpBitwiseAnd %uint %group_low %uint_15\n" + module.body;
    module.globals += R"(
%uint_15 = OpConstant %uint 15
%uint_16 = OpConstant %uint 16
%array = OpTypeArray %uint %uint_16
%ptr_array = OpTypePointer Workgroup %array
%table = OpVariable %ptr_array Workgroup
)";
    const auto out = run_spirv(module, items, 16);
    for (std::uint32_t i = 0; i < items; ++i) EXPECT_EQ(out[i], i < 16 ? 120u : 376u) << i;
}

TEST(SpirvLoops, CyclesWithSeveralEntriesRun) {
    // Work-items with an odd id enter the loop at its second block. All work-items meet at the barrier after the loop.
    ModuleText module = module_of(R"(
%odd = OpBitwiseAnd %uint %low %uint_1
%is_odd = OpINotEqual %bool %odd %uint_0
OpBranchConditional %is_odd %middle %top
%top = OpLabel
%at = OpPhi %uint %uint_0 %first_block %next %middle
%step = OpIAdd %uint %at %uint_2
OpBranch %middle
%middle = OpLabel
%now = OpPhi %uint %uint_1 %first_block %step %top
%next = OpIAdd %uint %now %uint_1
%more = OpULessThan %bool %next %low
OpBranchConditional %more %top %done
%done = OpLabel
OpControlBarrier %scope_group %scope_group %local_memory
%all = OpGroupIAdd %uint %scope_group Reduce %next
OpStore %place %all
)");
    const auto out = run_spirv(module, items, 16);
    for (std::uint32_t group = 0; group < 2; ++group) {
        std::uint32_t all = 0;
        for (std::uint32_t i = group * 16; i < group * 16 + 16; ++i) {
            std::uint32_t next = i % 2 == 1 ? 2 : 3;
            while (next < i) next += 3;
            all += next;
        }
        for (std::uint32_t i = group * 16; i < group * 16 + 16; ++i) EXPECT_EQ(out[i], all);
    }
}

// Builds a program from the module, and returns the IR as text.
std::string ir_of(const ModuleText& module) {
    const std::vector<std::byte> bytes = assemble(text_of(module));
    const compiler::ProgramResult program = compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}}, "");
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    llvm::LLVMContext context;
    std::string log, text;
    const auto read = compiler::read_bitcode_lazily(program.ir, context, log);
    if (!read || read->materializeAll()) return log;
    llvm::raw_string_ostream stream(text);
    read->print(stream, nullptr);
    return text;
}

TEST(SpirvLoops, ControlsBecomeMetadata) {
    const auto counted = [](const std::string& hint, const std::string& late_hint) {
        return ir_of(module_of(R"(
OpBranch %head
%head = OpLabel
%at = OpPhi %uint %uint_0 %first_block %next %body
)" + hint + R"(
OpBranch %body
%body = OpLabel
%next = OpIAdd %uint %at %uint_1
%more = OpULessThan %bool %next %low
)" + late_hint + R"(
OpBranchConditional %more %head %done
%done = OpLabel
OpStore %place %next
)"));
    };
    const auto has = [](const std::string& ir, const std::string& text) { return ir.find(text) != ir.npos; };
    EXPECT_TRUE(has(counted("OpLoopMerge %done %body Unroll", ""), "!\"llvm.loop.unroll.enable\""));
    EXPECT_TRUE(has(counted("OpLoopMerge %done %body DontUnroll", ""), "!\"llvm.loop.unroll.disable\""));
    EXPECT_TRUE(has(counted("OpLoopMerge %done %body DependencyLength|PartialCount 3 5", ""),
                    "!\"llvm.loop.unroll.count\", i32 5"));
    // OpLoopControlINTEL has the mask and its operands as literals. The instruction is in the loop's first block, or in
    // the block that branches back.
    EXPECT_TRUE(has(counted("OpLoopControlINTEL 1", ""), "!\"llvm.loop.unroll.enable\""));
    EXPECT_TRUE(has(counted("", "OpLoopControlINTEL 0x100 6"), "!\"llvm.loop.unroll.count\", i32 6"));
    EXPECT_FALSE(has(counted("OpLoopMerge %done %body None", "OpLoopControlINTEL 0x100"), "llvm.loop.unroll"));
}

TEST(SpirvLoops, WrongHintsAndBlocksAreRefused) {
    const auto refusal = [](const std::string& body) { return refusal_of(text_of(module_of(body))); };
    EXPECT_NE(refusal("OpLoopMerge %key %key None\n").find("no block of the function"), std::string::npos);
    EXPECT_NE(refusal("OpBranch %a\nOpLoopMerge %a %a None\n%a = OpLabel\n").find("outside of a block"),
              std::string::npos);
    EXPECT_NE(refusal("%a = OpLabel\n").find("the block has no branch"), std::string::npos);
}

}  // namespace
}  // namespace lanewise::test
