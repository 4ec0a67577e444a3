#include "queue_fixture.h"

namespace {

using Contexts = QueueTest;

cl_int create_error(const cl_context_properties* properties, cl_uint count, const cl_device_id* devices,
                    void* user_data = nullptr) {
    cl_int code = CL_SUCCESS;
    cl_context made = clCreateContext(properties, count, devices, nullptr, user_data, &code);
    EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
    if (made) clReleaseContext(made);
    return code;
}

TEST_F(Contexts, RefusesBadArguments) {
    EXPECT_EQ(create_error(nullptr, 0, &device), CL_INVALID_VALUE);
    EXPECT_EQ(create_error(nullptr, 1, nullptr), CL_INVALID_VALUE);
    int data = 0;
    EXPECT_EQ(create_error(nullptr, 1, &device, &data), CL_INVALID_VALUE);
    const cl_context_properties unknown[] = {0x7777, 1, 0};
    EXPECT_EQ(create_error(unknown, 1, &device), CL_INVALID_PROPERTY);
    const auto value = reinterpret_cast<cl_context_properties>(platform);
    const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, value, CL_CONTEXT_PLATFORM, value, 0};
    EXPECT_EQ(create_error(twice, 1, &device), CL_INVALID_PROPERTY);
    const cl_context_properties good[] = {CL_CONTEXT_PLATFORM, value, 0};
    EXPECT_EQ(create_error(good, 1, &device), CL_SUCCESS);
}

TEST_F(Contexts, IgnoresDuplicateDevices) {
    const cl_device_id twice[] = {device, device};
    cl_int code = CL_SUCCESS;
    cl_context made = clCreateContext(nullptr, 2, twice, nullptr, nullptr, &code);
    cl_uint count = 0;
    EXPECT_EQ(clGetContextInfo(made, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 1u);
    clReleaseContext(made);
}

TEST_F(Contexts, FromTypeFindsOnlyTheCpu) {
    cl_int code = CL_SUCCESS;
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform),
                                                0};
    EXPECT_EQ(clCreateContextFromType(properties, CL_DEVICE_TYPE_GPU, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_DEVICE_NOT_FOUND);
    EXPECT_EQ(clCreateContextFromType(properties, 0x40, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE_TYPE);
}

TEST_F(Contexts, ReleasedHandleIsRefused) {
    cl_int code = CL_SUCCESS;
    cl_context made = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    EXPECT_EQ(clReleaseContext(made), CL_SUCCESS);
    EXPECT_EQ(clReleaseContext(made), CL_INVALID_CONTEXT);
    EXPECT_EQ(clRetainContext(made), CL_INVALID_CONTEXT);
    // A handle of another type must be refused.
    EXPECT_EQ(clRetainContext(reinterpret_cast<cl_context>(queue)), CL_INVALID_CONTEXT);
}

TEST_F(Contexts, DestructorCallbacksRunInReverse) {
    struct Log {
        std::vector<int> order;
    };
    static Log log;
    log.order.clear();
    cl_int code = CL_SUCCESS;
    cl_context made = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    EXPECT_EQ(clSetContextDestructorCallback(made, nullptr, nullptr), CL_INVALID_VALUE);
    const auto first = [](cl_context, void*) { log.order.push_back(1); };
    const auto second = [](cl_context, void*) { log.order.push_back(2); };
    EXPECT_EQ(clSetContextDestructorCallback(made, first, nullptr), CL_SUCCESS);
    EXPECT_EQ(clSetContextDestructorCallback(made, second, nullptr), CL_SUCCESS);
    EXPECT_TRUE(log.order.empty());
    EXPECT_EQ(clReleaseContext(made), CL_SUCCESS);
    EXPECT_EQ(log.order, (std::vector<int>{2, 1}));
}

// Section 4.4: "When the callback function is called by the implementation, the context is no longer valid".
TEST_F(Contexts, IsNoneInItsDestructorCallback) {
    static std::vector<cl_int> codes;
    codes.clear();
    const auto destroyed = [](cl_context context, void*) {
        codes.push_back(clRetainContext(context));
        codes.push_back(clReleaseContext(context));
        codes.push_back(clSetContextDestructorCallback(context, [](cl_context, void*) {}, nullptr));
    };
    cl_int code = CL_SUCCESS;
    cl_context made = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    EXPECT_EQ(clSetContextDestructorCallback(made, destroyed, nullptr), CL_SUCCESS);
    EXPECT_EQ(clReleaseContext(made), CL_SUCCESS);
    EXPECT_EQ(codes, std::vector<cl_int>(3, CL_INVALID_CONTEXT));
}

TEST_F(Contexts, RefusesBadProperties) {
    const auto code_of = [this](const cl_context_properties* properties, void* user_data) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clCreateContext(properties, 1, &device, nullptr, user_data, &code), nullptr);
        return code;
    };
    const auto platform_value = reinterpret_cast<cl_context_properties>(platform);
    const cl_context_properties unknown[] = {0x7777, 1, 0};
    const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, platform_value, CL_CONTEXT_PLATFORM, platform_value, 0};
    const cl_context_properties neither[] = {CL_CONTEXT_INTEROP_USER_SYNC, 7, 0};
    EXPECT_EQ(code_of(unknown, nullptr), CL_INVALID_PROPERTY);
    EXPECT_EQ(code_of(twice, nullptr), CL_INVALID_PROPERTY);
    EXPECT_EQ(code_of(neither, nullptr), CL_INVALID_PROPERTY);
    const cl_context_properties nowhere[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(queue), 0};
    EXPECT_EQ(code_of(nowhere, nullptr), CL_INVALID_PLATFORM);
    EXPECT_EQ(code_of(nullptr, this), CL_INVALID_VALUE);
    cl_int code = CL_SUCCESS;
    const cl_context_properties typed[] = {CL_CONTEXT_PLATFORM, platform_value, 0x7777, 1, 0};
    EXPECT_EQ(clCreateContextFromType(typed, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_PROPERTY);
    const cl_context_properties plain[] = {CL_CONTEXT_PLATFORM, platform_value, 0};
    EXPECT_EQ(clCreateContextFromType(plain, CL_DEVICE_TYPE_CPU, nullptr, this, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
    EXPECT_EQ(clCreateContextFromType(plain, cl_device_type{1} << 40, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE_TYPE);
    EXPECT_EQ(clCreateContextFromType(plain, CL_DEVICE_TYPE_GPU, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_DEVICE_NOT_FOUND);
}

}  // namespace
