// Tests control flow (SPIR-V specification, section 3.52.17): selections, loops, phis, and unstructured control flow.
#include <utility>

#include "run_spirv.h"

namespace lanewise::test {
namespace {

TEST(SpirvFlow, SwitchesHaveSelectorsOf64Bits) {
    const auto out = run_spirv({.globals = "%far = OpConstant %ulong 0x100000000\n", .body = R"(
%wide = OpIMul %ulong %i %far
OpSelectionMerge %after None
OpSwitch %wide %other 0x100000000 %one 0x200000000 %two
%one = OpLabel
OpBranch %after
%two = OpLabel
OpBranch %after
%other = OpLabel
OpBranch %after
%after = OpLabel
%value = OpPhi %uint %uint_1 %one %uint_2 %two %uint_4 %other
OpStore %place %value
)"},
                               40, 8);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i == 1 ? 1u : i == 2 ? 2u : 4u) << i;
}

TEST(SpirvFlow, SwitchesHaveSelectorsOf8Bits) {
    // Section 2.2.1: a literal of a type with less than 32 bits is extended to a word.
    const auto out = run_spirv({.body = R"(
%narrow = OpUConvert %uchar %i
%inverse = OpNot %uchar %narrow
OpSwitch %inverse %other -1 %zero 0xfe %one
%zero = OpLabel
OpStore %place %uint_3
OpReturn
%one = OpLabel
OpStore %place %uint_2
OpReturn
%other = OpLabel
OpStore %place %uint_1
)"},
                               20, 4);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i == 0 ? 3u : i == 1 ? 2u : 1u) << i;
}

TEST(SpirvFlow, PhisHaveOneEntryForSeveralEdgesOfABlock) {
    const auto out = run_spirv({.body = R"(
%low = OpUConvert %uint %i
OpSwitch %low %after 1 %after 2 %middle 3 %after 5 %middle
%middle = OpLabel
%same = OpIEqual %bool %low %uint_2
OpBranchConditional %same %after %after
%after = OpLabel
%value = OpPhi %uint %uint_4 %first_block %low %middle
OpStore %place %value
)"},
                               10, 5);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i == 2 || i == 5 ? i : 4u) << i;
}

TEST(SpirvFlow, PhisNameEachOtherAndThemselves) {
    // Computes Fibonacci numbers: each phi gets a value that depends on the other phi's value in the previous
    // iteration.
    const auto out = run_spirv({.body = R"(
%low = OpUConvert %uint %i
OpBranch %head
%head = OpLabel
%a = OpPhi %uint %uint_0 %first_block %b %body
%b = OpPhi %uint %uint_1 %first_block %sum %body
%same = OpPhi %uint %uint_3 %first_block %same %body
%n = OpPhi %uint %uint_0 %first_block %next %body
%more = OpULessThan %bool %n %low
OpBranchConditional %more %body %done 9 1
%body = OpLabel
%sum = OpIAdd %uint %a %b
%next = OpIAdd %uint %n %uint_1
OpBranch %head
%done = OpLabel
%result = OpIAdd %uint %a %same
OpStore %place %result
)"},
                               30, 10);
    std::uint32_t a = 0, b = 1;
    for (const std::uint32_t value : out) {
        EXPECT_EQ(value, a + 3);
        a = std::exchange(b, a + b);
    }
}

// A cycle with two entry blocks, as goto statements may produce.
TEST(SpirvFlow, CyclesMayHaveSeveralEntries) {
    const auto out = run_spirv({.globals = "%limit = OpConstant %uint 1000\n", .body = R"(
%low = OpUConvert %uint %i
%odd = OpBitwiseAnd %uint %low %uint_1
%is_odd = OpIEqual %bool %odd %uint_1
OpBranchConditional %is_odd %left %right
%left = OpLabel
%l = OpPhi %uint %low %first_block %r1 %right
%l1 = OpIAdd %uint %l %uint_3
%left_on = OpULessThan %bool %l1 %limit
OpBranchConditional %left_on %right %done
%right = OpLabel
%r = OpPhi %uint %low %first_block %l1 %left
%r1 = OpIMul %uint %r %uint_2
%r2 = OpIAdd %uint %r1 %uint_1
%right_on = OpULessThan %bool %r2 %limit
OpBranchConditional %right_on %left %done
%done = OpLabel
%value = OpPhi %uint %l1 %left %r2 %right
OpStore %place %value
)"},
                               64, 16);
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        std::uint32_t value = i;
        for (bool left = i % 2 == 1;; left = !left) {
            if (left && (value += 3) >= 1000) break;
            if (!left && (value *= 2) + 1 >= 1000) {
                ++value;
                break;
            }
        }
        EXPECT_EQ(out[i], value) << i;
    }
}

TEST(SpirvFlow, WaysThatNothingTakesEndAnywhere) {
    const auto out = run_spirv({.globals = "%none = OpConstant %ulong 0\n", .body = R"(
%never = OpULessThan %bool %i %none
OpBranchConditional %never %lost %found
%lost = OpLabel
OpUnreachable
%found = OpLabel
OpStore %place %uint_4
OpReturn
%unused = OpLabel
%ghost = OpPhi %uint %uint_1 %unused
OpBranch %unused
%last = OpLabel
)"},
                               9, 3);
    for (const std::uint32_t value : out) EXPECT_EQ(value, 4u);
}

TEST(SpirvFlow, LoopControlsChangeNoResult) {
    for (const char* control : {"Unroll", "DontUnroll", "None", "PartialCount 4", "IterationMultiple|PeelCount 2 1"}) {
        const auto out = run_spirv({.body = std::string(R"(
%low = OpUConvert %uint %i
OpBranch %head
%head = OpLabel
%n = OpPhi %uint %uint_0 %first_block %next %latch
%sum = OpPhi %uint %uint_0 %first_block %more %latch
%on = OpULessThan %bool %n %low
OpLoopMerge %done %latch )") + control + R"(
OpBranchConditional %on %body %done
%body = OpLabel
%more = OpIAdd %uint %sum %n
OpBranch %latch
%latch = OpLabel
%next = OpIAdd %uint %n %uint_1
OpBranch %head
%done = OpLabel
OpStore %place %sum
)"},
                                   33, 11);
        for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i * (i - 1) / 2) << control;
    }
}

TEST(SpirvFlow, WrongFlowIsRefused) {
    const auto refused = [](const char* body, const char* reason) {
        const std::string log = refusal_of(text_of({.body = body}));
        EXPECT_NE(log.find(reason), log.npos) << log;
    };
    refused("OpSwitch %i %a 1 %a 2 %a 1 %a\n%a = OpLabel\n", "two literals are equal");
    refused("OpBranch %uint_1\n%a = OpLabel\n", "the target is no block of the function");
    refused("OpBranchConditional %uint_1 %a %a\n%a = OpLabel\n", "the condition is no bool");
    refused("%v = OpPhi %uint %uint_1 %first_block\n", "it stands after other instructions");
    refused("OpBranch %a\n%a = OpLabel\n%v = OpPhi %uint %uint_1 %uint_2\n", "a parent is no block");
    refused("OpBranch %a\n%a = OpLabel\n%v = OpPhi %uint\n", "a block that branches here has no value");
    refused("OpBranch %a\n%a = OpLabel\n%v = OpPhi %uint %i %first_block\n", "a value has another type");
    refused("OpReturn\nOpStore %place %uint_1\n", "it stands outside of a block");
    refused("OpReturnValue %uint_1\n%a = OpLabel\n", "the value does not fit the function's result");
    refused("%v = OpLoad %uint %k\n", "is no value");
    refused("OpBranch %first_block\n%a = OpLabel\n", "the SPIR-V module is invalid");
}

TEST(SpirvFlow, CapabilitiesThatNoCpuHasAreRefusedByName) {
    const auto refused = [](const char* capability, const char* reason) {
        const std::string log = refusal_of(text_of({.capabilities = std::string("OpCapability ") + capability + "\n"}));
        EXPECT_NE(log.find(reason), log.npos) << log;
    };
    refused("VectorComputeINTEL", "VectorComputeINTEL");
    refused("SubgroupImageMediaBlockIOINTEL", "SubgroupImageMediaBlockIOINTEL");
    refused("BindlessImagesINTEL", "BindlessImagesINTEL");
    refused("65000", "the capability 65000 is unknown");
    EXPECT_EQ(run_spirv({.capabilities = "OpCapability FPGARegINTEL\nOpCapability CacheControlsINTEL\n"
                                         "OpExtension \"SPV_INTEL_cache_controls\"\n"
                                         "OpExtension \"SPV_SOMEBODY_unknown\"\n",
                         .body = "OpStore %place %uint_4\n"},
                        1)[0],
              4u);
}

TEST(SpirvFlow, OtherAddressesAndMemoryModelsAreRefused) {
    std::string text = text_of({.body = "OpStore %place %uint_4\n"});
    const auto with = [&](const std::string& model) {
        std::string changed = text;
        const std::string own = "Physical64 OpenCL";
        return changed.replace(changed.find(own), own.size(), model);
    };
    EXPECT_NE(refusal_of(with("Physical32 OpenCL")).find("64-bit addresses"), std::string::npos);
    EXPECT_NE(refusal_of(with("Physical64 GLSL450")).find("memory model is not OpenCL"), std::string::npos);
}

// A cycle of many blocks. A switch can branch to each of these blocks. Each block of the cycle adds to a sum, and
// branches to one of two further blocks of the cycle.
constexpr std::uint32_t states = 60, last_sum = 90;
std::uint32_t state_after(std::uint32_t state, std::uint32_t sum) {
    return sum % 2 == 0 ? (state * 7 + 3) % states : (state * 11 + 5) % states;
}

TEST(SpirvFlow, CyclesMayHaveManyEntries) {
    std::string body = "OpStore %place %uint_0\n%low = OpUConvert %uint %i\nOpSwitch %low %b0";
    for (std::uint32_t state = 1; state < states; ++state)
        body += " " + std::to_string(state) + " %b" + std::to_string(state);
    body += "\n";
    for (std::uint32_t state = 0; state < states; ++state) {
        const std::string own = std::to_string(state);
        body += "%b" + own + " = OpLabel\n%old" + own + " = OpLoad %uint %place\n%sum" + own + " = OpIAdd %uint %old" +
                own + " %uint_" + std::to_string(1 + state % 3) + "\nOpStore %place %sum" + own + "\n%ends" + own +
                " = OpUGreaterThan %bool %sum" + own + " %last_sum\nOpBranchConditional %ends" + own + " %end %c" +
                own + "\n%c" + own + " = OpLabel\n%bit" + own + " = OpBitwiseAnd %uint %sum" + own + " %uint_1\n%even" +
                own + " = OpIEqual %bool %bit" + own + " %uint_0\nOpBranchConditional %even" + own + " %b" +
                std::to_string(state_after(state, 0)) + " %b" + std::to_string(state_after(state, 1)) + "\n";
    }
    const ModuleText module{.globals = "%last_sum = OpConstant %uint " + std::to_string(last_sum) + "\n",
                            .body = body + "%end = OpLabel\n"};
    for (const std::uint32_t width : {1u, 16u}) {
        RunOptions options;
        options.vector_width = width;
        const auto out = run_spirv(module, 64, 64, {}, options);
        for (std::uint32_t i = 0; i < out.size(); ++i) {
            std::uint32_t sum = 0, state = i < states ? i : 0;
            for (;;) {
                sum += 1 + state % 3;
                if (sum > last_sum) break;
                state = state_after(state, sum);
            }
            EXPECT_EQ(out[i], sum) << i;
        }
    }
}

// LLVM's phis have a value for each edge, so the number of values is the number of literals times the number of phis.
TEST(SpirvFlow, ValuesOfPhisAreLimited) {
    const auto module = [](unsigned literals, unsigned phis) {
        std::string body = "%low = OpUConvert %uint %i\nOpSwitch %low %end";
        for (unsigned i = 0; i < literals; ++i) body += " " + std::to_string(2 * i) + " %end";
        body += "\n%end = OpLabel\n";
        for (unsigned i = 0; i < phis; ++i) body += "%phi_" + std::to_string(i) + " = OpPhi %uint %low %first_block\n";
        return ModuleText{.body = body + "OpStore %place %phi_0\n"};
    };
    const auto out = run_spirv(module(500, 20), 10);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i);
    const std::string log = refusal_of(text_of(module(20000, 300)));
    EXPECT_NE(log.find("too many values of phis"), log.npos) << log;
}

// Functions on long vectors become calls for each component.
TEST(SpirvFlow, FunctionsOnLongVectorsAreLimited) {
    const auto module = [](unsigned count) {
        std::string body = "%v_0 = OpCopyObject %long_vector %none\n";
        for (unsigned i = 0; i < count; ++i)
            body += "%v_" + std::to_string(i + 1) + " = OpExtInst %long_vector %std s_max %v_" + std::to_string(i) +
                    " %none\n";
        body += "%last = OpCompositeExtract %uint %v_" + std::to_string(count) + " 255\nOpStore %place %last\n";
        return ModuleText{.globals = "%long_vector = OpTypeVector %uint 256\n%none = OpConstantNull %long_vector\n",
                          .body = body};
    };
    EXPECT_EQ(run_spirv(module(4), 2)[1], 0U);
    const std::string log = refusal_of(text_of(module(1025)));
    EXPECT_NE(log.find("too many values"), log.npos) << log;
}

}  // namespace
}  // namespace lanewise::test
