// Tests sizes of work-groups: the largest size with barriers and private memory, and the size that the driver chooses
// if local_work_size is NULL.
#include <CL/cl_ext.h>

#include <numeric>

#include "kernel_fixture.h"

namespace {

class WorkGroups : public KernelTest {
protected:
    template <class T>
    T info(cl_device_info name) {
        T value{};
        EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }
    std::vector<cl_int> run(cl_kernel kernel, size_t global, const size_t* local, size_t results) {
        cl_int code = CL_SUCCESS;
        cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, results * 4, nullptr, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
        launch(queue, kernel, global, local);
        std::vector<cl_int> values(results);
        EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, results * 4, values.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        clReleaseMemObject(buffer);
        return values;
    }
};

TEST_F(WorkGroups, TheLargestWorkWithBarriersAndPrivateArrays) {
    const size_t largest = info<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
    ASSERT_GE(largest, 8192u);
    const cl_kernel sum = kernel(
        "kernel void k(global int* out) {"
        "  local int shared[8192]; int own[64]; size_t i = get_local_id(0), n = get_local_size(0);"
        "  for (int j = 0; j < 64; ++j) own[j] = i + j;"
        "  shared[i] = 1;"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  for (size_t step = n / 2; step > 0; step /= 2) {"
        "    if (i < step) shared[i] += shared[i + step];"
        "    barrier(CLK_LOCAL_MEM_FENCE); }"
        "  out[get_global_id(0)] = shared[0] + own[(i * 7) % 64]; }");
    for (const size_t local : {largest, largest / 2, size_t{1}}) {
        const auto values = run(sum, 2 * largest, &local, 2 * largest);
        for (size_t i = 0; i < values.size(); ++i) {
            const size_t id = i % local;
            ASSERT_EQ(values[i], static_cast<cl_int>(local + id + (id * 7) % 64)) << local << ' ' << i;
        }
    }
}

// Old kernels declare local memory as `volatile`; this must not change their results.
TEST_F(WorkGroups, VolatileLocalMemoryIsSummedUp) {
    const cl_kernel sum = kernel(R"(
        kernel void k(global int* out) {
            local volatile int shared[128];
            int l = get_local_id(0);
            shared[l] = (int)get_global_id(0);
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int half_size = 64; half_size > 0; half_size /= 2) {
                if (l < half_size) shared[l] += shared[l + half_size];
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            out[get_global_id(0)] = shared[0];
        })");
    const size_t local = 128;
    const auto values = run(sum, 512, &local, 512);
    for (size_t i = 0; i < values.size(); ++i) {
        const auto first = static_cast<cl_int>(i / local * local);
        ASSERT_EQ(values[i], 128 * first + 127 * 64) << i;
    }
}

// Counts without atomics, as programs did when devices had no local atomics. A work-item writes the new count together
// with the work-item's own tag. It then reads the count again, and repeats the write if another work-item's tag is
// there.
TEST_F(WorkGroups, TagsInVolatileLocalMemoryTellWhoWroteLast) {
    const cl_kernel count = kernel(R"(
        kernel void k(global int* out) {
            local volatile uint counts[4];
            uint l = get_local_id(0);
            if (l < 4) counts[l] = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint i = 0; i < 10; ++i) {
                uint bin = (l * 7 + i * i) % 4, count;
                do {
                    count = l << 27 | ((counts[bin] & 0x7ffffff) + 1);
                    counts[bin] = count;
                } while (counts[bin] != count);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            out[get_global_id(0)] = counts[l % 4] & 0x7ffffff;
        })");
    const size_t local = 32;
    for (const cl_int counted : run(count, 128, &local, 128)) ASSERT_EQ(counted, 80);
}

// Each work-group waits for the previous one. OpenCL does not guarantee that such a wait ends, but programs rely on it.
TEST_F(WorkGroups, AreBegunInOrderWhereTheyCanWait) {
    const cl_kernel pass_on = kernel(R"(
        kernel void k(global int* out) {
            volatile global int* sums = out;
            int g = get_group_id(0), own = g * 7 % 11;
            if (get_local_id(0) != 0) return;
            if (g != 0) while (sums[g - 1] == 0);
            sums[g] = (g != 0 ? sums[g - 1] : 1) + own;
        })");
    const size_t local = 8, groups = 20'000;
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, groups * 4, nullptr, &code);
    clSetKernelArg(pass_on, 0, sizeof buffer, &buffer);
    for (int round = 0; round < 5; ++round) {
        const cl_int zero = 0;
        clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, groups * 4, 0, nullptr, nullptr);
        launch(queue, pass_on, groups * local, &local);
        std::vector<cl_int> sums(groups);
        ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, groups * 4, sums.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        cl_int expected = 1;
        for (size_t g = 0; g < groups; ++g) ASSERT_EQ(sums[g], expected += static_cast<cl_int>(g * 7 % 11)) << g;
    }
    clReleaseMemObject(buffer);
}

TEST_F(WorkGroups, SuggestedSizeIsTheOneThatNullGets) {
    const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
    ASSERT_NE(suggest, nullptr);
    const cl_kernel tell =
        kernel("kernel void k(global int* out) { out[get_global_id(0)] = get_enqueued_local_size(0); }");
    size_t multiple = 0;
    clGetKernelWorkGroupInfo(tell, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof multiple, &multiple,
                             nullptr);
    for (const size_t global : {1, 13, 64, 1000, 1009, 65536, 100003}) {
        const auto values = run(tell, global, nullptr, global);
        size_t suggested = 0;
        clSetKernelArg(tell, 0, sizeof(cl_mem), nullptr);  // run() has released the buffer that was the argument
        ASSERT_EQ(suggest(queue, tell, 1, nullptr, &global, &suggested), CL_SUCCESS);
        EXPECT_EQ(values.front(), static_cast<cl_int>(suggested)) << global;
        if (global >= 64) {
            EXPECT_EQ(suggested % multiple, 0u) << global;
        }
    }
}

}  // namespace
