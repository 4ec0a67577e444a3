// Checks the common rules of all clGet*Info functions. These functions return CL_INVALID_VALUE if the name is unknown
// or the buffer is too small. Without a buffer, these functions return only the size.
#include <functional>

#include "fixture.h"

namespace lanewise::test {
namespace {

struct Query {
    const char* name;
    cl_uint parameter;  // name of a query that the function answers
    std::function<cl_int(cl_uint, std::size_t, void*, std::size_t*)> ask;
};

class QueryErrors : public ContextTest {
protected:
    void SetUp() override {
        ContextTest::SetUp();
        buffer_ = buffer(64);
        const char* source = "kernel void k(global int* p) { *p = 1; }";
        program_ = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
        ASSERT_EQ(clBuildProgram(program_, 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr), CL_SUCCESS);
        kernel_ = clCreateKernel(program_, "k", nullptr);
        event_ = clCreateUserEvent(context, nullptr);
    }
    void TearDown() override {
        clSetUserEventStatus(event_, CL_COMPLETE);
        clReleaseEvent(event_);
        clReleaseKernel(kernel_);
        clReleaseProgram(program_);
        buffer_.reset();
        ContextTest::TearDown();
    }

    template <class Handle, class Function>
    static Query query(const char* name, Function function, Handle handle, cl_uint parameter) {
        return {name, parameter, [=](cl_uint what, std::size_t size, void* value, std::size_t* size_ret) {
                    return function(handle, what, size, value, size_ret);
                }};
    }

    std::vector<Query> queries() {
        return {
            query("clGetPlatformInfo", clGetPlatformInfo, platform, CL_PLATFORM_NAME),
            query("clGetDeviceInfo", clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS),
            query("clGetContextInfo", clGetContextInfo, context, CL_CONTEXT_NUM_DEVICES),
            query("clGetCommandQueueInfo", clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT),
            query("clGetMemObjectInfo", clGetMemObjectInfo, buffer_.get(), CL_MEM_SIZE),
            query("clGetProgramInfo", clGetProgramInfo, program_, CL_PROGRAM_NUM_DEVICES),
            query("clGetKernelInfo", clGetKernelInfo, kernel_, CL_KERNEL_NUM_ARGS),
            query("clGetEventInfo", clGetEventInfo, event_, CL_EVENT_COMMAND_TYPE),
            {"clGetProgramBuildInfo", CL_PROGRAM_BUILD_STATUS,
             [this](cl_uint what, std::size_t size, void* value, std::size_t* size_ret) {
                 return clGetProgramBuildInfo(program_, device, what, size, value, size_ret);
             }},
            {"clGetKernelWorkGroupInfo", CL_KERNEL_WORK_GROUP_SIZE,
             [this](cl_uint what, std::size_t size, void* value, std::size_t* size_ret) {
                 return clGetKernelWorkGroupInfo(kernel_, device, what, size, value, size_ret);
             }},
            {"clGetKernelArgInfo", CL_KERNEL_ARG_NAME,
             [this](cl_uint what, std::size_t size, void* value, std::size_t* size_ret) {
                 return clGetKernelArgInfo(kernel_, 0, what, size, value, size_ret);
             }},
        };
    }

    Mem buffer_;
    cl_program program_ = nullptr;
    cl_kernel kernel_ = nullptr;
    cl_event event_ = nullptr;
};

TEST_F(QueryErrors, UnknownNames) {
    std::size_t size = 77;
    for (const Query& query : queries()) {
        for (const cl_uint unknown : {0u, 0x7FFFu, ~0u}) {
            EXPECT_EQ(query.ask(unknown, 0, nullptr, &size), CL_INVALID_VALUE) << query.name;
        }
    }
    EXPECT_EQ(size, 77u);
}

TEST_F(QueryErrors, TooSmallBuffers) {
    for (const Query& query : queries()) {
        std::size_t size = 0;
        ASSERT_EQ(query.ask(query.parameter, 0, nullptr, &size), CL_SUCCESS) << query.name;
        ASSERT_GT(size, 0u) << query.name;
        std::vector<char> value(size + 1, 'x');
        EXPECT_EQ(query.ask(query.parameter, size - 1, value.data(), nullptr), CL_INVALID_VALUE) << query.name;
        EXPECT_EQ(query.ask(query.parameter, 0, value.data(), nullptr), CL_INVALID_VALUE) << query.name;
        EXPECT_EQ(value, std::vector<char>(size + 1, 'x')) << query.name;
        EXPECT_EQ(query.ask(query.parameter, size + 1, value.data(), &size), CL_SUCCESS) << query.name;
        EXPECT_EQ(value.back(), 'x') << query.name;
    }
}

TEST_F(QueryErrors, Lists) {
    cl_platform_id platforms[1];
    EXPECT_EQ(clGetPlatformIDs(0, platforms, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetPlatformIDs(0, nullptr, nullptr), CL_INVALID_VALUE);
    cl_device_id devices[1];
    EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, devices, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetKernelArgInfo(kernel_, 1, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr), CL_INVALID_ARG_INDEX);
    cl_uint count = 0;
    cl_image_format format;
    EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count),
              CL_INVALID_VALUE);
    EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, &format, &count),
              CL_INVALID_VALUE);
}

}  // namespace
}  // namespace lanewise::test
