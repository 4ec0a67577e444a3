// Tests cl_khr_priority_hints, cl_khr_throttle_hints and cl_khr_create_command_queue.
#include <CL/cl_ext.h>

#include <string>

#include "kernel_fixture.h"

namespace {

class QueueHints : public KernelTest {
protected:
    cl_int create_status(std::vector<cl_queue_properties> properties) {
        properties.push_back(0);
        cl_int code = CL_SUCCESS;
        cl_command_queue made = clCreateCommandQueueWithProperties(context, device, properties.data(), &code);
        if (made) clReleaseCommandQueue(made);
        return code;
    }
};

TEST_F(QueueHints, ExtensionsAreReported) {
    size_t size = 0;
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size);
    std::string names(size, '\0');
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, names.data(), nullptr);
    for (const char* name : {"cl_khr_priority_hints", "cl_khr_throttle_hints", "cl_khr_create_command_queue"}) {
        EXPECT_NE(names.find(name), std::string::npos) << name;
    }
}

TEST_F(QueueHints, ValuesAreChecked) {
    for (const cl_queue_properties value : {1, 2, 4}) {
        EXPECT_EQ(create_status({CL_QUEUE_PRIORITY_KHR, value}), CL_SUCCESS);
        EXPECT_EQ(create_status({CL_QUEUE_THROTTLE_KHR, value}), CL_SUCCESS);
    }
    for (const cl_queue_properties value : {0, 3, 8}) {
        EXPECT_EQ(create_status({CL_QUEUE_PRIORITY_KHR, value}), CL_INVALID_VALUE);
        EXPECT_EQ(create_status({CL_QUEUE_THROTTLE_KHR, value}), CL_INVALID_VALUE);
    }
    EXPECT_EQ(create_status({CL_QUEUE_PRIORITY_KHR, 1, CL_QUEUE_PRIORITY_KHR, 1}), CL_INVALID_VALUE);
    EXPECT_EQ(create_status({CL_QUEUE_PRIORITY_KHR, 1, CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE}),
              CL_INVALID_QUEUE_PROPERTIES);
}

TEST_F(QueueHints, QueuesOfAllKindsWork) {
    const cl_kernel add = kernel("kernel void k(global int* p) { atomic_inc(p); }");
    cl_int code = CL_SUCCESS;
    cl_int sum = 0;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof sum, &sum, &code);
    clSetKernelArg(add, 0, sizeof buffer, &buffer);
    std::vector<cl_command_queue> queues;
    for (const cl_queue_properties priority : {1, 2, 4}) {
        for (const cl_queue_properties throttle : {1, 2, 4}) {
            const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, priority, CL_QUEUE_THROTTLE_KHR, throttle, 0};
            queues.push_back(clCreateCommandQueueWithProperties(context, device, list, &code));
            ASSERT_EQ(code, CL_SUCCESS);
            cl_queue_properties told[5] = {};
            EXPECT_EQ(clGetCommandQueueInfo(queues.back(), CL_QUEUE_PROPERTIES_ARRAY, sizeof told, told, nullptr),
                      CL_SUCCESS);
            EXPECT_EQ(told[3], throttle);
        }
    }
    for (int round = 0; round < 10; ++round) {
        for (cl_command_queue on : queues) launch(on, add, 1000);
    }
    for (cl_command_queue on : queues) {
        EXPECT_EQ(clFinish(on), CL_SUCCESS);
        clReleaseCommandQueue(on);
    }
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof sum, &sum, 0, nullptr, nullptr);
    EXPECT_EQ(sum, 9 * 10 * 1000);
    clReleaseMemObject(buffer);
}

TEST_F(QueueHints, CreateCommandQueueExtension) {
    const auto create = reinterpret_cast<clCreateCommandQueueWithPropertiesKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandQueueWithPropertiesKHR"));
    ASSERT_NE(create, nullptr);
    const cl_queue_properties_khr list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_int code = 1;
    cl_command_queue made = create(context, device, list, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(clReleaseCommandQueue(made), CL_SUCCESS);
    const cl_queue_properties_khr bad[] = {0x9999, 1, 0};
    EXPECT_EQ(create(context, device, bad, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
}

}  // namespace
