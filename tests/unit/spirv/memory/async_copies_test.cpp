// Tests asynchronous copies and their events.
#include "run_spirv.h"

namespace lanewise::test {
namespace {

const std::string annotations = "OpDecorate %barrier LinkageAttributes \"_Z7barrierj\" Import\n";

const std::string globals = R"(
%event = OpTypeEvent
%ptr_event = OpTypePointer Function %event
%no_event = OpConstantNull %event
%n8 = OpConstant %uint 8
%ulong_1 = OpConstant %ulong 1
%ulong_2 = OpConstant %ulong 2
%ulong_4 = OpConstant %ulong 4
%ulong_8 = OpConstant %ulong 8
%array = OpTypeArray %uint %n8
%ptr_array = OpTypePointer Workgroup %array
%local = OpVariable %ptr_array Workgroup
%barrier_type = OpTypeFunction %void %uint
%pair = OpTypeStruct %uint %uint
%ptr_local_pair = OpTypePointer Workgroup %pair
%ptr_global_pair = OpTypePointer CrossWorkgroup %pair
%barrier = OpFunction %void None %barrier_type
%flags = OpFunctionParameter %uint
OpFunctionEnd
)";

// Instructions by which each work-group writes values to local memory. Each test appends instructions that copy the
// values to the output.
const std::string fill = R"(
%events = OpVariable %ptr_event Function
%low = OpUConvert %uint %i
%rest = OpUMod %uint %low %n8
%group = OpISub %uint %low %rest
%mine = OpInBoundsAccessChain %ptr_local_uint %local %rest
%value = OpIMul %uint %low %uint_3
OpStore %mine %value
%met = OpFunctionCall %void %barrier %uint_1
%from = OpInBoundsAccessChain %ptr_local_uint %local %uint_0
%to = OpInBoundsPtrAccessChain %ptr_global_uint %out %group
)";

const std::string wait = R"(
OpStore %events %e
OpGroupWaitEvents %uint_2 %uint_1 %events
)";

void expect_copy(const std::string& copy) {
    const auto out = run_spirv({.annotations = annotations, .globals = globals, .body = fill + copy + wait}, 32, 8);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 3 * i) << copy;
}

TEST(SpirvAsyncCopies, GroupsCopyFromLocalMemory) {
    expect_copy("%e = OpGroupAsyncCopy %event %uint_2 %to %from %ulong_8 %ulong_1 %no_event\n");
    // The stride may be a 32-bit integer: one producer of SPIR-V writes strides of this type.
    expect_copy("%e = OpGroupAsyncCopy %event %uint_2 %to %from %ulong_8 %uint_1 %no_event\n");
    expect_copy("%e = OpUntypedGroupAsyncCopyKHR %event %uint_2 %to %from %uint_4 %ulong_8 %ulong_1 %no_event\n");
}

TEST(SpirvAsyncCopies, StructuresAreCopiedByWords) {
    expect_copy(
        "%from_pair = OpBitcast %ptr_local_pair %from\n%to_pair = OpBitcast %ptr_global_pair %to\n"
        "%e = OpGroupAsyncCopy %event %uint_2 %to_pair %from_pair %ulong_4 %ulong_1 %no_event\n");
}

TEST(SpirvAsyncCopies, StridesCountElementsOfGlobalMemory) {
    const auto out =
        run_spirv({.annotations = annotations,
                   .globals = globals,
                   .body = fill + "%e = OpGroupAsyncCopy %event %uint_2 %to %from %ulong_4 %uint_2 %no_event\n" + wait},
                  8, 8);
    for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(out[2 * i], 3 * i);
    for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(out[2 * i + 1], 0xdeadbeef);
}

// Tests copies of elements of three words, a size that no vector of OpenCL C has. In global memory, the stride is two
// elements.
void expect_strided_triples(const std::string& copy) {
    const std::string types =
        "%triple = OpTypeStruct %uint %uint %uint\n%twelve = OpConstant %uint 12\n"
        "%ptr_local_triple = OpTypePointer Workgroup %triple\n"
        "%ptr_global_triple = OpTypePointer CrossWorkgroup %triple\n";
    const std::string casts =
        "%from_triple = OpBitcast %ptr_local_triple %from\n%to_triple = OpBitcast %ptr_global_triple %to\n";
    const ModuleText module{
        .annotations = annotations, .globals = types + globals, .body = fill + casts + copy + wait, .words = 2};
    const auto out = run_spirv(module, 8, 8);
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const std::uint32_t element = i / 3, piece = i % 3;
        const bool is_copied = element == 0 || element == 2;
        EXPECT_EQ(out[i], is_copied ? 3 * (element / 2 * 3 + piece) : 0xdeadbeef) << i;
    }
}

TEST(SpirvAsyncCopies, StridesCountElementsOfAnySize) {
    expect_strided_triples("%e = OpGroupAsyncCopy %event %uint_2 %to_triple %from_triple %ulong_2 %uint_2 %no_event\n");
    expect_strided_triples(
        "%e = OpUntypedGroupAsyncCopyKHR %event %uint_2 %to %from %twelve %ulong_2 %uint_2 %no_event\n");
}

TEST(SpirvAsyncCopies, WrongMemoriesAreRefused) {
    const std::string log = refusal_of(
        text_of({.annotations = annotations,
                 .globals = globals,
                 .body = fill + "%e = OpGroupAsyncCopy %event %uint_2 %to %to %ulong_4 %uint_2 %no_event\n"}));
    EXPECT_NE(log.find("the memories are not Workgroup and CrossWorkgroup"), log.npos) << log;
    const std::string scope = refusal_of(
        text_of({.annotations = annotations,
                 .globals = globals,
                 .body = fill + "%e = OpGroupAsyncCopy %event %uint_3 %to %from %ulong_4 %uint_2 %no_event\n"}));
    EXPECT_NE(scope.find("only work-groups copy"), scope.npos) << scope;
}

}  // namespace
}  // namespace lanewise::test
