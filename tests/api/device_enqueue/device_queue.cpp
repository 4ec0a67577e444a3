// Tests device queues as objects of the API: properties, sizes, the default queue, and the calls that accept only host
// queues or only device queues.
#include <utility>

#include "device_queue_fixture.h"

namespace {

class DeviceQueue : public DeviceQueueTest {
protected:
    cl_int code_of(std::vector<cl_queue_properties> properties) {
        cl_int code = CL_SUCCESS;
        cl_command_queue made = clCreateCommandQueueWithProperties(context, device, properties.data(), &code);
        EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
        if (made) clReleaseCommandQueue(made);
        return code;
    }

    template <class T>
    T ask_device(cl_device_info name) {
        T value{};
        EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }

    cl_command_queue default_of(cl_command_queue asked) {
        cl_command_queue found = nullptr;
        EXPECT_EQ(clGetCommandQueueInfo(asked, CL_QUEUE_DEVICE_DEFAULT, sizeof found, &found, nullptr), CL_SUCCESS);
        return found;
    }
};

TEST_F(DeviceQueue, PropertiesAreChecked) {
    const auto most = ask_device<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
    EXPECT_EQ(code_of({CL_QUEUE_PROPERTIES, on_device, 0}), CL_SUCCESS);
    EXPECT_EQ(code_of({CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_SIZE, most, 0}), CL_SUCCESS);
    EXPECT_EQ(code_of({CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_SIZE, cl_queue_properties{most} + 1, 0}),
              CL_INVALID_QUEUE_PROPERTIES);
    EXPECT_EQ(code_of({CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_SIZE, 0, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({CL_QUEUE_SIZE, 4096, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({CL_QUEUE_PROPERTIES, 0, CL_QUEUE_SIZE, 4096, 0}), CL_INVALID_VALUE);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateCommandQueue(context, device, on_device, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
}

TEST_F(DeviceQueue, TellsItsSizeAndProperties) {
    cl_uint bytes = 0;
    EXPECT_EQ(clGetCommandQueueInfo(device_queue, CL_QUEUE_SIZE, sizeof bytes, &bytes, nullptr), CL_SUCCESS);
    EXPECT_EQ(bytes, ask_device<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE));
    cl_command_queue small = make_sized_queue(20000);
    EXPECT_EQ(clGetCommandQueueInfo(small, CL_QUEUE_SIZE, sizeof bytes, &bytes, nullptr), CL_SUCCESS);
    EXPECT_EQ(bytes, 20000u);
    cl_command_queue_properties bits = 0;
    EXPECT_EQ(clGetCommandQueueInfo(small, CL_QUEUE_PROPERTIES, sizeof bits, &bits, nullptr), CL_SUCCESS);
    EXPECT_EQ(bits, on_device);
    EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof bytes, &bytes, nullptr), CL_INVALID_COMMAND_QUEUE);
    clReleaseCommandQueue(small);
    EXPECT_EQ(ask_device<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES),
              cl_device_device_enqueue_capabilities{CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT});
}

TEST_F(DeviceQueue, ThereIsOneDefault) {
    EXPECT_EQ(default_of(queue), device_queue);
    EXPECT_EQ(default_of(device_queue), device_queue);
    cl_command_queue same = make_queue(on_device | CL_QUEUE_ON_DEVICE_DEFAULT);
    EXPECT_EQ(same, device_queue);
    cl_command_queue other = make_queue(on_device);
    EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, other), CL_SUCCESS);
    EXPECT_EQ(default_of(queue), other);
    const char* source = R"(kernel void k(global int* out) {
        out[0] = get_default_queue() == CLK_NULL_QUEUE;
        out[1] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[2] = 1; });
    })";
    const char* debug = "-cl-std=CL3.0 -g";
    EXPECT_EQ(run(source, 3, 1, debug), (std::vector<cl_int>{0, 0, 1}));
    clReleaseCommandQueue(other);
    EXPECT_EQ(default_of(queue), nullptr);
    constexpr cl_int invalid_queue = -102;  // CLK_INVALID_QUEUE
    EXPECT_EQ(run(source, 3, 1, debug), (std::vector<cl_int>{1, invalid_queue, 0}));
    EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, same), CL_SUCCESS);
    EXPECT_EQ(default_of(queue), device_queue);
    clReleaseCommandQueue(same);
}

TEST_F(DeviceQueue, OnlyDeviceQueuesCanBeTheDefault) {
    EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, nullptr), CL_INVALID_COMMAND_QUEUE);
    cl_command_queue gone = make_queue(on_device);
    clReleaseCommandQueue(gone);
    EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, gone), CL_INVALID_COMMAND_QUEUE);
    cl_int code = CL_SUCCESS;
    cl_context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    EXPECT_EQ(clSetDefaultDeviceCommandQueue(other, device, device_queue), CL_INVALID_COMMAND_QUEUE);
    clReleaseContext(other);
}

// "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue."
TEST_F(DeviceQueue, TheHostDoesNotEnqueueToIt) {
    cl_mem buffer = zeros(4);
    cl_kernel made = build("kernel void k(global int* out) { out[0] = 1; }");
    clSetKernelArg(made, 0, sizeof buffer, &buffer);
    cl_int words[4] = {};
    const size_t one = 1;
    cl_int code = CL_SUCCESS;
    cl_command_queue bad = device_queue;
    EXPECT_EQ(clEnqueueNDRangeKernel(bad, made, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clEnqueueTask(bad, made, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clEnqueueReadBuffer(bad, buffer, CL_TRUE, 0, 4, words, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clEnqueueWriteBuffer(bad, buffer, CL_TRUE, 0, 4, words, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clEnqueueFillBuffer(bad, buffer, words, 4, 0, 4, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clEnqueueMapBuffer(bad, buffer, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clEnqueueMarkerWithWaitList(bad, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clEnqueueBarrierWithWaitList(bad, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clEnqueueMigrateMemObjects(bad, 1, &buffer, 0, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clEnqueueSVMMemFill(bad, words, words, 4, 4, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clFlush(bad), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clFinish(bad), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(DeviceQueue, ArgumentsAreDeviceQueues) {
    cl_kernel made = build("kernel void k(queue_t queue, global int* out) { out[0] = queue != CLK_NULL_QUEUE; }");
    cl_mem out = zeros(1);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof out, &out), CL_SUCCESS);
    cl_command_queue none = nullptr;
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof queue, &queue), CL_INVALID_DEVICE_QUEUE);
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof none, &none), CL_INVALID_DEVICE_QUEUE);
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof none, nullptr), CL_INVALID_DEVICE_QUEUE);
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof out, &out), CL_INVALID_DEVICE_QUEUE);
    EXPECT_EQ(clSetKernelArg(made, 0, 4, &device_queue), CL_INVALID_ARG_SIZE);
    cl_command_queue gone = make_queue(on_device);
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof gone, &gone), CL_SUCCESS);
    clReleaseCommandQueue(gone);
    const size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, made, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_INVALID_KERNEL_ARGS);
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof gone, &gone), CL_INVALID_DEVICE_QUEUE);
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof device_queue, &device_queue), CL_SUCCESS);
    launch(queue, made, 1);
    EXPECT_EQ(read(out)[0], 1);
}

// A kernel that enqueues to the queue of another device must get CLK_INVALID_QUEUE, even if both devices belong to the
// same context. Each device has its own default queue.
TEST_F(DeviceQueue, QueuesAreOfOneDevice) {
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint count = 0;
    if (clCreateSubDevices(device, equally, 0, nullptr, &count) != CL_SUCCESS) GTEST_SKIP() << "one compute unit";
    std::vector<cl_device_id> parts(count);
    ASSERT_EQ(clCreateSubDevices(device, equally, count, parts.data(), nullptr), CL_SUCCESS);
    const char* source = R"(kernel void k(global int* out, queue_t other) {
        out[0] = enqueue_kernel(other, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[2] = 1; });
        out[1] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[3] = 1; });
    })";
    cl_int code = CL_SUCCESS;
    cl_context both = clCreateContext(nullptr, count, parts.data(), nullptr, nullptr, &code);
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, on_device | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
    cl_command_queue defaults[2], hosts[2];
    for (int i = 0; i < 2; ++i) {
        defaults[i] = clCreateCommandQueueWithProperties(both, parts[i], properties, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        hosts[i] = clCreateCommandQueueWithProperties(both, parts[i], nullptr, &code);
    }
    EXPECT_NE(defaults[0], defaults[1]);
    cl_program program = clCreateProgramWithSource(both, 1, &source, nullptr, &code);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0 -g", nullptr, nullptr), CL_SUCCESS);
    cl_kernel made = clCreateKernel(program, "k", &code);
    for (int i = 0; i < 2; ++i) {
        cl_int out[4] = {};
        cl_mem buffer = clCreateBuffer(both, CL_MEM_USE_HOST_PTR, sizeof out, out, &code);
        clSetKernelArg(made, 0, sizeof buffer, &buffer);
        clSetKernelArg(made, 1, sizeof defaults[1 - i], &defaults[1 - i]);
        launch(hosts[i], made, 1);
        EXPECT_EQ(clFinish(hosts[i]), CL_SUCCESS);
        EXPECT_EQ(std::vector<cl_int>(out, out + 4), (std::vector<cl_int>{-102, 0, 0, 1}));
        clReleaseMemObject(buffer);
    }
    clReleaseKernel(made);
    clReleaseProgram(program);
    for (int i = 0; i < 2; ++i) clReleaseCommandQueue(defaults[i]), clReleaseCommandQueue(hosts[i]);
    clReleaseContext(both);
    for (cl_device_id part : parts) clReleaseDevice(part);
}

// The application must not be able to create a kernel object for a block.
TEST_F(DeviceQueue, BlocksHaveNoName) {
    const char* source =
        "kernel void k(global int* out) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ out[0] = 1; }); }";
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
    size_t count = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 1u);
    char names[100] = {};
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, nullptr), CL_SUCCESS);
    EXPECT_STREQ(names, "k");
    EXPECT_EQ(clCreateKernel(program, "__k_block_invoke_kernel", &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_KERNEL_NAME);
    cl_kernel made = nullptr;
    cl_uint kernels = 0;
    EXPECT_EQ(clCreateKernelsInProgram(program, 1, &made, &kernels), CL_SUCCESS);
    EXPECT_EQ(kernels, 1u);
    clReleaseKernel(made);
    clReleaseProgram(program);
}

// Links two sources that were compiled separately, and stores the linked program as a binary. The two sources have
// blocks with the same name; each block must keep its own code.
TEST_F(DeviceQueue, LinkedAndStoredProgramsEnqueue) {
    const char* sources[] = {
        "static void f(global int* out) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ out[0] = 1; }); }"
        "void g(global int* out); kernel void k(global int* out) { f(out); g(out); }",
        "static void f(global int* out) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ out[1] = 2; }); }"
        "void g(global int* out) { f(out); }"};
    cl_program parts[2];
    cl_int code = CL_SUCCESS;
    for (int i = 0; i < 2; ++i) {
        parts[i] = clCreateProgramWithSource(context, 1, &sources[i], nullptr, &code);
        ASSERT_EQ(clCompileProgram(parts[i], 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr),
                  CL_SUCCESS);
    }
    cl_program whole = clLinkProgram(context, 0, nullptr, "", 2, parts, nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    size_t bytes = 0;
    clGetProgramInfo(whole, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr);
    std::vector<unsigned char> binary(bytes);
    unsigned char* place = binary.data();
    clGetProgramInfo(whole, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr);
    const unsigned char* stored = binary.data();
    cl_program again = clCreateProgramWithBinary(context, 1, &device, &bytes, &stored, nullptr, &code);
    ASSERT_EQ(clBuildProgram(again, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    for (cl_program program : {whole, again}) {
        cl_kernel made = clCreateKernel(program, "k", &code);
        ASSERT_EQ(code, CL_SUCCESS);
        cl_mem out = zeros(2);
        clSetKernelArg(made, 0, sizeof out, &out);
        launch(queue, made, 1);
        EXPECT_EQ(read(out), (std::vector<cl_int>{1, 2}));
        clReleaseKernel(made);
        clReleaseProgram(program);
    }
    for (cl_program part : parts) clReleaseProgram(part);
}

}  // namespace
