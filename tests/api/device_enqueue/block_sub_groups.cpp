// Tests sub-groups of blocks that kernels enqueue. The kernel that enqueues a block queries the block's sub-groups. The
// answers must agree with the values that the block's work-items get.
#include <array>
#include <string>
#include <vector>

#include "device_queue_fixture.h"

namespace {

struct Shape {
    const char* name;
    const char* range;
    std::array<size_t, 3> global, local;  // a local size of 0 lets the device choose
};

class BlockSubGroups : public DeviceQueueTest, public testing::WithParamInterface<Shape> {};

// Each work-item writes its sub-group's id and its own id in the sub-group. Each work-item also writes the number and
// maximum size of the sub-groups in its work-group.
constexpr const char* head = R"(
kernel void k(global int* out) {
    const size_t g2[2] = {60, 4}, l2[2] = {20, 2}, ragged[2] = {7, 3}, g3[3] = {6, 5, 4}, l3[3] = {3, 5, 2};
    const ndrange_t range = )";
constexpr const char* tail = R"(;
    void (^block)(void) = ^{
        const size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0)
            + get_global_id(0);
        global int* at = out + 2 + i * 5;
        at[0] = get_enqueued_num_sub_groups();
        at[1] = get_max_sub_group_size();
        at[2] = get_sub_group_id();
        at[3] = get_sub_group_local_id();
        at[4] = get_local_linear_id();
    };
    out[0] = get_kernel_sub_group_count_for_ndrange(range, block);
    out[1] = get_kernel_max_sub_group_size_for_ndrange(range, block);
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, range, block);
})";

TEST_P(BlockSubGroups, AreAsTheParentIsTold) {
    const auto& global = GetParam().global;
    const size_t items = global[0] * global[1] * global[2];
    for (const char* options : {"-cl-std=CL2.0", "-cl-std=CL3.0"}) {
        const auto out = run(std::string(head) + GetParam().range + tail, 2 + items * 5, 1, options);
        const cl_int count = out[0], largest = out[1];
        ASSERT_GT(largest, 0);
        const auto& local = GetParam().local;
        if (local[0] != 0)
            EXPECT_EQ(count, (static_cast<cl_int>(local[0] * local[1] * local[2]) + largest - 1) / largest);
        for (size_t i = 0; i < items; ++i) {
            const cl_int* at = out.data() + 2 + i * 5;
            EXPECT_EQ(at[0], count) << i;
            EXPECT_EQ(at[1], largest) << i;
            EXPECT_EQ(at[2], at[4] / largest) << i;
            EXPECT_EQ(at[3], at[4] % largest) << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ranges, BlockSubGroups,
                         testing::Values(Shape{"whole", "ndrange_1D(64, 32)", {64, 1, 1}, {32, 1, 1}},
                                         Shape{"odd", "ndrange_1D(70, 33)", {70, 1, 1}, {33, 1, 1}},
                                         Shape{"chosen", "ndrange_1D(1000)", {1000, 1, 1}, {}},
                                         Shape{"flat", "ndrange_2D(g2, l2)", {60, 4, 1}, {20, 2, 1}},
                                         Shape{"flat_ragged", "ndrange_2D(g2, ragged)", {60, 4, 1}, {7, 3, 1}},
                                         Shape{"flat_chosen", "ndrange_2D(g2)", {60, 4, 1}, {}},
                                         Shape{"cube", "ndrange_3D(g3, l3)", {6, 5, 4}, {3, 5, 2}}),
                         [](const auto& tested) { return std::string(tested.param.name); });

// The device does not support cl_khr_subgroups, so the macro must be undefined, although the driver enables the
// extension in Clang.
TEST_F(DeviceQueueTest, SubGroupMacros) {
    const auto out = run(R"(kernel void k(global int* out) {
    #ifdef cl_khr_subgroups
        out[0] = 1;
    #endif
    })",
                         1, 1, "-cl-std=CL2.0");
    EXPECT_EQ(out[0], 0);
}

TEST_F(DeviceQueueTest, RangesOfCompoundLiterals) {
    const auto out = run(R"(kernel void k(global int* out) {
        enqueue_kernel(get_default_queue(), 0, ndrange_2D((size_t[2]){5, 3}, (size_t[]){2, 2}), ^{
            atomic_inc(out + get_global_id(1) * 5 + get_global_id(0)); });
        enqueue_kernel(get_default_queue(), 0, ndrange_3D((size_t[3]){2, 3, 4}), ^{ atomic_inc(out + 15); });
    })",
                         16);
    for (int i = 0; i < 15; ++i) EXPECT_EQ(out[static_cast<size_t>(i)], 1) << i;
    EXPECT_EQ(out[15], 24);
}

}  // namespace
