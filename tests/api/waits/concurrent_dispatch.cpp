// Tests concurrent launches (cl_intel_concurrent_dispatch): all work-groups wait for each other, although there are
// many more work-groups than threads.
#include <algorithm>

#include "waits/waiting_fixture.h"

#ifndef CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL 0x4257
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL 0
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL 1
#endif

namespace {

using CountFunction = cl_int (*)(cl_command_queue, cl_kernel, cl_uint, const size_t*, const size_t*, size_t*);

class ConcurrentDispatch : public WaitingTest {
protected:
    void SetUp() override {
        WaitingTest::SetUp();
        count = reinterpret_cast<CountFunction>(
            clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelMaxConcurrentWorkGroupCountINTEL"));
        ASSERT_NE(count, nullptr);
    }

    static cl_int set_type(cl_kernel k, cl_uint type) {
        return clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, sizeof type, &type);
    }

    cl_kernel concurrent(const char* source) {
        cl_kernel k = kernel(source);
        EXPECT_EQ(set_type(k, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL), CL_SUCCESS);
        return k;
    }

    size_t most_groups(cl_kernel k, std::vector<size_t> local) {
        size_t most = 0;
        EXPECT_EQ(clSetKernelArg(k, 0, sizeof(cl_mem), nullptr), CL_SUCCESS);
        EXPECT_EQ(count(queue, k, static_cast<cl_uint>(local.size()), nullptr, local.data(), &most), CL_SUCCESS);
        EXPECT_GE(most, 1u);
        return most;
    }

    CountFunction count = nullptr;
};

constexpr const char* barrier_source =
    "kernel void k(global uint* data) {"
    "  uint g = get_global_id(0), n = get_global_size(0);"
    "  atomic_add((volatile global uint*)data + n, 1);"
    "  if (!intel_is_device_barrier_valid()) { data[g] = 7; return; }"
    "  intel_device_barrier(CLK_GLOBAL_MEM_FENCE);"
    "  data[g] = data[n];"
    "  intel_device_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);"
    "  uint other = data[n - 1 - g];"
    "  intel_device_barrier(CLK_GLOBAL_MEM_FENCE);"
    "  data[g] += other; }";

TEST_F(ConcurrentDispatch, BarrierOfManyWorkGroups) {
    cl_kernel k = concurrent(barrier_source);
    for (const size_t local : {1, 16, 100, 256}) {
        const size_t global = local * std::min<size_t>(most_groups(k, {local}), 300);
        std::vector<cl_uint> data(global + 1);
        ASSERT_EQ(run(k, data, {global}, {local}), CL_COMPLETE);
        EXPECT_EQ(data[global], global);
        EXPECT_EQ(std::count(data.begin(), data.end() - 1, 2 * data[global]), static_cast<std::ptrdiff_t>(global));
    }
}

TEST_F(ConcurrentDispatch, TheLargestLaunch) {
    cl_kernel k = concurrent(barrier_source);
    const size_t global = 64 * most_groups(k, {64});
    std::vector<cl_uint> data(global + 1);
    ASSERT_EQ(run(k, data, {global}, {64}), CL_COMPLETE);
    EXPECT_EQ(std::count(data.begin(), data.end() - 1, 2 * data[global]), static_cast<std::ptrdiff_t>(global));
}

TEST_F(ConcurrentDispatch, OtherLaunchesHaveNoDeviceBarrier) {
    cl_kernel k = kernel(barrier_source);
    std::vector<cl_uint> data(321);
    ASSERT_EQ(run(k, data, {320}, {32}), CL_COMPLETE);
    EXPECT_EQ(std::count(data.begin(), data.end(), 7u), 320);
    EXPECT_EQ(set_type(k, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL), CL_SUCCESS);
    EXPECT_EQ(set_type(k, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL), CL_SUCCESS);
    data.assign(321, 0);
    ASSERT_EQ(run(k, data, {320}, {32}), CL_COMPLETE);
    EXPECT_EQ(std::count(data.begin(), data.end(), 7u), 320);
}

// Work-groups pass a token by atomics: the last work-group begins, and each work-group passes the token to the
// preceding work-group.
TEST_F(ConcurrentDispatch, WorkGroupsHandATokenOn) {
    cl_kernel k = concurrent(
        "kernel void k(global uint* data) {"
        "  global atomic_uint* token = (global atomic_uint*)(data + get_num_groups(0));"
        "  uint g = get_group_id(0), n = get_num_groups(0);"
        "  for (uint round = 0; round < 3; ++round) {"
        "    while (atomic_load(token) != round * n + n - 1 - g) ;"
        "    barrier(CLK_GLOBAL_MEM_FENCE);"
        "    if (get_sub_group_id() == 0 && get_sub_group_local_id() == 0) {"
        "      ++data[g]; atomic_fetch_add(token, 1); } } }");
    std::vector<cl_uint> data(201);
    ASSERT_EQ(run(k, data, {200 * 40}, {40}), CL_COMPLETE);
    EXPECT_EQ(std::count(data.begin(), data.end() - 1, 3u), 200);
}

// Work-groups meet at barriers while they wait for a work-group that has not begun.
TEST_F(ConcurrentDispatch, BarriersInAWaitingLoop) {
    cl_kernel k = concurrent(
        "kernel void k(global uint* data) {"
        "  local uint seen; global atomic_uint* flag = (global atomic_uint*)data;"
        "  if (get_group_id(0) == get_num_groups(0) - 1) { atomic_store(flag, 1); return; }"
        "  do { barrier(CLK_LOCAL_MEM_FENCE);"
        "    if (get_local_id(0) == 0) seen = atomic_load(flag);"
        "    barrier(CLK_LOCAL_MEM_FENCE); } while (seen == 0);"
        "  if (get_sub_group_id() == 0) data[get_group_id(0) + 1] = seen; }");
    std::vector<cl_uint> data(100);
    ASSERT_EQ(run(k, data, {100 * 32}, {32}), CL_COMPLETE);
    EXPECT_EQ(std::count(data.begin(), data.end(), 1u), 100);
}

// Tests dimensions, offsets, local memory of each work-group, and early returns of some work-groups.
TEST_F(ConcurrentDispatch, LocalMemoryAndDimensions) {
    cl_kernel k = concurrent(
        "kernel void k(global uint* data) {"
        "  local uint t[64]; uint lid = get_local_linear_id(), g = get_global_linear_id(), n = get_global_size(0) * "
        "get_global_size(1);"
        "  if (get_group_id(0) == 3) return;"
        "  t[lid] = get_group_id(1) * 100 + get_group_id(0);"
        "  intel_device_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
        "  data[g] = t[(lid + 1) % 64] + 1; }");
    std::vector<cl_uint> data(64 * 48);
    const size_t local[2] = {16, 4};
    ASSERT_EQ(run(k, data, {64, 48}, {local[0], local[1]}), CL_COMPLETE);
    for (size_t y = 0; y < 48; ++y)
        for (size_t x = 0; x < 64; ++x)
            ASSERT_EQ(data[y * 64 + x], x / 16 == 3 ? 0 : y / 4 * 100 + x / 16 + 1) << x << "," << y;
}

TEST_F(ConcurrentDispatch, FaultsEndTheLaunch) {
    cl_kernel k = concurrent(
        "kernel void k(global uint* data) {"
        "  if (data[0] == 7 && get_group_id(0) == 50) *(volatile global uint*)(data[0] * 8ul) = 1;"
        "  intel_device_barrier(CLK_GLOBAL_MEM_FENCE);"
        "  data[get_global_id(0)] = 3; }");
    for (int round = 0; round < 3; ++round) {
        std::vector<cl_uint> data(64 * 100, 7);
        EXPECT_LT(run(k, data, {64 * 100}, {64}), 0);
        data.assign(64 * 100, 0);
        EXPECT_EQ(run(k, data, {64 * 100}, {64}), CL_COMPLETE);
        EXPECT_EQ(std::count(data.begin(), data.end(), 3u), 6400);
    }
}

TEST_F(ConcurrentDispatch, KernelsThatEnqueueHaveOneWorkGroup) {
    cl_kernel k = concurrent(
        "kernel void k(global uint* data) {"
        "  data[get_local_id(0)] = 1;"
        "  intel_device_barrier(CLK_GLOBAL_MEM_FENCE);"
        "  if (get_local_id(0) == 0) { data[0] = data[31] + 4;"
        "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ data[1] = 9; }); } }");
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        0};
    cl_int code = CL_SUCCESS;
    cl_command_queue on_device = clCreateCommandQueueWithProperties(context, device, properties, &code);
    EXPECT_EQ(most_groups(k, {32}), 1u);
    std::vector<cl_uint> data(32);
    ASSERT_EQ(run(k, data, {32}, {32}), CL_COMPLETE);
    EXPECT_EQ(data[0], 5u);
    EXPECT_EQ(data[1], 9u);
    clReleaseCommandQueue(on_device);
}

TEST_F(ConcurrentDispatch, ErrorsOfLaunches) {
    cl_kernel k = concurrent(barrier_source);
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, &code);
    clSetKernelArg(k, 0, sizeof buffer, &buffer);
    const auto enqueue = [&](size_t global, const size_t* local) {
        return clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, local, 0, nullptr, nullptr);
    };
    const size_t local = 32;
    EXPECT_EQ(enqueue(64, nullptr), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(enqueue(65, &local), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(enqueue((most_groups(k, {local}) + 1) * local, &local), CL_INVALID_VALUE);
    EXPECT_EQ(enqueue(64, &local), CL_SUCCESS);
    clFinish(queue);
    clReleaseMemObject(buffer);
}

TEST_F(ConcurrentDispatch, ErrorsOfTheType) {
    cl_kernel k = kernel(barrier_source);
    const cl_uint type = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
    EXPECT_EQ(set_type(k, 2), CL_INVALID_VALUE);
    EXPECT_EQ(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, 8, &type), CL_INVALID_VALUE);
    EXPECT_EQ(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, 4, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, 4, &type), CL_INVALID_KERNEL);
}

TEST_F(ConcurrentDispatch, ErrorsOfTheCount) {
    cl_kernel k = kernel(barrier_source);
    const size_t local[3] = {32, 1, 1};
    size_t most = 0;
    EXPECT_EQ(count(queue, k, 1, nullptr, local, &most), CL_INVALID_KERNEL_ARGS);
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, &code);
    clSetKernelArg(k, 0, sizeof buffer, &buffer);
    EXPECT_EQ(count(queue, k, 1, nullptr, local, &most), CL_SUCCESS);
    EXPECT_EQ(count(nullptr, k, 1, nullptr, local, &most), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(count(queue, nullptr, 1, nullptr, local, &most), CL_INVALID_KERNEL);
    EXPECT_EQ(count(queue, k, 0, nullptr, local, &most), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(count(queue, k, 4, nullptr, local, &most), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(count(queue, k, 1, nullptr, nullptr, &most), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(count(queue, k, 1, nullptr, local, nullptr), CL_INVALID_VALUE);
    const size_t zero = 0, huge = 1'000'000, offset = ~size_t{0};
    EXPECT_EQ(count(queue, k, 1, nullptr, &zero, &most), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(count(queue, k, 1, nullptr, &huge, &most), CL_INVALID_WORK_ITEM_SIZE);
    EXPECT_EQ(count(queue, k, 1, &offset, local, &most), CL_INVALID_GLOBAL_OFFSET);
    clReleaseMemObject(buffer);
}

// The dispatch type belongs to the kernel object, and is copied with it.
TEST_F(ConcurrentDispatch, CopiedKernels) {
    cl_int code = CL_SUCCESS;
    cl_kernel copy = clCloneKernel(concurrent(barrier_source), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    own(copy);
    std::vector<cl_uint> data(65);
    ASSERT_EQ(run(copy, data, {64}, {16}), CL_COMPLETE);
    EXPECT_EQ(std::count(data.begin(), data.end() - 1, 128u), 64);
}

}  // namespace
