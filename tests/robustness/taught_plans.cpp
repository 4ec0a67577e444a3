// Checks that the driver compiles code with other plans for frequently launched kernels. Until this code exists,
// launches run code with the plan that the planner chose. The test finds the compiled plans in the files that
// LANEWISE_DUMP requests.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "session.h"

namespace lanewise::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* work = R"(
    void work(global int* out) {
        const size_t i = get_global_id(0);
        uchar table[64];
        for (int n = 0; n < 64; ++n) table[n] = (uchar)(n * 37 + (int)i);
        uint h = (uint)i * 2654435761u;
        for (int n = 0; n < 100; ++n) h = (h >> 3) ^ (h << 7) ^ table[h & 63];
        out[i] = (int)h;
    })";

bool holds_other_plans(const fs::path& folder, const std::string& kernel) {
    constexpr std::array<const char*, 5> lanes{"one_lane", "lanes_8", "lanes_16", "lanes_32", "along_1"};
    for (const auto& program : fs::directory_iterator(folder))
        for (const char* const plan : lanes)
            if (fs::exists(program.path() / plan / kernel)) return true;
    return false;
}

class TaughtPlans : public testing::Test {
protected:
    // All tests use one folder, because the driver reads the environment only once.
    static void SetUpTestSuite() {
        ASSERT_NE(mkdtemp(made_), nullptr);
        setenv("LANEWISE_DUMP", made_, 1);
    }
    static void TearDownTestSuite() { fs::remove_all(made_); }

    // Launches the kernel `kernel_name` of `source` until the driver has compiled other plans for the kernel `taught`.
    // The latter is the launched kernel, or a child that this kernel enqueues.
    void teach(const std::string& source, const char* kernel_name, const std::string& taught,
               const std::function<void(Session&, cl_kernel)>& set_arguments, const std::vector<size_t>& global,
               const size_t* local) {
        Session session;
        cl_program program = session.make_program(source.c_str());
        ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
        cl_kernel kernel = clCreateKernel(program, kernel_name, nullptr);
        cl_mem out = clCreateBuffer(session.context, CL_MEM_READ_WRITE, 4096 * sizeof(cl_int), nullptr, nullptr);
        EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
        set_arguments(session, kernel);
        const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
        while (!holds_other_plans(made_, taught) && std::chrono::steady_clock::now() < end) {
            ASSERT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, static_cast<cl_uint>(global.size()), nullptr,
                                             global.data(), local, 0, nullptr, nullptr),
                      CL_SUCCESS);
            ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
        }
        EXPECT_TRUE(holds_other_plans(made_, taught));
        clReleaseMemObject(out);
        clReleaseKernel(kernel);
        clReleaseProgram(program);
    }

private:
    static inline char made_[] = "/tmp/lanewise-plans-XXXXXX";
};

// Each child has 4096 work-items and enqueues the next child.
TEST_F(TaughtPlans, OfChildren) {
    const std::string source = std::string(work) + R"(
        void next(queue_t queue, global int* out, int left) {
            if (left == 0) return;
            enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(4096), ^{
                if (get_global_id(0) == 0) next(queue, out, left - 1);
                work(out);
            });
        }
        kernel void children(global int* out, queue_t queue) { next(queue, out, 20); })";
    cl_command_queue queue = nullptr;
    const auto set_queue = [&](Session& session, cl_kernel kernel) {
        const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES,
                                                 CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
        queue = clCreateCommandQueueWithProperties(session.context, session.device, on_device, nullptr);
        EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof queue, &queue), CL_SUCCESS);
    };
    teach(source, "children", "__next_block_invoke_kernel", set_queue, {1}, nullptr);
    clReleaseCommandQueue(queue);
}

// Launches of few work-items do not wait for the compilation of code that suits their small work-groups. The driver
// must nevertheless try other plans for such launches.
TEST_F(TaughtPlans, OfNarrowLaunchesOfFewWorkItems) {
    const std::string source = std::string(work) + R"(
        kernel void narrow(global int* out) {
            work(out);
            out[get_global_id(0)] += (int)get_local_id(0);
        })";
    const size_t local = 4;
    teach(source, "narrow", "narrow", [](Session&, cl_kernel) {}, {1024}, &local);
}

// Launches of few work-items do not wait for code with lanes along dimension 1. Such launches run this code after it
// has been compiled.
TEST_F(TaughtPlans, OfColumnsOfFewWorkItems) {
    const char* source = R"(
        kernel void columns(global int* out) {
            local int column[64];
            const size_t x = get_global_id(0), y = get_local_id(1);
            column[y] = (int)(x + y);
            barrier(CLK_LOCAL_MEM_FENCE);
            int sum = column[63 - y];
            for (size_t k = 0; k < get_global_size(1) * 4; ++k) sum = sum * 3 ^ (int)k;
            out[y * 8 + x] = sum + (int)get_local_id(0);
        })";
    const std::array<size_t, 2> local{1, 64};
    teach(source, "columns", "columns", [](Session&, cl_kernel) {}, {8, 64}, local.data());
}

}  // namespace
}  // namespace lanewise::test
