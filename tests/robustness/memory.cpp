// When memory is short: the code that says so, and everything works again when it is not.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <fstream>

#include "session.h"

namespace lanewise::test {
namespace {

/// While it lives, this process gets no more than a few megabytes of further addresses.
class ShortOfMemory {
public:
    ShortOfMemory() {
        getrlimit(RLIMIT_AS, &old_);
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        rlimit limit = old_;
        limit.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + (std::size_t{8} << 20);
        setrlimit(RLIMIT_AS, &limit);
    }
    ~ShortOfMemory() { setrlimit(RLIMIT_AS, &old_); }
    ShortOfMemory(const ShortOfMemory&) = delete;
    ShortOfMemory& operator=(const ShortOfMemory&) = delete;

private:
    rlimit old_{};
};

class Memory : public testing::Test {
protected:
    void SetUp() override {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
        GTEST_SKIP() << "a sanitizer needs its own addresses";
#endif
#endif
    }
};

TEST_F(Memory, BuffersThatDoNotFit) {
    Session session;
    constexpr std::size_t size = std::size_t{64} << 20;
    cl_int code = CL_SUCCESS;
    {
        const ShortOfMemory limit;
        EXPECT_EQ(clCreateBuffer(session.context, 0, size, nullptr, &code), nullptr);
        EXPECT_EQ(code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
        EXPECT_EQ(clSVMAlloc(session.context, CL_MEM_READ_WRITE, size, 0), nullptr);
    }
    cl_mem buffer = clCreateBuffer(session.context, 0, size, nullptr, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
}

std::atomic<int> reports = 0;

// A command that cannot get its memory when it runs fails; the context's pfn_notify is told.
TEST_F(Memory, KernelsThatDoNotFit) {
    Session session;
    cl_int code = CL_SUCCESS;
    const auto notify = [](const char* message, const void*, std::size_t, void*) {
        EXPECT_NE(message, nullptr);
        ++reports;
    };
    cl_context context = clCreateContext(nullptr, 1, &session.device, notify, nullptr, &code);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, session.device, nullptr, &code);
    const char* source =
        "kernel void k(global int* out) { volatile uchar large[1 << 20]; large[out[0]] = 5;"
        " barrier(CLK_LOCAL_MEM_FENCE); out[1] = large[out[0]]; }";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "k", &code);
    cl_int values[2] = {};
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &code);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    const std::size_t items = 64;
    cl_event event = nullptr;
    {
        const ShortOfMemory limit;
        ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, &event),
                  CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
    cl_int status = 1;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    EXPECT_EQ(status, CL_OUT_OF_RESOURCES);
    EXPECT_EQ(reports, 1);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(values[1], 5);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

}  // namespace
}  // namespace lanewise::test
