// Tests which local sizes the device uses instead of the local sizes that the program requested.
#include "device/kernel/regroup.h"

#include <gtest/gtest.h>

namespace lanewise::device {
namespace {

KernelCode code_of(std::uint32_t lanes, bool any_grouping) {
    KernelCode code;
    code.lanes = lanes;
    code.any_grouping = any_grouping;
    return code;
}

NDRange range_of(const Dim3& global, const Dim3& local) {
    NDRange range;
    range.work_dim = 3;
    range.global_size = global;
    range.local_size = local;
    return range;
}

TEST(Regroup, LocalSizeOneFillsTheLanes) {
    const NDRange range = regroup(range_of({65536, 1, 1}, {1, 1, 1}), code_of(16, true), 2);
    EXPECT_EQ(range.local_size, (Dim3{256, 1, 1}));
    EXPECT_EQ(range.total_groups(), 256u);
}

TEST(Regroup, SmallTilesGetLongerRows) {
    const NDRange range = regroup(range_of({1024, 1024, 1}, {8, 8, 1}), code_of(16, true), 2);
    EXPECT_EQ(range.local_size[0] % 16, 0u);
    EXPECT_EQ(range.local_size[1], 8u);
    EXPECT_LE(range.items_per_group(), 256u);
}

TEST(Regroup, EveryThreadKeepsWork) {
    const NDRange range = regroup(range_of({512, 1, 1}, {1, 1, 1}), code_of(16, true), 8);
    EXPECT_EQ(range.local_size, (Dim3{16, 1, 1}));
}

TEST(Regroup, ColumnsShrink) {
    const NDRange range = regroup(range_of({64, 4096, 1}, {1, 256, 1}), code_of(16, true), 2);
    EXPECT_EQ(range.local_size, (Dim3{16, 16, 1}));
}

TEST(Regroup, KeepsWhatFillsTheLanes) {
    const Dim3 local{64, 4, 1};
    EXPECT_EQ(regroup(range_of({1024, 1024, 1}, local), code_of(16, true), 2).local_size, local);
}

TEST(Regroup, KeepsWhatTheProgramCanSee) {
    const Dim3 local{1, 1, 1};
    EXPECT_EQ(regroup(range_of({1024, 1, 1}, local), code_of(16, false), 2).local_size, local);
}

TEST(Regroup, ScalarKernelsOfSingleItemsGetGroups) {
    EXPECT_EQ(regroup(range_of({4096, 1, 1}, {1, 1, 1}), code_of(1, true), 2).local_size, (Dim3{256, 1, 1}));
}

TEST(Regroup, RowsThatRunTogetherFitTheGroup) {
    KernelCode code = code_of(16, true);
    code.rows = 8;
    EXPECT_EQ(regroup(range_of({512, 512, 1}, {256, 1, 1}), code, 2).local_size, (Dim3{32, 8, 1}));
    EXPECT_EQ(regroup(range_of({512, 512, 1}, {16, 16, 1}), code, 2).local_size, (Dim3{16, 16, 1}));
    EXPECT_EQ(regroup(range_of({512, 4, 1}, {256, 1, 1}), code, 2).local_size, (Dim3{256, 1, 1}));
}

TEST(Regroup, RowsThatStreamGetWide) {
    KernelCode code = code_of(16, true);
    code.row_streams = true;
    EXPECT_EQ(regroup(range_of({1024, 512, 1}, {64, 4, 1}), code, 2).local_size, (Dim3{1024, 4, 1}));
    EXPECT_EQ(regroup(range_of({1 << 20, 1, 1}, {64, 1, 1}), code, 2).local_size, (Dim3{256, 1, 1}));
    EXPECT_EQ(regroup(range_of({1000, 512, 1}, {64, 4, 1}), code, 2).local_size, (Dim3{1000, 4, 1}));
    EXPECT_EQ(regroup(range_of({5000, 100, 1}, {64, 4, 1}), code, 2).local_size, (Dim3{1024, 4, 1}));
}

TEST(Regroup, RowsThatStreamGetWideFromOnesThatFillNoLanes) {
    KernelCode code = code_of(64, true);
    code.row_streams = true;
    EXPECT_EQ(regroup(range_of({512, 512, 1}, {16, 16, 1}), code, 2).local_size, (Dim3{512, 4, 1}));
    EXPECT_EQ(regroup(range_of({512, 512, 1}, {1, 256, 1}), code, 2).local_size, (Dim3{512, 4, 1}));
    EXPECT_EQ(regroup(range_of({100, 512, 1}, {10, 10, 1}), code, 2).local_size, (Dim3{100, 3, 1}));
    EXPECT_EQ(regroup(range_of({512, 16, 1}, {16, 16, 1}), code, 8).local_size, (Dim3{64, 4, 1}));
}

TEST(Regroup, RowsThatStreamLeaveGroupsForEveryThread) {
    KernelCode code = code_of(16, true);
    code.row_streams = true;
    EXPECT_EQ(regroup(range_of({16384, 1, 1}, {64, 1, 1}), code, 8).local_size, (Dim3{128, 1, 1}));
    EXPECT_EQ(regroup(range_of({4096, 1, 1}, {256, 1, 1}), code, 8).local_size, (Dim3{256, 1, 1}));
}

// Tests ranges in which any of the sizes is 0, with code of every kind.
TEST(Regroup, EmptyRangesStay) {
    const std::uint64_t sizes[] = {0, 1, 4, 100};
    for (const std::uint64_t x : sizes)
        for (const std::uint64_t y : sizes)
            for (const std::uint64_t z : sizes)
                for (const Dim3& local : {Dim3{1, 1, 1}, Dim3{2, 2, 1}, Dim3{2, 2, 2}, Dim3{64, 1, 1}})
                    for (const std::uint32_t lanes : {1, 16})
                        for (const std::uint32_t rows : {1, 4}) {
                            const NDRange range = range_of({x, y, z}, local);
                            if (!range.is_empty()) continue;
                            KernelCode code = code_of(lanes, true);
                            code.rows = rows;
                            code.row_streams = rows == 1;
                            EXPECT_EQ(regroup(range, code, 2).local_size, local);
                        }
}

TEST(Regroup, NarrowRangesStay) {
    const Dim3 local{4, 1, 1};
    EXPECT_EQ(regroup(range_of({4, 1000, 1}, local), code_of(16, true), 2).local_size, local);
}

}  // namespace
}  // namespace lanewise::device
