// Tests the table of code variants (include/lanewise/code_variant.h).
#include "lanewise/code_variant.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

namespace lanewise::test {
namespace {

TEST(CodeVariants, NoTwoAreTheSame) {
    std::set<std::string> names;
    std::set<std::tuple<compiler::Along, std::uint32_t, compiler::Together, compiler::Chunks, bool>> plans;
    for (unsigned i = 0; i < code_variants; ++i) {
        const VariantPlan plan = plan_of(static_cast<CodeVariant>(i));
        EXPECT_TRUE(names.insert(plan.name).second) << plan.name;
        EXPECT_TRUE(plans.emplace(plan.along, plan.lanes, plan.together, plan.chunks, plan.for_large_launches).second)
            << plan.name;
    }
}

TEST(CodeVariants, NamesTellLanesAndDimensions) {
    for (unsigned d = 0; d < 3; ++d) {
        const VariantPlan plan = plan_of(variant_along(d));
        EXPECT_EQ(plan.name, "along_" + std::to_string(d));
        EXPECT_EQ(static_cast<unsigned>(plan.along), static_cast<unsigned>(compiler::Along::dimension_0) + d);
    }
    for (const CodeVariant variant :
         {CodeVariant::lanes_8, CodeVariant::lanes_16, CodeVariant::lanes_32, CodeVariant::lanes_64,
          CodeVariant::rows_of_8, CodeVariant::rows_of_16, CodeVariant::rows_of_32, CodeVariant::rows_of_64}) {
        const std::string name = plan_of(variant).name;
        EXPECT_EQ(name.substr(name.rfind('_') + 1), std::to_string(plan_of(variant).lanes));
    }
    EXPECT_EQ(plan_of(CodeVariant::one_lane).lanes, 1u);
    EXPECT_EQ(plan_of(CodeVariant::two_items).lanes, 1u);
}

}  // namespace
}  // namespace lanewise::test
