// Tests decoration groups with many members.
#include "run_spirv.h"

namespace lanewise::test {
namespace {

// Returns a module with `groups` decoration groups for NoUnsignedWrap. Each group is applied to the id %sum,
// which the group's OpGroupDecorate lists `times` times.
ModuleText grouped(unsigned groups, unsigned times) {
    ModuleText module{.body = "%low = OpUConvert %uint %i\n%sum = OpIAdd %uint %low %uint_3\nOpStore %place %sum\n"};
    for (unsigned i = 0; i < groups; ++i) {
        const std::string group = "%group_" + std::to_string(i);
        module.annotations += "OpDecorate " + group + " NoUnsignedWrap\n" + group + " = OpDecorationGroup\n";
        module.annotations += "OpGroupDecorate " + group;
        for (unsigned k = 0; k < times; ++k) module.annotations += " %sum";
        module.annotations += '\n';
    }
    return module;
}

TEST(SpirvDecorationGroups, MembersMayRepeat) {
    const auto out = run_spirv(grouped(60, 1000), 10);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i + 3);
}

// Each search for a decoration visits all groups of the id.
TEST(SpirvDecorationGroups, GroupsOfOneIdAreLimited) {
    const std::string log = refusal_of(text_of(grouped(65, 1)));
    EXPECT_NE(log.find("is in more than 64 decoration groups"), log.npos) << log;
}

}  // namespace
}  // namespace lanewise::test
