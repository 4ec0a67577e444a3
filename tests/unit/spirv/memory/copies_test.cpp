// Tests copies of bytes, and queries of the storage class to which a generic pointer points.
#include "run_spirv.h"

namespace lanewise::test {
namespace {

// Clang translates memmove() to OpCopyMemorySized, here for the loop `for (j = 3; j > 0; --j) a[j] = a[j - 1]`.
TEST(SpirvCopies, SizedCopiesMayOverlap) {
    for (const std::uint32_t width : {1u, 16u}) {
        RunOptions options;
        options.vector_width = width;
        const auto out = run_spirv({.globals = "%array = OpTypeArray %uint %uint_4\n"
                                               "%ptr_private_array = OpTypePointer Function %array\n"
                                               "%uint_12 = OpConstant %uint 12\n",
                                    .body = R"(
%a = OpVariable %ptr_private_array Function
%first = OpInBoundsAccessChain %ptr_private_uint %a %uint_0
%second = OpInBoundsAccessChain %ptr_private_uint %a %uint_1
%third = OpInBoundsAccessChain %ptr_private_uint %a %uint_2
%fourth = OpInBoundsAccessChain %ptr_private_uint %a %uint_3
%low = OpUConvert %uint %i
%next = OpIAdd %uint %low %uint_1
OpStore %first %low
OpStore %second %next
OpStore %third %uint_2
OpStore %fourth %uint_3
OpCopyMemorySized %second %first %uint_12 Aligned 4
%moved = OpLoad %uint %third
OpStore %place %moved
)"},
                                   40, 8, {}, options);
        for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i + 1) << width;
    }
}

// Section 3.25 of the SPIR-V specification: the expected bits are 0x100 for WorkgroupMemory, and 0x200 for
// CrossWorkgroupMemory.
TEST(SpirvCopies, SemanticsOfGenericPointersNameTheirMemory) {
    const auto out = run_spirv({.globals = "%shared = OpVariable %ptr_local_uint Workgroup\n", .body = R"(
%own = OpVariable %ptr_private_uint Function
%global_pointer = OpPtrCastToGeneric %ptr_generic_uint %place
%local_pointer = OpPtrCastToGeneric %ptr_generic_uint %shared
%private_pointer = OpPtrCastToGeneric %ptr_generic_uint %own
%a = OpGenericPtrMemSemantics %uint %global_pointer
%b = OpGenericPtrMemSemantics %uint %local_pointer
%c = OpGenericPtrMemSemantics %uint %private_pointer
%b_shifted = OpShiftLeftLogical %uint %b %uint_4
%ab = OpBitwiseOr %uint %a %b_shifted
%all = OpBitwiseOr %uint %ab %c
OpStore %place %all
)"},
                               8, 4);
    for (const std::uint32_t word : out) EXPECT_EQ(word, 0x200u | 0x100u << 4);
}

// Clang copies structures as vectors of up to 128 bytes. For some of these vectors, Clang declares the capability of
// 4-bit integers.
TEST(SpirvCopies, LongVectorsCopyStructures) {
    const auto out = run_spirv({.capabilities = "OpCapability Int4TypeINTEL\nOpExtension \"SPV_INTEL_int4\"\n",
                                .globals = "%uint_128 = OpConstant %uint 128\n%bytes = OpTypeVector %uchar 128\n"
                                           "%uint_32 = OpConstant %uint 32\n%words = OpTypeArray %uint %uint_32\n"
                                           "%ptr_words = OpTypePointer Function %words\n"
                                           "%ptr_bytes = OpTypePointer Function %bytes\n",
                                .body = R"(
%a = OpVariable %ptr_words Function
%b = OpVariable %ptr_words Function
%low = OpUConvert %uint %i
%at = OpUMod %uint %low %uint_32
%place_a = OpInBoundsAccessChain %ptr_private_uint %a %at
OpStore %place_a %low
%a_bytes = OpBitcast %ptr_bytes %a
%b_bytes = OpBitcast %ptr_bytes %b
%copied = OpLoad %bytes %a_bytes Aligned 4
OpStore %b_bytes %copied Aligned 4
%place_b = OpInBoundsAccessChain %ptr_private_uint %b %at
%result = OpLoad %uint %place_b
OpStore %place %result
)"},
                               40, 8);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i);
}

}  // namespace
}  // namespace lanewise::test
