// Fixture that makes a context for each test, with an in-order queue and an out-of-order queue.
#pragma once

#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <gtest/gtest.h>

#include <vector>

class QueueTest : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
        ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr), CL_SUCCESS);
        cl_int code = CL_SUCCESS;
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
        queue = make_queue(CL_QUEUE_PROFILING_ENABLE);
        unordered = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    }

    void TearDown() override {
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
        EXPECT_EQ(clReleaseCommandQueue(unordered), CL_SUCCESS);
        EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
    }

    cl_command_queue make_queue(cl_command_queue_properties bits) {
        const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, bits, 0};
        cl_int code = CL_SUCCESS;
        cl_command_queue made = clCreateCommandQueueWithProperties(context, device, properties, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }

    cl_event user_event() {
        cl_int code = CL_SUCCESS;
        cl_event event = clCreateUserEvent(context, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return event;
    }

    static cl_int status_of(cl_event event) {
        cl_int status = 1000;
        EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
                  CL_SUCCESS);
        return status;
    }

    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;  // in-order, with profiling
    cl_command_queue unordered = nullptr;
};
