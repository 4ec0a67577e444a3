// Tests errors of two functions that are similar to clEnqueueNDRangeKernel: clEnqueueTask and
// clGetKernelSuggestedLocalWorkSize.
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_ext.h>

#include <cstdint>

#include "kernel_fixture.h"

namespace {

class LaunchErrors : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
            clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSize"));
        ASSERT_NE(suggest, nullptr);
    }

    clGetKernelSuggestedLocalWorkSizeKHR_fn suggest = nullptr;
};

// "CL_INVALID_WORK_GROUP_SIZE if a work-group size is specified for kernel in the program source and it is
// not (1, 1, 1)."
TEST_F(LaunchErrors, TasksAreOneWorkItem) {
    const cl_kernel one = kernel("kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k() {}");
    const cl_kernel two = kernel("kernel __attribute__((reqd_work_group_size(2, 1, 1))) void k() {}");
    const cl_kernel deep = kernel("kernel __attribute__((reqd_work_group_size(1, 1, 4))) void k() {}");
    EXPECT_EQ(clEnqueueTask(queue, one, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clEnqueueTask(queue, two, 0, nullptr, nullptr), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(clEnqueueTask(queue, deep, 0, nullptr, nullptr), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(LaunchErrors, SuggestedSizeChecksItsArguments) {
    const cl_kernel plain = kernel("kernel void k() {}");
    const cl_kernel lacking = kernel("kernel void k(int x) {}");
    const size_t sizes[] = {64, 1, 1}, none[] = {64, 0, 1}, offset[] = {SIZE_MAX, 0, 0};
    size_t suggested[3] = {7, 7, 7};
    EXPECT_EQ(suggest(nullptr, plain, 1, nullptr, sizes, suggested), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(suggest(queue, nullptr, 1, nullptr, sizes, suggested), CL_INVALID_KERNEL);
    EXPECT_EQ(suggest(queue, lacking, 1, nullptr, sizes, suggested), CL_INVALID_KERNEL_ARGS);
    EXPECT_EQ(suggest(queue, plain, 0, nullptr, sizes, suggested), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(suggest(queue, plain, 4, nullptr, sizes, suggested), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(suggest(queue, plain, 1, nullptr, nullptr, suggested), CL_INVALID_GLOBAL_WORK_SIZE);
    EXPECT_EQ(suggest(queue, plain, 2, nullptr, none, suggested), CL_INVALID_GLOBAL_WORK_SIZE);
    EXPECT_EQ(suggest(queue, plain, 1, offset, sizes, suggested), CL_INVALID_GLOBAL_OFFSET);
    EXPECT_EQ(suggest(queue, plain, 1, nullptr, sizes, nullptr), CL_INVALID_VALUE);
    cl_context elsewhere = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue other = clCreateCommandQueueWithProperties(elsewhere, device, nullptr, nullptr);
    EXPECT_EQ(suggest(other, plain, 1, nullptr, sizes, suggested), CL_INVALID_CONTEXT);
    clReleaseCommandQueue(other);
    clReleaseContext(elsewhere);
    // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue".
    const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES,
                                             CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_command_queue device_queue = clCreateCommandQueueWithProperties(context, device, on_device, nullptr);
    EXPECT_EQ(suggest(device_queue, plain, 1, nullptr, sizes, suggested), CL_INVALID_COMMAND_QUEUE);
    clReleaseCommandQueue(device_queue);
    EXPECT_EQ(suggested[0], 7u);
    EXPECT_EQ(suggest(queue, plain, 1, nullptr, sizes, suggested), CL_SUCCESS);
    EXPECT_LE(suggested[0], 64u);
}

// "CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built program executable available for the
// device associated with command_queue."
TEST_F(LaunchErrors, ProgramsOfAnotherDevice) {
    const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0};
    cl_device_id parts[2] = {};
    if (clCreateSubDevices(device, counts, 2, parts, nullptr) != CL_SUCCESS) {
        GTEST_SKIP() << "the device has one compute unit";
    }
    cl_context both = clCreateContext(nullptr, 2, parts, nullptr, nullptr, nullptr);
    const char* source = "kernel void k() {}";
    cl_program program = clCreateProgramWithSource(both, 1, &source, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 1, &parts[0], "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel made = clCreateKernel(program, "k", nullptr);
    cl_command_queue second = clCreateCommandQueueWithProperties(both, parts[1], nullptr, nullptr);
    const size_t one = 1;
    size_t suggested = 0;
    EXPECT_EQ(clEnqueueNDRangeKernel(second, made, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_INVALID_PROGRAM_EXECUTABLE);
    EXPECT_EQ(clEnqueueTask(second, made, 0, nullptr, nullptr), CL_INVALID_PROGRAM_EXECUTABLE);
    EXPECT_EQ(suggest(second, made, 1, nullptr, &one, &suggested), CL_INVALID_PROGRAM_EXECUTABLE);
    clReleaseCommandQueue(second);
    clReleaseKernel(made);
    clReleaseProgram(program);
    clReleaseContext(both);
    for (cl_device_id part : parts) clReleaseDevice(part);
}

TEST_F(LaunchErrors, KernelsOfAnotherContext) {
    const cl_kernel made = kernel("kernel void k() {}");
    cl_context other_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue other = clCreateCommandQueueWithProperties(other_context, device, nullptr, nullptr);
    const std::size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(other, made, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(clEnqueueTask(other, made, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    clReleaseCommandQueue(other);
    clReleaseContext(other_context);
}

TEST_F(LaunchErrors, TasksLackArguments) {
    const cl_kernel made = kernel("kernel void k(global int* p) { *p = 1; }");
    EXPECT_EQ(clEnqueueTask(queue, made, 0, nullptr, nullptr), CL_INVALID_KERNEL_ARGS);
}

}  // namespace
