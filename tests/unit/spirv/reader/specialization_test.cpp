// Tests which specialization constants the runtime finds in a module.
#include "spirv/specialization.h"

#include <gtest/gtest.h>

#include <cstring>

#include "assembler.h"
#include "spirv/reader.h"

namespace lanewise::test {
namespace {

using Constants = std::vector<spirv::SpecializationConstant>;

Constants constants_of(std::string_view text) { return spirv::specialization_constants(assemble(text)); }

TEST(SpirvSpecialization, SizesFollowTheTypes) {
    const Constants expected{{1, 1}, {2, 1}, {3, 2}, {4, 4}, {5, 8}, {6, 2}, {7, 4}, {8, 8}, {9, 1}, {0xffffffff, 3}};
    EXPECT_EQ(constants_of(R"(
OpDecorate %a SpecId 1
OpDecorate %b SpecId 2
OpDecorate %c SpecId 3
OpDecorate %d SpecId 4
OpDecorate %e SpecId 5
OpDecorate %f SpecId 6
OpDecorate %g SpecId 7
OpDecorate %h SpecId 8
OpDecorate %i SpecId 9
OpDecorate %j SpecId -1
%bool = OpTypeBool
%uchar = OpTypeInt 8 0
%ushort = OpTypeInt 16 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%half = OpTypeFloat 16
%float = OpTypeFloat 32
%double = OpTypeFloat 64
%odd = OpTypeInt 17 0
%a = OpSpecConstantTrue %bool
%b = OpSpecConstant %uchar 1
%c = OpSpecConstant %ushort 1
%d = OpSpecConstant %uint 1
%e = OpSpecConstant %ulong 1
%f = OpSpecConstant %half 1
%g = OpSpecConstant %float 1
%h = OpSpecConstant %double 1
%i = OpSpecConstantFalse %bool
%j = OpSpecConstant %odd 1
)"),
              expected);
}

TEST(SpirvSpecialization, SeveralConstantsMayHaveOneId) {
    const Constants expected{{7, 4}, {7, 8}};
    EXPECT_EQ(constants_of(R"(
OpDecorate %a SpecId 7
OpDecorate %b SpecId 7
OpDecorate %c SpecId 7
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%a = OpSpecConstant %uint 1
%b = OpSpecConstant %ulong 1
%c = OpSpecConstant %uint 1
)"),
              expected);
}

TEST(SpirvSpecialization, DecorationGroupsCount) {
    const Constants expected{{5, 4}};
    EXPECT_EQ(constants_of(R"(
OpDecorate %group SpecId 5
%group = OpDecorationGroup
OpGroupDecorate %group %a %b
%uint = OpTypeInt 32 0
%a = OpSpecConstant %uint 1
%b = OpSpecConstant %uint 2
)"),
              expected);
}

TEST(SpirvSpecialization, OtherConstantsAreNone) {
    EXPECT_EQ(constants_of(R"(
OpDecorate %a SpecId 5
OpDecorate %b Constant
%uint = OpTypeInt 32 0
%wide = OpTypeInt 128 0
%a = OpConstant %uint 1
%b = OpSpecConstant %uint 2
%c = OpSpecConstantOp %uint IAdd %a %b
)"),
              Constants());
    EXPECT_EQ(constants_of(""), Constants());
}

TEST(SpirvSpecialization, EndsAtTheFirstFunction) {
    EXPECT_EQ(constants_of(R"(
OpDecorate %a SpecId 5
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%type = OpTypeFunction %void
%f = OpFunction %void None %type
%a = OpSpecConstant %uint 1
)"),
              Constants());
}

TEST(SpirvSpecialization, SurvivesEveryDamagedWord) {
    const std::vector<std::byte> good = assemble(R"(
OpDecorate %a SpecId 7
OpDecorate %group SpecId 5
%group = OpDecorationGroup
OpGroupDecorate %group %a
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%a = OpSpecConstant %uint 1
%b = OpSpecConstantTrue %bool
)");
    for (std::size_t i = 5; i < good.size() / 4; ++i) {
        for (const std::uint32_t value : {0u, 1u, 0xffffffffu, 0x00010001u, 0x00020030u, 0x00010032u, 0x00010047u}) {
            auto bytes = good;
            std::memcpy(bytes.data() + i * 4, &value, 4);
            for (const auto& constant : spirv::specialization_constants(bytes)) {
                EXPECT_GE(constant.bytes, 1u);
                EXPECT_LE(constant.bytes, 8u);
            }
        }
    }
}

}  // namespace
}  // namespace lanewise::test
