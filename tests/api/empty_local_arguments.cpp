// Tests `local` arguments of size 0, which OpenCL 3.1 allows, and local sizes of 0, which are errors.
#include <array>

#include "kernel_fixture.h"

namespace {

using EmptyLocalArguments = KernelTest;

constexpr const char* source = R"(
    kernel void k(global int* out, local int* first, local double16* empty, local int* last, int use) {
        int l = get_local_id(0), n = get_local_size(0);
        first[l] = l;
        last[l] = 1000 + l;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (use) empty[l] = (double16)(7);
        out[get_global_id(0)] = first[n - 1 - l] * 10000 + last[n - 1 - l];
    })";

// "For OpenCL 3.1 and newer, arg_size may be zero, indicating that no local memory is required for the kernel
// argument."
TEST_F(EmptyLocalArguments, TakeNoMemory) {
    const cl_kernel made = kernel(source);
    constexpr size_t items = 256, local = 64;
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_int), nullptr, nullptr);
    const cl_int use = 0;
    const auto memory = [&] {
        cl_ulong bytes = 0;
        EXPECT_EQ(clGetKernelWorkGroupInfo(made, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, nullptr),
                  CL_SUCCESS);
        return bytes;
    };
    clSetKernelArg(made, 0, sizeof out, &out);
    clSetKernelArg(made, 4, sizeof use, &use);
    ASSERT_EQ(clSetKernelArg(made, 1, local * sizeof(cl_int), nullptr), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(made, 3, local * sizeof(cl_int), nullptr), CL_SUCCESS);
    size_t global = items;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, made, 1, nullptr, &global, &local, 0, nullptr, nullptr),
              CL_INVALID_KERNEL_ARGS);
    const cl_ulong before = memory();
    ASSERT_EQ(clSetKernelArg(made, 2, 0, nullptr), CL_SUCCESS);
    EXPECT_EQ(memory(), before);
    launch(queue, made, items, &local);
    std::array<cl_int, items> values{};
    ASSERT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof values, values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    for (size_t i = 0; i < items; ++i) {
        const auto other = static_cast<cl_int>(local - 1 - i % local);
        ASSERT_EQ(values[i], other * 10000 + 1000 + other) << i;
    }
    // An argument that was set to size 0 can be set to another size later.
    ASSERT_EQ(clSetKernelArg(made, 2, local * 128, nullptr), CL_SUCCESS);
    EXPECT_GE(memory(), before + local * 128);
    clReleaseMemObject(out);
}

TEST_F(EmptyLocalArguments, MayBeAllThatAKernelHas) {
    const cl_kernel made = kernel("kernel void k(global int* out, local int* empty) { out[0] = 5; }");
    const cl_int zero = 0;
    cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof zero, const_cast<cl_int*>(&zero), nullptr);
    clSetKernelArg(made, 0, sizeof out, &out);
    ASSERT_EQ(clSetKernelArg(made, 1, 0, nullptr), CL_SUCCESS);
    cl_kernel copy = clCloneKernel(made, nullptr);
    own(copy);
    launch(queue, copy, 1);
    cl_int value = 0;
    ASSERT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(value, 5);
    clReleaseMemObject(out);
}

// Section 5.10: "CL_INVALID_WORK_GROUP_SIZE if local_work_size is not NULL and if the total number of work-items in the
// work-group is zero".
TEST_F(EmptyLocalArguments, AreNoEmptyWorkGroups) {
    const cl_kernel made = kernel("kernel void k() {}");
    const size_t global[] = {16, 16, 16};
    for (unsigned d = 0; d < 3; ++d) {
        size_t local[] = {1, 1, 1};
        local[d] = 0;
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, made, 3, nullptr, global, local, 0, nullptr, nullptr),
                  CL_INVALID_WORK_GROUP_SIZE);
    }
}

}  // namespace
