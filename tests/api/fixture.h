// Fixture of most API tests: the device, a context, a queue, and handles that release themselves.
#pragma once

#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

namespace lanewise::test {

struct ReleaseMem {
    void operator()(cl_mem object) const { clReleaseMemObject(object); }
};
struct ReleaseEvent {
    void operator()(cl_event event) const { clReleaseEvent(event); }
};
using Mem = std::unique_ptr<_cl_mem, ReleaseMem>;
using OwnedEvent = std::unique_ptr<_cl_event, ReleaseEvent>;

/// Returns an invalid handle: it points to memory of the application instead of an object.
template <class Handle>
Handle foreign_handle() {
    static std::uint64_t words[32] = {};
    return reinterpret_cast<Handle>(words);
}

class ContextTest : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
        ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
        context = new_context();
        other_context = new_context();
        cl_int status = CL_SUCCESS;
        queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
        ASSERT_EQ(status, CL_SUCCESS);
    }
    void TearDown() override {
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        clReleaseCommandQueue(queue);
        clReleaseContext(other_context);
        clReleaseContext(context);
    }

    cl_context new_context() {
        cl_int status = CL_SUCCESS;
        cl_context created = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
        EXPECT_EQ(status, CL_SUCCESS);
        return created;
    }

    Mem buffer(std::size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE, void* host_ptr = nullptr,
               cl_context in = nullptr) {
        cl_int status = CL_SUCCESS;
        Mem created(clCreateBuffer(in ? in : context, flags, size, host_ptr, &status));
        EXPECT_EQ(status, CL_SUCCESS);
        return created;
    }

    /// Makes a buffer of `size` bytes with the values 0, 1, 2...
    Mem counting_buffer(std::size_t size) {
        std::vector<std::uint8_t> content = counting(size);
        return buffer(size, CL_MEM_COPY_HOST_PTR, content.data());
    }
    static std::vector<std::uint8_t> counting(std::size_t size) {
        std::vector<std::uint8_t> content(size);
        std::iota(content.begin(), content.end(), std::uint8_t{0});
        return content;
    }

    std::vector<std::uint8_t> read(const Mem& from, std::size_t size) {
        std::vector<std::uint8_t> content(size);
        EXPECT_EQ(clEnqueueReadBuffer(queue, from.get(), CL_TRUE, 0, size, content.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        return content;
    }

    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_context other_context = nullptr;  // a second context with the same device
    cl_command_queue queue = nullptr;
};

}  // namespace lanewise::test
