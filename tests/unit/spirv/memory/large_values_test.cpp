// Tests values that are structures and arrays with hundreds of parts: loads, insertions, extractions, phis and
// selections.
#include "run_spirv.h"

namespace lanewise::test {
namespace {

constexpr const char* arrays = R"(
%length = OpConstant %uint 300
%array = OpTypeArray %uint %length
%pair = OpTypeStruct %array %uint %array
%nothing = OpConstantNull %array
%no_pair = OpConstantNull %pair
%private_array = OpTypePointer Function %array
%private_pair = OpTypePointer Function %pair
%true = OpConstantTrue %bool
)";

TEST(SpirvLargeValues, ObjectsAreLoadedChangedAndStored) {
    const auto out = run_spirv({.globals = arrays, .body = R"(
%v = OpVariable %private_array Function %nothing
%low = OpUConvert %uint %i
%a = OpLoad %array %v
%b = OpCompositeInsert %array %low %a 7
%c = OpCompositeInsert %array %uint_3 %b 299
OpStore %v %c
%d = OpCompositeInsert %array %uint_4 %c 7
%e = OpLoad %array %v
%e7 = OpCompositeExtract %uint %e 7
%e299 = OpCompositeExtract %uint %e 299
%c7 = OpCompositeExtract %uint %c 7
%d7 = OpCompositeExtract %uint %d 7
%a7 = OpCompositeExtract %uint %a 7
%s1 = OpIAdd %uint %e7 %e299
%s2 = OpIAdd %uint %s1 %c7
%s3 = OpIAdd %uint %s2 %d7
%s4 = OpIAdd %uint %s3 %a7
OpStore %place %s4
)"},
                               20, 4);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i + 3 + i + 4 + 0) << i;
}

// Modules with hundreds of large values. A module either loads, changes and stores each value, or makes each value from
// an earlier value.
TEST(SpirvLargeValues, ThereMayBeHundreds) {
    std::string stores = "%v = OpVariable %private_array Function %nothing\n%low = OpUConvert %uint %i\n";
    std::string values = "%low = OpUConvert %uint %i\n%b0 = OpCompositeInsert %array %low %nothing 0\n";
    for (unsigned n = 1; n <= 400; ++n) {
        const std::string own = std::to_string(n), before = std::to_string(n / 2), place = std::to_string(n % 300);
        stores += "%a" + own + " = OpLoad %array %v\n%x" + own + " = OpCompositeExtract %uint %a" + own + " " +
                  std::to_string((n - 1) % 300) + "\n%y" + own + " = OpIAdd %uint %x" + own + " %uint_1\n%b" + own +
                  " = OpCompositeInsert %array %y" + own + " %a" + own + " " + place + "\nOpStore %v %b" + own + "\n";
        values += "%b" + own + " = OpCompositeInsert %array %uint_2 %b" + before + " " + place + "\n";
    }
    const auto counted =
        run_spirv({.globals = arrays,
                   .body = stores + "%last = OpLoad %array %v\n%w = OpCompositeExtract %uint %last 100\n"
                                    "%z = OpIAdd %uint %w %low\nOpStore %place %z\n"},
                  20, 10);
    for (std::uint32_t i = 0; i < counted.size(); ++i) EXPECT_EQ(counted[i], 400 + i);
    // Value n is made from value n / 2 by a change of element n modulo 300. Value 400 therefore contains the changes of
    // 400, 200, 100, 50, 25, 12, 6, 3 and 1.
    const auto chained = run_spirv({.globals = arrays,
                                    .body = values + "%p = OpCompositeExtract %uint %b400 25\n"
                                                     "%q = OpCompositeExtract %uint %b400 24\n"
                                                     "%r = OpCompositeExtract %uint %b400 0\n"
                                                     "%pq = OpIAdd %uint %p %q\n%pqr = OpIAdd %uint %pq %r\n"
                                                     "OpStore %place %pqr\n"},
                                   20, 10);
    for (std::uint32_t i = 0; i < chained.size(); ++i) EXPECT_EQ(chained[i], 2 + 0 + i);
}

TEST(SpirvLargeValues, PhisExchangeObjects) {
    const auto out = run_spirv({.globals = arrays, .body = R"(
%low = OpUConvert %uint %i
%one = OpCompositeInsert %array %uint_1 %nothing 5
%two = OpCompositeInsert %array %uint_2 %nothing 5
OpBranch %head
%head = OpLabel
%a = OpPhi %array %one %first_block %b %body
%b = OpPhi %array %two %first_block %a %body
%n = OpPhi %uint %uint_0 %first_block %next %body
%more = OpULessThan %bool %n %low
OpBranchConditional %more %body %done
%body = OpLabel
%next = OpIAdd %uint %n %uint_1
OpBranch %head
%done = OpLabel
%a5 = OpCompositeExtract %uint %a 5
%b5 = OpCompositeExtract %uint %b 5
%b10 = OpIMul %uint %b5 %uint_4
%both = OpIAdd %uint %a5 %b10
OpStore %place %both
)"},
                               12, 4);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i % 2 == 0 ? 1u + 2 * 4 : 2u + 1 * 4) << i;
}

TEST(SpirvLargeValues, PartsOfObjectsAreObjects) {
    const auto out = run_spirv({.globals = arrays, .body = R"(
%v = OpVariable %private_pair Function %no_pair
%low = OpUConvert %uint %i
%inner = OpCompositeInsert %array %low %nothing 100
%p = OpCompositeConstruct %pair %inner %uint_3 %nothing
%q = OpCompositeInsert %pair %inner %p 2
%r = OpCompositeInsert %pair %uint_2 %q 0 100
OpStore %v %r
%s = OpLoad %pair %v
%odd = OpBitwiseAnd %uint %low %uint_1
%is_odd = OpIEqual %bool %odd %uint_1
%chosen = OpSelect %pair %is_odd %s %p
%last = OpCompositeExtract %array %chosen 2
%x = OpCompositeExtract %uint %last 100
%y = OpCompositeExtract %uint %chosen 0 100
%z = OpCompositeExtract %uint %chosen 1
%xy = OpIMul %uint %x %uint_4
%xyy = OpIAdd %uint %xy %y
%all = OpIAdd %uint %xyy %z
OpStore %place %all
)"},
                               16, 8);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i % 2 == 1 ? 4 * i + 2 + 3 : i + 3) << i;
}

}  // namespace
}  // namespace lanewise::test
