// Kernels that kernels enqueue run the first plan until they are hot: then other plans are compiled for them, too, as
// the files tell that are dumped then.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <string>

#include "session.h"

namespace lanewise::test {
namespace {

namespace fs = std::filesystem;

// A child of 4096 work-items enqueues the next one.
constexpr const char* source = R"(
    void work(global int* out) {
        const size_t i = get_global_id(0);
        uchar table[64];
        for (int n = 0; n < 64; ++n) table[n] = (uchar)(n * 37 + (int)i);
        uint h = (uint)i * 2654435761u;
        for (int n = 0; n < 100; ++n) h = (h >> 3) ^ (h << 7) ^ table[h & 63];
        out[i] = (int)h;
    }
    void next(queue_t queue, global int* out, int left) {
        if (left == 0) return;
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(4096), ^{
            if (get_global_id(0) == 0) next(queue, out, left - 1);
            work(out);
        });
    }
    kernel void children(queue_t queue, global int* out) { next(queue, out, 20); })";

bool holds_other_plans(const fs::path& folder) {
    constexpr std::array<const char*, 4> lanes{"one_lane", "eight_lanes", "sixteen_lanes", "thirty_two_lanes"};
    for (const auto& program : fs::directory_iterator(folder))
        for (const char* const plan : lanes)
            if (fs::exists(program.path() / plan / "__next_block_invoke_kernel")) return true;
    return false;
}

TEST(TaughtChildren, RunOtherPlans) {
    char made[] = "/tmp/lanewise-children-XXXXXX";
    ASSERT_NE(mkdtemp(made), nullptr);
    const fs::path folder = made;
    setenv("LANEWISE_DUMP", made, 1);
    {
        Session session;
        const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES,
                                                 CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
        cl_command_queue queue =
            clCreateCommandQueueWithProperties(session.context, session.device, on_device, nullptr);
        cl_program program = session.make_program(source);
        ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
        cl_kernel kernel = clCreateKernel(program, "children", nullptr);
        cl_mem out = clCreateBuffer(session.context, CL_MEM_READ_WRITE, 4096 * sizeof(cl_int), nullptr, nullptr);
        EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof queue, &queue), CL_SUCCESS);
        EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof out, &out), CL_SUCCESS);
        const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
        while (!holds_other_plans(folder) && std::chrono::steady_clock::now() < end) {
            const size_t one = 1;
            ASSERT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
                      CL_SUCCESS);
            ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
        }
        EXPECT_TRUE(holds_other_plans(folder));
        clReleaseMemObject(out);
        clReleaseKernel(kernel);
        clReleaseProgram(program);
        clReleaseCommandQueue(queue);
    }
    fs::remove_all(folder);
}

}  // namespace
}  // namespace lanewise::test
