#include "device/machine/cpu/cpu_info.h"

#include <gtest/gtest.h>

#include "device/machine/cpu/cpu_features.h"

namespace lanewise::device {
namespace {

TEST(CpuInfo, DescribesThisMachine) {
    const CpuInfo info = read_cpu_info();
    EXPECT_FALSE(info.name.empty());
    EXPECT_NE(info.name.back(), ' ');
    EXPECT_EQ(info.vendor.size(), 12u);
    EXPECT_GE(info.cores, 1u);
    EXPECT_GT(info.memory_bytes, std::uint64_t{64} << 20);
    EXPECT_GE(info.cache_line_bytes, 16u);
    EXPECT_EQ(info.target, host_target());
}

TEST(LowerTarget, LevelsRemoveWhatLiesAbove) {
    const Target host{
        "+avx,+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl,+f16c,+fma,+popcnt,+sse3,"
        "+sse4.1,+sse4.2,+ssse3",
        512};
    EXPECT_EQ(lower_target(host, "avx2"), (Target{"+avx,+avx2,+f16c,+fma,+popcnt,+sse3,+sse4.1,+sse4.2,+ssse3", 256}));
    EXPECT_EQ(lower_target(host, "avx"), (Target{"+avx,+f16c,+popcnt,+sse3,+sse4.1,+sse4.2,+ssse3", 128}));
    EXPECT_EQ(lower_target(host, "sse4.2"), (Target{"+popcnt,+sse3,+sse4.1,+sse4.2,+ssse3", 128}));
    EXPECT_EQ(lower_target(host, "sse2"), (Target{"", 128}));
}

TEST(LowerTarget, RemovingOneRemovesItsDependants) {
    const Target host{"+avx,+avx2,+avx512f,+fma,+sse3,+sse4.1,+sse4.2,+ssse3", 256};
    EXPECT_EQ(lower_target(host, "-avx2,-fma"), (Target{"+avx,+sse3,+sse4.1,+sse4.2,+ssse3", 128}));
}

// A CPU level represents all CPUs that have the level's instruction sets, including CPUs with slow gathers. The level
// therefore excludes the feature fast-gather.
TEST(LowerTarget, LevelsDoNotTellHowFastGathersAre) {
    const Target host{
        "+avx,+avx2,+avx512bw,+avx512dq,+avx512f,+avx512fp16,+avx512vl,+fast-gather,+sse3,+sse4.1,+sse4.2,+ssse3", 512};
    EXPECT_EQ(lower_target(host, "avx512"),
              (Target{"+avx,+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl,+sse3,+sse4.1,+sse4.2,+ssse3", 512}));
}

TEST(LowerTarget, RefusesUnknownNamesAndAdditions) {
    EXPECT_FALSE(lower_target(Target{}, "pentium"));
    EXPECT_FALSE(lower_target(Target{}, "-nosuch"));
    EXPECT_FALSE(lower_target(Target{}, "+avx2"));
}

}  // namespace
}  // namespace lanewise::device
