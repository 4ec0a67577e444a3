// Tests the index that finds the shard of each library function.
#include <gtest/gtest.h>

#include "builtins/builtin_library.h"

namespace lanewise::builtins {
namespace {

TEST(Library, finds_functions_of_both_classes) {
    const Shard* early = find("_Z3clzi");
    ASSERT_NE(early, nullptr);
    EXPECT_FALSE(early->late);
    const Shard* late = find("_Z3sinDv4_f");
    ASSERT_NE(late, nullptr);
    EXPECT_TRUE(late->late);
}

// A shard contains few functions and types besides the requested function, so that linking one function is fast
// (tools/split_module.h).
TEST(Library, parts_of_early_functions_are_small) {
    for (const char* function : {"_Z4sqrtf", "_Z3fmafff", "_Z6sincosfPf", "_Z11convert_intf", "_Z3clzi"})
        EXPECT_LT(find(function)->bitcode.size(), 16384u) << function;
    EXPECT_EQ(find("_Z3clzi"), find("_Z3clzDv2_i"));
    EXPECT_NE(find("_Z3clzi"), find("_Z11convert_intf"));
}

TEST(Library, does_not_find_what_is_not_there) {
    EXPECT_EQ(find(""), nullptr);
    EXPECT_EQ(find("_Z3clz"), nullptr);
    EXPECT_EQ(find("_Z3clzii"), nullptr);
    EXPECT_EQ(find("zzz"), nullptr);
}

TEST(Library, shards_are_aligned_bitcode) {
    ASSERT_FALSE(shards().empty());
    for (const Shard& shard : shards()) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(shard.bitcode.data()) % 16, 0u);
        ASSERT_GE(shard.bitcode.size(), 4u);
        EXPECT_EQ(static_cast<char>(shard.bitcode[0]), 'B');
        EXPECT_EQ(static_cast<char>(shard.bitcode[1]), 'C');
    }
}

}  // namespace
}  // namespace lanewise::builtins
