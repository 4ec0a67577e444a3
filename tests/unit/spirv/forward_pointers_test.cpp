// Tests pointers that OpTypeForwardPointer names before OpTypePointer defines them, in structures that contain pointers
// to their own type.
#include "run_spirv.h"

namespace lanewise::test {
namespace {

// A list of three nodes, whose values are the global id, the global id plus 10, and the global id plus 20.
TEST(SpirvForwardPointers, StructuresLeadToTheirOwnType) {
    const auto out = run_spirv({.globals = R"(
OpTypeForwardPointer %ptr_node Function
OpTypeForwardPointer %ptr_node Function
%node = OpTypeStruct %ptr_node %uint
%ptr_node = OpTypePointer Function %node
%ptr_ptr = OpTypePointer Function %ptr_node
%three = OpTypeArray %node %uint_3
%ptr_three = OpTypePointer Function %three
%none = OpConstantNull %ptr_node
%ten = OpConstant %uint 10
%twenty = OpConstant %uint 20
)",
                                .body = R"(
%list = OpVariable %ptr_three Function
%low = OpUConvert %uint %i
%n0 = OpInBoundsAccessChain %ptr_node %list %uint_0
%n1 = OpInBoundsAccessChain %ptr_node %list %uint_1
%n2 = OpInBoundsAccessChain %ptr_node %list %uint_2
%next0 = OpInBoundsAccessChain %ptr_ptr %n0 %uint_0
%next1 = OpInBoundsAccessChain %ptr_ptr %n1 %uint_0
%next2 = OpInBoundsAccessChain %ptr_ptr %n2 %uint_0
OpStore %next0 %n1
OpStore %next1 %n2
OpStore %next2 %none
%v0 = OpInBoundsAccessChain %ptr_private_uint %n0 %uint_1
%v1 = OpInBoundsAccessChain %ptr_private_uint %n1 %uint_1
%v2 = OpInBoundsAccessChain %ptr_private_uint %n2 %uint_1
%x1 = OpIAdd %uint %low %ten
%x2 = OpIAdd %uint %low %twenty
OpStore %v0 %low
OpStore %v1 %x1
OpStore %v2 %x2
OpBranch %head
%head = OpLabel
%at = OpPhi %ptr_node %n0 %first_block %after %head
%sum = OpPhi %uint %uint_0 %first_block %more %head
%value_at = OpInBoundsAccessChain %ptr_private_uint %at %uint_1
%value = OpLoad %uint %value_at Aligned 4
%more = OpIAdd %uint %sum %value
%next_at = OpInBoundsAccessChain %ptr_ptr %at %uint_0
%after = OpLoad %ptr_node %next_at Aligned 8
%is_end = OpPtrEqual %bool %after %none
OpBranchConditional %is_end %end %head
%end = OpLabel
OpStore %place %more
)"},
                               20, 10);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 3 * i + 30) << i;
}

// A pointer type that OpTypePointer never defines has values, but points to no known type.
TEST(SpirvForwardPointers, PointersWithoutTargetAreValues) {
    const std::string globals =
        "OpTypeForwardPointer %ptr_other CrossWorkgroup\n%pair = OpTypeStruct %ptr_other %uint\n";
    const auto out = run_spirv({.globals = globals + "%none = OpConstantNull %pair\n",
                                .body = "%n = OpCompositeExtract %uint %none 1\n"
                                        "%p = OpCompositeExtract %ptr_other %none 0\n"
                                        "%is = OpPtrEqual %bool %p %out\n%v = OpSelect %uint %is %n %uint_3\n"
                                        "OpStore %place %v\n"},
                               4);
    for (const std::uint32_t word : out) EXPECT_EQ(word, 3U);
    const std::string log =
        refusal_of(text_of({.globals = globals + "%none = OpConstantNull %ptr_other\n",
                            .body = "%q = OpPtrAccessChain %ptr_global_uint %none %uint_0\nOpStore %place %uint_1\n"}));
    EXPECT_NE(log.find("the base has no type"), log.npos) << log;
}

TEST(SpirvForwardPointers, OtherTypesOfTheSameIdAreRefused) {
    for (const std::string type : {"OpTypePointer Workgroup %uint", "OpTypeInt 16 0", "OpTypeStruct %uint"}) {
        const std::string log =
            refusal_of(text_of({.globals = "OpTypeForwardPointer %other CrossWorkgroup\n%other = " + type + "\n"}));
        EXPECT_NE(log.find("differs from its OpTypeForwardPointer"), log.npos) << type << ": " << log;
    }
    const std::string log = refusal_of(text_of({.globals = "OpTypeForwardPointer %other Output\n"
                                                           "%other = OpTypePointer Output %uint\n"}));
    EXPECT_NE(log.find("kernels have no storage class 3"), log.npos) << log;
}

}  // namespace
}  // namespace lanewise::test
