#include <algorithm>
#include <limits>

#include "queue_fixture.h"

namespace {

/// Launches kernels of a program in OpenCL C 3.0, which allows non-uniform work-groups.
class KernelLaunch : public QueueTest {
protected:
    void SetUp() override {
        QueueTest::SetUp();
        const char* source =
            "kernel void add(global int* a, int n) { a[get_global_id(0)] += n; }\n"
            "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void four(global int* a) {\n"
            "    a[get_global_id(0)] = get_local_size(0); }\n";
        cl_int code = CL_SUCCESS;
        program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
        ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
        add = clCreateKernel(program, "add", &code);
        ASSERT_EQ(code, CL_SUCCESS);
        four = clCreateKernel(program, "four", &code);
        ASSERT_EQ(code, CL_SUCCESS);
        buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 1000 * sizeof(cl_int), nullptr, &code);
        const cl_int zero = 0;
        clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, 1000 * sizeof(cl_int), 0, nullptr, nullptr);
    }
    void TearDown() override {
        clReleaseMemObject(buffer);
        clReleaseKernel(add);
        clReleaseKernel(four);
        clReleaseProgram(program);
        QueueTest::TearDown();
    }

    void set_arguments(cl_int n) {
        EXPECT_EQ(clSetKernelArg(add, 0, sizeof buffer, &buffer), CL_SUCCESS);
        EXPECT_EQ(clSetKernelArg(add, 1, sizeof n, &n), CL_SUCCESS);
        EXPECT_EQ(clSetKernelArg(four, 0, sizeof buffer, &buffer), CL_SUCCESS);
    }
    cl_int launch(cl_kernel kernel, cl_uint dims, const size_t* global, const size_t* local,
                  const size_t* offset = nullptr) {
        return clEnqueueNDRangeKernel(queue, kernel, dims, offset, global, local, 0, nullptr, nullptr);
    }
    std::vector<cl_int> content() {
        std::vector<cl_int> values(1000);
        EXPECT_EQ(
            clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 1000 * sizeof(cl_int), values.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
        return values;
    }

    cl_program program = nullptr;
    cl_kernel add = nullptr, four = nullptr;
    cl_mem buffer = nullptr;
};

TEST_F(KernelLaunch, RunsEveryItemOnce) {
    set_arguments(3);
    const size_t global = 1000, remainder = 64;
    EXPECT_EQ(launch(add, 1, &global, nullptr), CL_SUCCESS);
    EXPECT_EQ(launch(add, 1, &global, &remainder), CL_SUCCESS);
    EXPECT_EQ(content(), std::vector<cl_int>(1000, 6));
}

// The code that is compiled first assumes ids below 2^31. Launches with larger ids must run other code.
TEST_F(KernelLaunch, TruncatesLargeIds) {
    const char* source =
        "kernel void signs(global int* a, ulong first) {\n"
        "    int i = get_global_id(0); long l = i; a[get_global_id(0) - first] = l < 0 ? -1 : 1; }\n";
    cl_int code = CL_SUCCESS;
    cl_program signs = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    ASSERT_EQ(clBuildProgram(signs, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(signs, "signs", &code);
    ASSERT_EQ(code, CL_SUCCESS);
    const size_t global = 1000, large = (size_t{1} << 31) - 437, small = 7;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof large, &large), CL_SUCCESS);
    EXPECT_EQ(launch(kernel, 1, &global, nullptr, &large), CL_SUCCESS);
    std::vector<cl_int> expected(1000, -1);
    std::fill_n(expected.begin(), 437, 1);
    EXPECT_EQ(content(), expected);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof small, &small), CL_SUCCESS);
    EXPECT_EQ(launch(kernel, 1, &global, nullptr, &small), CL_SUCCESS);
    EXPECT_EQ(content(), std::vector<cl_int>(1000, 1));
    clReleaseKernel(kernel);
    clReleaseProgram(signs);
}

TEST_F(KernelLaunch, CapturesArgumentsAtEnqueue) {
    cl_event gate = user_event();
    set_arguments(1);
    const size_t global = 1000;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &global, nullptr, 1, &gate, nullptr), CL_SUCCESS);
    set_arguments(50);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(content(), std::vector<cl_int>(1000, 1));
    clReleaseEvent(gate);
}

TEST_F(KernelLaunch, FailedEventTerminatesAndBlockingReadTells) {
    cl_event gate = user_event();
    set_arguments(1);
    const size_t global = 1000;
    cl_event launched = nullptr;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &global, nullptr, 1, &gate, &launched), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(gate, -7), CL_SUCCESS);
    cl_int word = 0;
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof word, &word, 1, &launched, nullptr),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(content(), std::vector<cl_int>(1000, 0));
    clReleaseEvent(launched);
    clReleaseEvent(gate);
}

TEST_F(KernelLaunch, RefusesBadSizes) {
    const size_t global = 1000, zero = 0, huge = 8193, wrong = 8;
    EXPECT_EQ(launch(add, 1, &global, nullptr), CL_INVALID_KERNEL_ARGS);
    set_arguments(1);
    EXPECT_EQ(launch(add, 0, &global, nullptr), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(launch(add, 4, &global, nullptr), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(launch(add, 1, &global, &zero), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(launch(add, 1, &global, &huge), CL_INVALID_WORK_ITEM_SIZE);
    const size_t plane[] = {1024, 1024}, square[] = {128, 128};
    EXPECT_EQ(launch(add, 2, plane, square), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(launch(four, 1, &global, &wrong), CL_INVALID_WORK_GROUP_SIZE);
    const size_t last = std::numeric_limits<size_t>::max();
    EXPECT_EQ(launch(add, 1, &global, nullptr, &last), CL_INVALID_GLOBAL_OFFSET);
    const size_t countless[] = {last, last};
    EXPECT_EQ(launch(add, 2, countless, nullptr), CL_INVALID_GLOBAL_WORK_SIZE);
    EXPECT_EQ(launch(nullptr, 1, &global, nullptr), CL_INVALID_KERNEL);
    EXPECT_EQ(clEnqueueNDRangeKernel(nullptr, add, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(content(), std::vector<cl_int>(1000, 0));
}

TEST_F(KernelLaunch, RequiredSizeHoldsWithoutLocalSize) {
    set_arguments(1);
    const size_t global = 1000;
    EXPECT_EQ(launch(four, 1, &global, nullptr), CL_SUCCESS);
    EXPECT_EQ(content(), std::vector<cl_int>(1000, 4));
}

// "If global_work_size is NULL, or the value in any passed dimension is 0 then the kernel command will trivially
// succeed after its event dependencies are satisfied". The test tries every combination of dimensions that are 0, with
// many values of the other arguments. A local size of 0 is an error, just as for NDRanges that are not empty.
TEST_F(KernelLaunch, EmptyRangeSucceeds) {
    set_arguments(1);
    const size_t most = std::numeric_limits<size_t>::max() / 2;
    const std::vector<std::vector<size_t>> locals{{2, 2, 2}, {4, 1, 1}, {1, 1, 1}, {0, 0, 0}, {2, 0, 2}};
    const std::vector<std::vector<size_t>> offsets{{0, 0, 0}, {5, 6, 7}, {most, most, most}};
    for (cl_uint dimensions = 1; dimensions <= 3; ++dimensions)
        for (unsigned zeros = 1; zeros < 1u << dimensions; ++zeros)
            for (const size_t other : {size_t{4}, size_t{1} << 40}) {
                size_t global[3];
                for (unsigned d = 0; d < 3; ++d) global[d] = zeros >> d & 1 ? 0 : other;
                EXPECT_EQ(launch(add, dimensions, global, nullptr), CL_SUCCESS);
                EXPECT_EQ(launch(four, dimensions, global, nullptr), CL_SUCCESS);
                for (const auto& offset : offsets)
                    for (const auto& local : locals) {
                        const bool is_zero = std::count(local.begin(), local.begin() + dimensions, size_t{0}) != 0;
                        EXPECT_EQ(launch(add, dimensions, global, local.data(), offset.data()),
                                  is_zero ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS);
                    }
            }
    EXPECT_EQ(launch(add, 1, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(launch(add, 3, nullptr, locals[0].data(), offsets[1].data()), CL_SUCCESS);
    EXPECT_EQ(content(), std::vector<cl_int>(1000, 0));
    const size_t zero = 0, wrong = 8, huge = 8193;
    EXPECT_EQ(launch(four, 1, &zero, &wrong), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(launch(add, 1, &zero, &huge), CL_INVALID_WORK_ITEM_SIZE);
}

// A launch without work-items must behave like a marker: it waits for its wait list and then completes its event.
TEST_F(KernelLaunch, EmptyRangeWaitsAndCompletes) {
    set_arguments(1);
    cl_event gate = user_event();
    cl_event launched = nullptr;
    const size_t global[] = {4, 0}, local[] = {2, 2};
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, add, 2, nullptr, global, local, 1, &gate, &launched), CL_SUCCESS);
    const auto status = [&] {
        cl_int value = CL_QUEUED;
        EXPECT_EQ(clGetEventInfo(launched, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof value, &value, nullptr),
                  CL_SUCCESS);
        return value;
    };
    EXPECT_NE(status(), CL_COMPLETE);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &launched), CL_SUCCESS);
    EXPECT_EQ(status(), CL_COMPLETE);
    EXPECT_EQ(content(), std::vector<cl_int>(1000, 0));
    clReleaseEvent(launched);
    clReleaseEvent(gate);
}

TEST_F(KernelLaunch, NativeKernelGetsAddresses) {
    struct Arguments {
        cl_int* data;
        cl_int value;
    } arguments{nullptr, 9};
    const void* place = &arguments.data;
    const auto function = [](void* raw) {
        auto* const given = static_cast<Arguments*>(raw);
        for (int i = 0; i < 1000; ++i) given->data[i] = given->value;
    };
    EXPECT_EQ(
        clEnqueueNativeKernel(queue, function, &arguments, sizeof arguments, 1, &buffer, &place, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(content(), std::vector<cl_int>(1000, 9));
    EXPECT_EQ(clEnqueueNativeKernel(queue, nullptr, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(clEnqueueNativeKernel(queue, function, nullptr, 8, 0, nullptr, nullptr, 0, nullptr, nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(
        clEnqueueNativeKernel(queue, function, &arguments, sizeof arguments, 1, nullptr, &place, 0, nullptr, nullptr),
        CL_INVALID_VALUE);
    cl_mem none = nullptr;
    EXPECT_EQ(
        clEnqueueNativeKernel(queue, function, &arguments, sizeof arguments, 1, &none, &place, 0, nullptr, nullptr),
        CL_INVALID_MEM_OBJECT);
}

}  // namespace
