#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#include "queue_fixture.h"

namespace {

using CommandQueue = QueueTest;

TEST_F(CommandQueue, RefusesBadProperties) {
    cl_int code = CL_SUCCESS;
    const auto error_of = [&](std::vector<cl_queue_properties> list) {
        cl_command_queue made = clCreateCommandQueueWithProperties(context, device, list.data(), &code);
        EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
        if (made) clReleaseCommandQueue(made);
        return code;
    };
    EXPECT_EQ(error_of({CL_QUEUE_PROPERTIES, 0x1000, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(error_of({0x9999, 0, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(error_of({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(error_of({0}), CL_SUCCESS);
    EXPECT_EQ(clCreateCommandQueue(context, device, 0x1000, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
    EXPECT_EQ(clCreateCommandQueue(context, nullptr, 0, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
}

TEST_F(CommandQueue, AnswersQueries) {
    cl_command_queue_properties bits = 0;
    EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof bits, &bits, nullptr), CL_SUCCESS);
    EXPECT_EQ(bits, cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE});
    size_t size = 0;
    EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, 3 * sizeof(cl_queue_properties));
    cl_uint number = 0;
    EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof number, &number, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clGetCommandQueueInfo(queue, 0x1234, sizeof number, &number, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, 1, &number, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof number, &number, nullptr), CL_SUCCESS);
    EXPECT_EQ(number, 1u);
}

TEST_F(CommandQueue, TimersAgree) {
    cl_ulong on_device = 0, first = 0, second = 0;
    EXPECT_EQ(clGetDeviceAndHostTimer(device, &on_device, &first), CL_SUCCESS);
    EXPECT_EQ(clGetHostTimer(device, &second), CL_SUCCESS);
    EXPECT_EQ(on_device, first);
    EXPECT_GE(second, first);
    EXPECT_EQ(clGetHostTimer(device, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetDeviceAndHostTimer(device, nullptr, &first), CL_INVALID_VALUE);
    EXPECT_EQ(clGetHostTimer(nullptr, &first), CL_INVALID_DEVICE);
}

TEST_F(CommandQueue, PropertiesStayAsTheyAre) {
    cl_command_queue_properties old = 0;
    EXPECT_EQ(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old), CL_INVALID_OPERATION);
}

}  // namespace
