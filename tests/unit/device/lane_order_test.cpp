// Tests how the sizes of work-groups and the facts of the kernel's usual code determine which code a launch runs.
#include "device/kernel/lane_order.h"

#include <gtest/gtest.h>

#include "device/kernel/launch.h"
#include "device/kernel/regroup.h"

namespace lanewise::device {
namespace {

NDRange range_of(const Dim3& global, const Dim3& local) {
    NDRange range;
    range.work_dim = 3;
    range.global_size = global;
    range.local_size = local;
    return range;
}

// Returns the usual code of a kernel with barriers. Work-items that are adjacent along dimension 0 access adjacent
// memory, and work-items that are adjacent along the other dimensions access scattered memory.
KernelCode code() {
    KernelCode code;
    code.lanes = 16;
    code.has_barriers = true;
    code.cost_along_0 = 40;
    code.cost_along_1 = 300;
    code.cost_along_2 = 300;
    code.cost_along_linear_id = 500;
    code.cost_of_one_lane = 600;
    return code;
}

CodeVariant best(const Dim3& local, const KernelCode& of) {
    return best_lane_order(range_of({1024, 1024, 64}, local), of);
}

TEST(CodeVariant, WideGroupsRunTheUsualCode) {
    EXPECT_TRUE(fills_lanes(range_of({1024, 1024, 1}, {16, 16, 1}), code()));
    EXPECT_FALSE(fills_lanes(range_of({1024, 1024, 1}, {8, 32, 1}), code()));
    EXPECT_EQ(best({16, 16, 1}, code()), CodeVariant::usual);
    EXPECT_EQ(best({256, 1, 1}, code()), CodeVariant::usual);
}

TEST(CodeVariant, NarrowGroupsRunWhatCostsThemLeast) {
    EXPECT_EQ(best({1, 256, 1}, code()), CodeVariant::along_1);
    EXPECT_EQ(best({1, 1, 64}, code()), CodeVariant::along_2);
    EXPECT_EQ(best({8, 32, 1}, code()), CodeVariant::lanes_8);
    EXPECT_EQ(best({1, 4, 4}, code()), CodeVariant::along_linear_id);
    EXPECT_EQ(best({1, 1, 1}, code()), CodeVariant::one_lane);
}

TEST(CodeVariant, FewWorkItemsThatTakeLongRunOneByOne) {
    KernelCode of = code();
    of.other_plans = 1;
    const NDRange two = range_of({2, 1, 1}, {2, 1, 1}), many = range_of({2, 4, 1}, {2, 1, 1});
    EXPECT_TRUE(are_few_and_long(two, of, 1e6, 2));
    EXPECT_FALSE(are_few_and_long(two, of, 1000, 2));
    EXPECT_FALSE(are_few_and_long(many, of, 1e6, 2));
    EXPECT_TRUE(are_few_and_long(many, of, 1e6, 4));
    of.other_plans = 0;
    EXPECT_FALSE(are_few_and_long(two, of, 1e6, 2));
    of.other_plans = 1;
    of.lanes = 1;
    EXPECT_FALSE(are_few_and_long(two, of, 1e6, 2));
}

TEST(CodeVariant, OneOrTwoWorkItemsOfEachThreadAreFew) {
    KernelCode of = code();
    of.other_plans = 1;
    EXPECT_TRUE(are_few(range_of({1, 1, 1}, {1, 1, 1}), of, 2));
    EXPECT_TRUE(are_few(range_of({2, 2, 1}, {1, 1, 1}), of, 2));
    EXPECT_FALSE(are_few(range_of({5, 1, 1}, {1, 1, 1}), of, 2));
    of.other_plans = 0;
    EXPECT_FALSE(are_few(range_of({1, 1, 1}, {1, 1, 1}), of, 2));
}

// A launch waits for the compilation of better code only if the code saves more time than the compilation takes.
TEST(CodeVariant, ShortLaunchesAreNotWorthWaiting) {
    const NDRange few = range_of({1, 256, 1}, {1, 256, 1}), many = range_of({64, 256, 1}, {1, 256, 1});
    EXPECT_EQ(best_lane_order(few, code()), CodeVariant::along_1);
    EXPECT_FALSE(is_worth_waiting(few, code(), false));
    EXPECT_FALSE(is_worth_waiting(many, code(), false));
    EXPECT_FALSE(is_worth_waiting(few, code(), true));
    EXPECT_TRUE(is_worth_waiting(many, code(), true));
    KernelCode loops = code();
    loops.cost_along_0 *= 1000;
    loops.cost_along_1 *= 1000;
    loops.cost_along_2 *= 1000;
    loops.cost_along_linear_id *= 1000;
    loops.cost_of_one_lane *= 1000;
    EXPECT_EQ(best_lane_order(few, loops), CodeVariant::along_1);
    EXPECT_FALSE(is_worth_waiting(few, loops, false));
    EXPECT_TRUE(is_worth_waiting(many, loops, false));
    EXPECT_FALSE(is_worth_waiting(many, KernelCode{}, false));
}

// Launches of very few work-items always run the usual code.
TEST(CodeVariant, HardlyAnyWorkItemsRunTheUsualCode) {
    EXPECT_EQ(best_lane_order(range_of({1, 32, 1}, {1, 32, 1}), code()), CodeVariant::usual);
    EXPECT_EQ(best_lane_order(range_of({1, 0, 1}, {1, 256, 1}), code()), CodeVariant::usual);
}

// A chunk of half as many lanes runs serialized regions in half the time, but the rest of the kernel in nearly the same
// time.
TEST(CodeVariant, WhatLanesDoApartTakesLessTimeWithFewer) {
    KernelCode apart = code();
    apart.cost_of_one_lane = 0xffffffff;
    apart.cost_along_linear_id = 50;
    EXPECT_EQ(best({8, 32, 1}, apart), CodeVariant::along_linear_id);
    apart.apart_along_0 = 36;
    EXPECT_EQ(best({8, 32, 1}, apart), CodeVariant::lanes_8);
}

// The usual code runs if work-groups fill the lanes of one register, even if the code has more lanes.
TEST(CodeVariant, OneRegisterIsEnoughToFill) {
    KernelCode many = code();
    many.lanes = 64;
    EXPECT_TRUE(fills_lanes(range_of({1024, 1024, 1}, {16, 16, 1}), many));
    EXPECT_EQ(best({8, 32, 1}, many), CodeVariant::lanes_8);
}

// If a kernel's work-groups may be regrouped, the number of lanes is chosen so that few lanes are idle at the end of a
// row.
TEST(CodeVariant, ShortRowsHaveFewerLanes) {
    KernelCode many;
    many.lanes = 64;
    const auto of_row = [&](std::uint64_t items) { return fewer_lanes(range_of({items, 1024, 1}, {1, 1, 1}), many); };
    EXPECT_EQ(of_row(16), CodeVariant::usual);
    many.any_grouping = true;
    EXPECT_EQ(of_row(16), CodeVariant::lanes_16);
    EXPECT_EQ(of_row(32), CodeVariant::lanes_32);
    EXPECT_EQ(of_row(48), CodeVariant::lanes_16);
    EXPECT_EQ(of_row(64), CodeVariant::usual);
    EXPECT_EQ(of_row(80), CodeVariant::lanes_16);
    EXPECT_EQ(of_row(96), CodeVariant::lanes_32);
    EXPECT_EQ(of_row(1000), CodeVariant::usual);
    many.lanes = 16;
    EXPECT_EQ(of_row(1), CodeVariant::usual);
}

// If rows have fewer work-items than one register has lanes, launches run code with only the lanes of one register.
// Code whose lanes lie along another dimension may be faster.
TEST(CodeVariant, RowsThatFillNoRegisterHaveLanesOfOne) {
    KernelCode many = code();
    many.lanes = 64;
    many.has_barriers = false;
    many.any_grouping = true;
    EXPECT_EQ(best_lane_order(range_of({12, 10, 1500}, {0, 0, 0}), many), CodeVariant::lanes_16);
    EXPECT_EQ(best_lane_order(range_of({1, 1024, 64}, {0, 0, 0}), many), CodeVariant::along_1);
    // Launches of this NDRange run code whose lanes lie along dimension 0, so the local size must be large in dimension
    // 0.
    const Dim3 local = choose_local_size(range_of({12, 10, 1500}, {0, 0, 0}), many, 2, true, {8192, 8192, 8192});
    EXPECT_EQ(local[0], 12u);
    many.lanes = 16;
    EXPECT_EQ(best_lane_order(range_of({12, 10, 1500}, {0, 0, 0}), many), CodeVariant::usual);
}

// A kernel with barriers gets more lanes than one register holds only if its work-groups fill these lanes.
TEST(CodeVariant, NarrowGroupsWithBarriersHaveFewerLanes) {
    KernelCode many;
    many.lanes = 32;
    many.has_barriers = true;
    const auto of_group = [&](std::uint64_t items) { return fewer_lanes(range_of({4096, 1, 1}, {items, 1, 1}), many); };
    EXPECT_EQ(of_group(16), CodeVariant::lanes_16);
    EXPECT_EQ(of_group(32), CodeVariant::usual);
    EXPECT_EQ(of_group(48), CodeVariant::lanes_16);
    EXPECT_EQ(of_group(112), CodeVariant::usual);
    EXPECT_EQ(of_group(0), CodeVariant::usual);  // a local size of 0 means that the driver chooses it
}

// If partial chunks are costly, rows are computed as full chunks of fewer lanes. Code for long rows keeps its lanes,
// because only few of their chunks are partial.
TEST(CodeVariant, RowsWithCostlyTailsHaveFewerLanes) {
    KernelCode costly;
    costly.lanes = 32;
    costly.any_grouping = true;
    costly.partial_chunk = 500;
    const auto of_row = [&](std::uint64_t items) { return fewer_lanes(range_of({items, 1024, 1}, {1, 1, 1}), costly); };
    EXPECT_EQ(of_row(20), CodeVariant::lanes_8);
    EXPECT_EQ(of_row(56), CodeVariant::lanes_8);
    EXPECT_EQ(of_row(100), CodeVariant::lanes_8);
    EXPECT_EQ(of_row(144), CodeVariant::lanes_16);
    EXPECT_EQ(of_row(256), CodeVariant::usual);
    EXPECT_EQ(of_row(5000), CodeVariant::usual);
    EXPECT_EQ(of_row(0), CodeVariant::usual);
    costly.lanes = 16;
    EXPECT_EQ(of_row(40), CodeVariant::lanes_8);
    costly.lanes = 8;
    EXPECT_EQ(of_row(20), CodeVariant::usual);
}

// If work-groups cannot be merged, each work-group may end with a partial chunk. In kernels with barriers, all chunks
// of such a work-group then run the costly code for partial chunks.
TEST(CodeVariant, GroupsWithCostlyTailsHaveFewerLanes) {
    KernelCode costly;
    costly.lanes = 16;
    costly.partial_chunk = 300;
    const auto of_group = [&](std::uint64_t items) {
        return fewer_lanes(range_of({4096, 1, 1}, {items, 1, 1}), costly);
    };
    EXPECT_EQ(of_group(24), CodeVariant::lanes_8);
    EXPECT_EQ(of_group(64), CodeVariant::usual);
    EXPECT_EQ(of_group(1000), CodeVariant::usual);
    costly.has_barriers = true;
    EXPECT_EQ(of_group(1000), CodeVariant::lanes_8);
    EXPECT_EQ(of_group(1001), CodeVariant::usual);
    costly.flat_groups = true;
    EXPECT_EQ(of_group(1000), CodeVariant::usual);
}

TEST(CodeVariant, OfKernelsWithoutAnythingToChooseIsTheUsual) {
    KernelCode plain;
    plain.lanes = 16;
    EXPECT_EQ(best({1, 256, 1}, plain), CodeVariant::usual);
    EXPECT_EQ(best({3, 1, 1}, plain), CodeVariant::usual);
}

TEST(CodeVariant, WhatMayBeGroupedAnewGoesByTheWholeRange) {
    KernelCode free = code();
    free.any_grouping = true;
    EXPECT_EQ(best({1, 256, 1}, free), CodeVariant::usual);
    EXPECT_EQ(best_lane_order(range_of({2, 4096, 1}, {1, 256, 1}), free), CodeVariant::along_1);
    EXPECT_EQ(best_lane_order(range_of({8, 4096, 1}, {1, 256, 1}), free), CodeVariant::lanes_8);
}

// Code with lanes along another dimension has as many lanes as the usual code. Such code is therefore chosen only if
// the NDRange is also long enough in that dimension.
TEST(CodeVariant, ShortRowsOfOtherDimensionsIdleAsWell) {
    KernelCode many = code();
    many.has_barriers = false;
    many.any_grouping = true;
    many.cost_along_1 = 100;
    EXPECT_EQ(best_lane_order(range_of({3, 32, 341}, {0, 0, 0}), many), CodeVariant::along_1);
    many.lanes = 64;
    EXPECT_EQ(best_lane_order(range_of({3, 32, 341}, {0, 0, 0}), many), CodeVariant::lanes_8);
    EXPECT_EQ(best_lane_order(range_of({3, 320, 34}, {0, 0, 0}), many), CodeVariant::along_1);
}

TEST(CodeVariant, LocalSizesAreWideWhereLanesLie) {
    KernelCode rows = code();
    rows.lane_dimension = 1;
    rows.cost_along_0 = 300;
    rows.cost_along_1 = 40;
    const auto chosen = [&](const Dim3& global) {
        return choose_local_size(range_of(global, {0, 0, 0}), rows, 2, false, {8192, 8192, 8192});
    };
    EXPECT_EQ(chosen({1024, 1024, 1})[1] % 16, 0u);
    EXPECT_EQ(chosen({1024, 1024, 1})[0], 1u);
    // Dimension 1 has too few work-items for the lanes.
    EXPECT_EQ(chosen({4096, 2, 1})[0] % 16, 0u);
}

TEST(CodeVariant, LimitsOfLocalSizesAreThoseOfTheLaunch) {
    KernelCode rows = code();
    rows.lane_dimension = 1;
    const Dim3 local = choose_local_size(range_of({1024, 1024, 1}, {0, 0, 0}), rows, 2, false, {64, 32, 1});
    EXPECT_LE(local[0], 64u);
    EXPECT_LE(local[1], 32u);
}

TEST(CodeVariant, GroupsAcrossTheMemoryAreTiles) {
    KernelCode across = code();
    across.any_grouping = true;
    across.tile_dimension = 1;
    across.tile_items = 16;
    EXPECT_EQ(regroup(range_of({1024, 1024, 1}, {256, 1, 1}), across, 2).local_size, (Dim3{16, 16, 1}));
    EXPECT_EQ(regroup(range_of({1024, 1024, 1}, {32, 32, 1}), across, 2).local_size, (Dim3{32, 32, 1}));
    EXPECT_EQ(regroup(range_of({1024, 8, 1}, {256, 1, 1}), across, 2).local_size, (Dim3{256, 1, 1}));
    across.any_grouping = false;
    EXPECT_EQ(regroup(range_of({1024, 1024, 1}, {256, 1, 1}), across, 2).local_size, (Dim3{256, 1, 1}));
}

// Work-groups are numbered first along dimension 1 of the code, which is dimension 0 of the launch.
TEST(CodeVariant, GroupsAreToldAsTheLaunchHasThem) {
    KernelCode rows = code();
    rows.lane_dimension = 1;
    rows.group_order = GroupOrder{1, 0}.number();
    const NDRange launched = range_of({10, 64, 1}, {4, 16, 1});
    const abi::RuntimeFunctions functions{};
    const Launch launch({rows, nullptr}, std::nullopt, launched.exchanged(1), 1 << 20, 0, nullptr, functions, nullptr);
    ASSERT_EQ(launch.groups(), 12u);
    const ItemRange second = launch.items_of(1), fourth = launch.items_of(3);
    EXPECT_EQ(second.begin, (Dim3{4, 0, 0}));
    EXPECT_EQ(second.end, (Dim3{8, 16, 1}));
    EXPECT_EQ(launch.items_of(2).end, (Dim3{10, 16, 1}));
    EXPECT_EQ(fourth.begin, (Dim3{0, 16, 0}));
}

TEST(CodeVariant, LinearIdsNeedRoomForTheirChunksAlone) {
    KernelCode flat = code();
    flat.context_per_chunk = true;
    flat.context_bytes_per_chunk = 64;
    EXPECT_EQ(flat.context_bytes({1, 256, 1}), 256u * 64);
    flat.flat_groups = true;
    EXPECT_EQ(flat.context_bytes({1, 256, 1}), 16u * 64);
    EXPECT_EQ(flat.context_bytes({3, 3, 3}), 2u * 64);
}

}  // namespace
}  // namespace lanewise::device
