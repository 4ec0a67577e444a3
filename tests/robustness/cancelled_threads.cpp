// Cancels threads while they call functions of OpenCL. The called functions must return before the threads end.
#include <gtest/gtest.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>

#include "session.h"

namespace lanewise::test {
namespace {

/// Runs `body` in a thread that may be cancelled.
template <class Body>
class Cancellable {
public:
    explicit Cancellable(Body& body) { pthread_create(&thread_, nullptr, &run, &body); }
    void cancel() const { pthread_cancel(thread_); }
    /// Waits for the end of the thread, and returns whether the thread was cancelled.
    bool join() const {
        void* result = nullptr;
        pthread_join(thread_, &result);
        return result == PTHREAD_CANCELED;
    }

private:
    static void* run(void* body) {
        (*static_cast<Body*>(body))();
        return nullptr;
    }
    pthread_t thread_{};
};

TEST(CancelledThreads, WaitsReturnFirst) {
    Session session;
    session.build();
    for (int way = 0; way < 3; ++way) {
        cl_event event = clCreateUserEvent(session.context, nullptr);
        ASSERT_EQ(clEnqueueMarkerWithWaitList(session.queue, 1, &event, nullptr), CL_SUCCESS);
        std::atomic<bool> returned = false;
        auto wait = [&] {
            char byte = 0;
            cl_mem buffer = clCreateBuffer(session.context, CL_MEM_READ_WRITE, 1, nullptr, nullptr);
            if (way == 0) clFinish(session.queue);
            if (way == 1) clWaitForEvents(1, &event);
            if (way == 2) clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, 1, &byte, 0, nullptr, nullptr);
            clReleaseMemObject(buffer);
            returned = true;
            pthread_testcancel();
        };
        const Cancellable thread(wait);
        usleep(20'000);
        thread.cancel();
        usleep(20'000);
        EXPECT_FALSE(returned);
        ASSERT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
        EXPECT_TRUE(thread.join());
        EXPECT_TRUE(returned);
        clReleaseEvent(event);
    }
    EXPECT_TRUE(session.computes());
}

/// Builds a program with a new source and runs it, so that the thread accesses files of the cache and prints the
/// kernel's output. The program is small, so that the thread accesses the files and prints the output before it is
/// cancelled.
void build_and_print(const Session& session, cl_uint salt) {
    const char* source = "kernel void k(global uint* data) { *data = SALT; printf(\"%s\", \"\"); }";
    const std::string options = "-DSALT=" + std::to_string(salt);
    const std::size_t one = 1;
    cl_program program = clCreateProgramWithSource(session.context, 1, &source, nullptr, nullptr);
    clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr);
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    cl_mem data = clCreateBuffer(session.context, CL_MEM_READ_WRITE, sizeof salt, nullptr, nullptr);
    clSetKernelArg(kernel, 0, sizeof data, &data);
    clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    cl_uint result = 0;
    clEnqueueReadBuffer(session.queue, data, CL_TRUE, 0, sizeof result, &result, 0, nullptr, nullptr);
    EXPECT_EQ(result, salt);
    clReleaseMemObject(data);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

void CL_CALLBACK sleep_a_while(void*) { usleep(1000); }

// Reaches all cancellation points of the driver. These points are in code that accesses files of the cache, writes the
// log, prints the output of kernels, or calls functions of the application.
TEST(CancelledThreads, AtAnyMoment) {
    ASSERT_EQ(setenv("LANEWISE_LOG", "1", 1), 0);
    std::string folder = testing::TempDir() + "lanewise-cancelled-XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    ASSERT_EQ(setenv("LANEWISE_CACHE_DIR", folder.c_str(), 1), 0);
    Session first;
    first.build();
    std::atomic<cl_uint> salt = 1;
    std::atomic<bool> cancelled = false;
    std::atomic<int> unfinished = 0;
    auto use = [&] {
        while (!cancelled) {
            ++unfinished;
            {
                const Session own;
                build_and_print(own, ++salt);
                clEnqueueNativeKernel(own.queue, sleep_a_while, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr);
                clFinish(own.queue);
                clReleaseContext(nullptr);  // an error, which is written to the log
            }
            --unfinished;
        }
        pthread_testcancel();
    };
    for (unsigned i = 0; i < 40; ++i) {
        cancelled = false;
        const Cancellable thread(use);
        usleep(1000 * (i % 20));
        thread.cancel();
        usleep(1000);
        cancelled = true;
        EXPECT_TRUE(thread.join());
        ASSERT_EQ(unfinished, 0) << "a function of OpenCL did not return";
    }
    EXPECT_TRUE(first.computes());
    std::filesystem::remove_all(folder);
}

// A callback that calls pthread_cancel on its own thread must not cancel this thread, because the thread belongs to the
// driver.
TEST(CancelledThreads, CallbacksCancelTheirThreads) {
    Session session;
    session.build();
    std::atomic<int> called = 0;
    for (int i = 1; i <= 20; ++i) {
        cl_event event = nullptr;
        ASSERT_EQ(clEnqueueMarkerWithWaitList(session.queue, 0, nullptr, &event), CL_SUCCESS);
        const auto callback = [](cl_event, cl_int, void* count) {
            pthread_cancel(pthread_self());
            ++*static_cast<std::atomic<int>*>(count);
        };
        ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, callback, &called), CL_SUCCESS);
        ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
        while (called < i) usleep(100);
        clReleaseEvent(event);
    }
    EXPECT_TRUE(session.computes());
}

}  // namespace
}  // namespace lanewise::test
