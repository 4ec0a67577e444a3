// Launches work-groups whose size is no multiple of the number of lanes. The first launch with such a size makes the
// driver compile code for partial chunks, whether or not there were launches of other sizes before.
#include <numeric>

#include "kernel_fixture.h"

namespace {

constexpr size_t most = 1000;

// Every work-item adds values of all work-items of its work-group to its result. If a part of a work-group does not
// run, or runs twice, the result is wrong.
constexpr const char* source = R"(
    kernel void k(global int* out, global const int* in) {
        local int tile[256];
        size_t i = get_global_id(0), l = get_local_id(0);
        tile[l] = in[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        int sum = 0;
        for (size_t n = 0; n < get_local_size(0); n++) sum += tile[n];
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[l] = sum + (int)l;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] += tile[get_local_size(0) - 1 - l];
    })";

class RaggedLaunches : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        std::iota(input.begin(), input.end(), 1);
        cl_int code = CL_SUCCESS;
        in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, most * sizeof(cl_int), input.data(),
                            &code);
        out = clCreateBuffer(context, CL_MEM_READ_WRITE, most * sizeof(cl_int), nullptr, &code);
    }
    void TearDown() override {
        clReleaseMemObject(in);
        clReleaseMemObject(out);
        KernelTest::TearDown();
    }

    void expect_right(cl_kernel kernel, size_t global, size_t local) {
        const cl_int zero = 0;
        clEnqueueFillBuffer(queue, out, &zero, sizeof zero, 0, most * sizeof(cl_int), 0, nullptr, nullptr);
        clSetKernelArg(kernel, 0, sizeof out, &out);
        clSetKernelArg(kernel, 1, sizeof in, &in);
        launch(queue, kernel, global, &local);
        std::vector<cl_int> values(global);
        clEnqueueReadBuffer(queue, out, CL_TRUE, 0, global * sizeof(cl_int), values.data(), 0, nullptr, nullptr);
        for (size_t i = 0; i < global; ++i) {
            const size_t first = i / local * local, size = std::min(local, global - first);
            const auto begin = input.begin() + static_cast<std::ptrdiff_t>(first);
            const cl_int sum = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(size), 0);
            const auto mirrored = static_cast<cl_int>(size - 1 - (i - first));
            ASSERT_EQ(values[i], sum + mirrored) << global << '/' << local << ": " << i;
        }
    }

    std::vector<cl_int> input = std::vector<cl_int>(most);
    cl_mem in = nullptr, out = nullptr;
};

TEST_F(RaggedLaunches, AfterWholeOnes) {
    cl_kernel k = kernel(source);
    expect_right(k, 512, 128);
    expect_right(k, 1000, 128);  // the last work-group is smaller
    expect_right(k, 1000, 100);
    expect_right(k, 512, 128);
}

TEST_F(RaggedLaunches, BeforeAnyOther) {
    expect_right(kernel(source), 5, 5);
    expect_right(kernel(source), 999, 37);
}

}  // namespace
