#include <gtest/gtest.h>

#include "device/kernel/launch.h"

namespace lanewise::device {
namespace {

constexpr Dim3 unlimited{8192, 8192, 8192};

Dim3 chosen(Dim3 global, std::uint32_t lanes, bool uniform, const Dim3& most = unlimited) {
    NDRange range;
    range.work_dim = 3;
    range.global_size = global;
    return choose_local_size(range, lanes, 2, uniform, most);
}

TEST(LocalSize, FillsTheLanesAndDividesTheRange) {
    for (const std::uint64_t size : {16u, 64u, 1000u * 16u, 4096u, 1u << 20}) {
        const Dim3 local = chosen({size, 1, 1}, 16, true);
        EXPECT_EQ(local[0] % 16, 0u) << size;
        EXPECT_EQ(size % local[0], 0u) << size;
    }
}

TEST(LocalSize, LeavesGroupsForEveryThread) {
    const Dim3 local = chosen({512, 1, 1}, 16, true);
    EXPECT_GE(512 / local[0], 8u);
}

TEST(LocalSize, FewItemsHaveAThreadEach) {
    EXPECT_EQ(chosen({2, 1, 1}, 16, true), (Dim3{1, 1, 1}));
    EXPECT_EQ(chosen({1, 2, 1}, 16, true), (Dim3{1, 1, 1}));
    EXPECT_EQ(chosen({4, 1, 1}, 16, true), (Dim3{4, 1, 1}));
}

TEST(LocalSize, UniformGroupsDivideOddRanges) {
    EXPECT_EQ(chosen({999, 1, 1}, 16, true)[0], 111u);
    EXPECT_EQ(chosen({65537, 1, 1}, 16, true)[0], 1u);
}

TEST(LocalSize, OtherGroupsFillTheLanesOfOddRanges) {
    EXPECT_EQ(chosen({65537, 1, 1}, 16, false)[0], 256u);
    EXPECT_EQ(chosen({999, 1, 1}, 16, false)[0] % 16, 0u);
    EXPECT_EQ(chosen({7, 1, 1}, 16, false)[0], 7u);
}

TEST(LocalSize, GoesOnInTheNextDimensionWhenRowsAreShort) {
    const Dim3 local = chosen({16, 1024, 4}, 16, true);
    EXPECT_EQ(local[0], 16u);
    EXPECT_EQ(local[1], 16u);
    EXPECT_EQ(local[2], 1u);
}

TEST(LocalSize, StaysBelowTheKernelsLimit) {
    EXPECT_EQ(chosen({4096, 64, 1}, 16, true, {64, 1, 1}), (Dim3{64, 1, 1}));
    EXPECT_EQ(chosen({4096, 64, 1}, 16, false, {8, 4, 1}), (Dim3{8, 4, 1}));
}

}  // namespace
}  // namespace lanewise::device
