// Tests that the driver's threads do not disturb the application. The driver's threads must neither receive the
// application's signals nor delay the application's waits.
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "session.h"
#include "time_limit.h"

namespace lanewise::test {
namespace {

/// Runs each case in a new process, which is set up before the driver is loaded and is killed if it hangs.
class Threads : public testing::Test {
protected:
    void SetUp() override {
        testing::GTEST_FLAG(death_test_style) = "threadsafe";
        setenv("LANEWISE_MAX_COMPUTE_UNITS", "1", 1);
    }
};

/// Returns whether the thread has blocked `signal`, according to /proc. Also returns true if the thread has ended.
bool blocks(const std::filesystem::path& thread, int signal) {
    std::ifstream status(thread / "status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("SigBlk:")) return std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1;
    }
    return true;  // no status file: the thread has ended
}

/// A kernel that runs until the host stops it.
class Spinner {
public:
    explicit Spinner(const Session& session) {
        const char* source =
            "kernel void spin(global atomic_int* flags) { atomic_fetch_add(flags, 1);"
            " while (atomic_load(flags + 1) == 0); }";
        cl_int code = CL_SUCCESS;
        program_ = clCreateProgramWithSource(session.context, 1, &source, nullptr, &code);
        clBuildProgram(program_, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr);
        kernel_ = clCreateKernel(program_, "spin", &code);
        queue = clCreateCommandQueueWithProperties(session.context, session.device, nullptr, &code);
        buffer_ = clCreateBuffer(session.context, CL_MEM_USE_HOST_PTR, sizeof flags_, flags_, &code);
        clSetKernelArg(kernel_, 0, sizeof buffer_, &buffer_);
    }

    void enqueue(std::size_t groups) const {
        const std::size_t one = 1;
        clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &groups, &one, 0, nullptr, nullptr);
    }
    void wait_until_it_runs() {
        while (std::atomic_ref<int>(flags_[0]) == 0) usleep(1000);
    }
    void stop() { std::atomic_ref<int>(flags_[1]).store(1); }

    cl_command_queue queue = nullptr;

private:
    alignas(128) int flags_[32] = {};
    cl_program program_ = nullptr;
    cl_kernel kernel_ = nullptr;
    cl_mem buffer_ = nullptr;
};

[[noreturn]] void take_no_signals() {
    unsetenv("LANEWISE_MAX_COMPUTE_UNITS");
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    Session session;
    session.build();
    std::atomic<bool> called = false;
    cl_event event = clCreateUserEvent(session.context, nullptr);
    clSetEventCallback(
        event, CL_COMPLETE, [](cl_event, cl_int, void* flag) { *static_cast<std::atomic<bool>*>(flag) = true; },
        &called);
    clSetUserEventStatus(event, CL_COMPLETE);
    session.start_long_kernel();
    while (!called) usleep(1000);
    usleep(50'000);
    bool right = true;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
        if (thread.path().filename() == std::to_string(getpid())) continue;
        right = right && blocks(thread, SIGUSR1) && blocks(thread, SIGTERM) && !blocks(thread, SIGSEGV);
    }
    for (int i = 0; i < 100; ++i) kill(getpid(), SIGUSR1);
    usleep(10'000);
    _exit(right ? 3 : 4);
}

TEST_F(Threads, OfTheDriverTakeNoSignals) { EXPECT_EXIT(take_no_signals(), testing::ExitedWithCode(3), ""); }

[[noreturn]] void write_beside_a_kernel() {
    limit_time(30);
    Session session;
    session.build();
    Spinner spinner(session);
    spinner.enqueue(8);
    clFlush(spinner.queue);
    spinner.wait_until_it_runs();
    // The kernel occupies the device's only worker thread. The host's other work must not wait for the kernel.
    const bool right = session.computes();
    spinner.stop();
    clFinish(spinner.queue);
    _exit(right ? 3 : 4);
}

TEST_F(Threads, WhatIsShortIsNotHeldUpByKernels) {
    EXPECT_EXIT(write_beside_a_kernel(), testing::ExitedWithCode(3), "");
}

[[noreturn]] void wait_with_a_kernel_ready() {
    limit_time(30);
    Session session;
    session.build();
    bool right = true;
    for (int i = 0; i < 5; ++i) {
        Spinner spinner(session);
        spinner.enqueue(4);
        // The kernel is ready to run, but this thread waits for other work. If this thread ran work-groups of the
        // kernel, it would never return.
        right = right && session.computes();
        spinner.stop();
        clFinish(spinner.queue);
    }
    _exit(right ? 3 : 4);
}

TEST_F(Threads, WhoWaitsIsNotCapturedByAForeignKernel) {
    EXPECT_EXIT(wait_with_a_kernel_ready(), testing::ExitedWithCode(3), "");
}

// The last command depends, directly or indirectly, on commands in queues that no call flushes.
[[noreturn]] void wait_across_queues() {
    limit_time(30);
    Session session;
    session.build();
    cl_int code = CL_SUCCESS;
    cl_command_queue queues[3] = {};
    for (auto& queue : queues) {
        queue = clCreateCommandQueueWithProperties(session.context, session.device, nullptr, &code);
    }
    bool right = true;
    for (int round = 0; round < 50; ++round) {
        cl_event last = nullptr;
        for (int i = 0; i < 100; ++i) {
            cl_event event = nullptr;
            clEnqueueMarkerWithWaitList(queues[i % 3], last ? 1 : 0, last ? &last : nullptr, &event);
            if (last) clReleaseEvent(last);
            last = event;
        }
        right = right && clWaitForEvents(1, &last) == CL_SUCCESS;
        clReleaseEvent(last);
    }
    _exit(right ? 3 : 4);
}

TEST_F(Threads, WaitsAcrossQueuesComeToAnEnd) { EXPECT_EXIT(wait_across_queues(), testing::ExitedWithCode(3), ""); }

struct Meeting {
    std::mutex mutex;
    std::condition_variable changed;
    int here = 0;
};

[[noreturn]] void meet_in_callbacks() {
    limit_time(30);
    Session session;
    static Meeting meeting;
    constexpr int parties = 8;
    const auto meet = [](cl_event, cl_int, void*) {
        std::unique_lock lock(meeting.mutex);
        ++meeting.here;
        meeting.changed.notify_all();
        meeting.changed.wait(lock, [] { return meeting.here == parties; });
    };
    cl_event event = clCreateUserEvent(session.context, nullptr);
    for (int i = 0; i < parties; ++i) clSetEventCallback(event, CL_COMPLETE, meet, nullptr);
    clSetUserEventStatus(event, CL_COMPLETE);
    std::unique_lock lock(meeting.mutex);
    meeting.changed.wait(lock, [] { return meeting.here == parties; });
    _exit(3);
}

TEST_F(Threads, CallbacksMayWaitForEachOther) { EXPECT_EXIT(meet_in_callbacks(), testing::ExitedWithCode(3), ""); }

}  // namespace
}  // namespace lanewise::test
