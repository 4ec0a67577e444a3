// Tests programs with so many kernels that the driver compiles them in parts.
#include <string>

#include "kernel_fixture.h"

namespace {

constexpr int kernels = 130;

class ManyKernels : public KernelTest {};

std::string source() {
    std::string text =
        "constant int table[4] = {1, 3, 5, 7};\n"
        "int scaled(int x, int by) { return x * by + table[x & 3]; }\n";
    for (int k = 0; k < kernels; ++k)
        text += "kernel void k" + std::to_string(k) + "(global int* out) { out[get_global_id(0)] = scaled(" +
                std::to_string(k) + ", (int)get_global_id(0)); }\n";
    return text;
}

TEST_F(ManyKernels, ComputeEachTheirOwn) {
    const std::string text = source();
    const char* lines = text.c_str();
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &lines, nullptr, &code);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    std::vector<cl_kernel> made(kernels);
    // Creates the kernels in another order than the source defines them. The loop creates each kernel exactly once,
    // because 37 and the number of kernels have no common divisor.
    for (int i = 0; i < kernels; ++i) {
        const int k = i * 37 % kernels;
        made[k] = clCreateKernel(program, ("k" + std::to_string(k)).c_str(), &code);
        ASSERT_EQ(code, CL_SUCCESS);
        own(made[k]);
    }
    constexpr size_t items = 40;
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_int), nullptr, &code);
    for (int k = 0; k < kernels; ++k) {
        clSetKernelArg(made[k], 0, sizeof out, &out);
        launch(queue, made[k], items);
        std::vector<cl_int> values(items);
        clEnqueueReadBuffer(queue, out, CL_TRUE, 0, items * sizeof(cl_int), values.data(), 0, nullptr, nullptr);
        for (size_t i = 0; i < items; ++i) ASSERT_EQ(values[i], k * static_cast<int>(i) + 2 * (k & 3) + 1) << "k" << k;
    }
    clReleaseMemObject(out);
    clReleaseProgram(program);
}

// Counts the work-items of a launch. Some kernels have the same code for every row; others use ids of dimension 2 or
// linear ids.
TEST_F(ManyKernels, CountEveryWorkItemOfEveryRow) {
    cl_int code = CL_SUCCESS;
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_int), nullptr, &code);
    for (const char* text : {"kernel void k(global int* out) { atomic_inc(out); }",
                             "kernel void k(global int* out) { if (get_global_id(0) < 1000) atomic_inc(out); }",
                             "kernel void k(global int* out) { atomic_add(out, get_local_id(2) < 9); }",
                             "kernel void k(global int* out) { local int n; if (get_local_linear_id() == 0) n = 0;\n"
                             "    barrier(CLK_LOCAL_MEM_FENCE); atomic_inc(&n); barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "    if (get_local_linear_id() == 0) atomic_add(out, n); }",
                             "kernel void k(global int* out) { local int n; n = 0; barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "    atomic_inc(&n); barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "    if (atomic_xchg(&n, 0) != 0) atomic_add(out, (int)(get_local_size(0) *\n"
                             "        get_local_size(1) * get_local_size(2))); }"}) {
        cl_kernel counts = kernel(text);
        clSetKernelArg(counts, 0, sizeof out, &out);
        for (const auto& local : {std::array<size_t, 3>{4, 2, 2}, {1, 3, 5}, {32, 2, 1}, {7, 1, 3}}) {
            constexpr std::array<size_t, 3> global{71, 5, 7};
            const cl_int zero = 0;
            clEnqueueFillBuffer(queue, out, &zero, sizeof zero, 0, sizeof zero, 0, nullptr, nullptr);
            ASSERT_EQ(
                clEnqueueNDRangeKernel(queue, counts, 3, nullptr, global.data(), local.data(), 0, nullptr, nullptr),
                CL_SUCCESS);
            cl_int count = 0;
            clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof count, &count, 0, nullptr, nullptr);
            EXPECT_EQ(count, 71 * 5 * 7) << text << local[0] << 'x' << local[1] << 'x' << local[2];
        }
    }
    clReleaseMemObject(out);
}

}  // namespace
