// Tests kernels that never end. An application can terminate the context of an endless kernel
// (cl_khr_terminate_context). This must work for every kernel, on every thread that runs kernels, and with every signal
// handler of the application. A process can end while endless kernels run.
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "time_limit.h"

namespace lanewise::test {
namespace {

/// If `condition` is false, exits with a number derived from the source line. If all conditions of a process hold, the
/// process exits with 3.
#define REQUIRE(condition) \
    if (!(condition)) _exit(__LINE__ % 200 + 20)

// Each kernel runs until *p is not 0, which never happens.
constexpr const char* source = R"(
kernel void uniform(global volatile int* p, global float* out) {
    while (!p[0]) ;
}
kernel void empty(global volatile int* p, global float* out) {
    for (;;) ;
}
kernel void counts(global volatile int* p, global float* out) {
    for (ulong i = 1; i != 0; ++i) out[get_global_id(0)] += (float)i;
}
kernel void diverges(global volatile int* p, global float* out) {
    size_t i = get_global_id(0);
    for (uint n = (uint)i; p[n % 8] == 0; n = n * 1664525u + 1013904223u)
        if (n % 3 == i % 3) out[i] += 1; else out[64 + (i + 1) % 64] -= 1;
}
kernel void with_barriers(global volatile int* p, global float* out) {
    local float shared[64];
    while (!p[0]) {
        shared[get_local_id(0)] = get_local_id(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = shared[63 - get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void some_wait(global volatile int* p, global float* out) {
    if (get_global_id(0) % 5 == 3) while (!p[0]) ;
    out[get_global_id(0)] = 1;
}
kernel void with_math(global volatile int* p, global float* out) {
    double x = get_global_id(0);
    while (!p[0]) { x = lgamma(fabs(x) + 1.5) + sin(x) + pow(x, 1.1) + erf(x); out[get_global_id(0)] = (float)x; }
}
typedef struct { float values[4096]; } Large;
kernel void with_copies(global volatile int* p, global float* out) {
    while (!p[0]) ((global Large*)out)[1] = ((global Large*)out)[0];
}
kernel void with_divisions(global volatile int* p, global float* out) {
    for (ulong i = 3; !p[0]; ++i) out[get_global_id(0)] = (float)(0xffffffffffffUL / i % 77);
}
kernel void prints(global volatile int* p, global float* out) {
    while (!p[0]) if (get_global_id(0) == 0 && out[63] == 1e30f) printf("%d", p[0]); else out[70] += 1;
}
kernel void with_stack(global volatile int* p, global float* out) {
    float a[600];
    for (int i = 0; i < 600; ++i) a[i] = i * out[i % 64];
    for (int i = 0; !p[0]; i = (i + 7) % 600) { a[i] += a[(i * 5) % 600]; out[get_global_id(0)] = a[i]; }
}
)";
constexpr const char* names[] = {"uniform",   "empty",       "counts",         "diverges", "with_barriers", "some_wait",
                                 "with_math", "with_copies", "with_divisions", "prints",   "with_stack"};

class Endless {
public:
    explicit Endless(bool can_end = true) {
        cl_int code = CL_SUCCESS;
        clGetPlatformIDs(1, &platform_, nullptr);
        clGetDeviceIDs(platform_, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr);
        const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, can_end ? CL_TRUE : CL_FALSE, 0};
        context = clCreateContext(properties, 1, &device_, nullptr, nullptr, &code);
        REQUIRE(code == CL_SUCCESS);
        queue = clCreateCommandQueueWithProperties(context, device_, nullptr, &code);
        const char* text = source;
        program_ = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
        REQUIRE(clBuildProgram(program_, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr) == CL_SUCCESS);
        buffer_ = clCreateBuffer(context, 0, 1 << 20, nullptr, &code);
        const int zero = 0;
        REQUIRE(clEnqueueFillBuffer(queue, buffer_, &zero, 4, 0, 1 << 20, 0, nullptr, nullptr) == CL_SUCCESS);
        REQUIRE(clFinish(queue) == CL_SUCCESS);
    }

    /// Releases all objects, while kernels may still run.
    void release() {
        clReleaseMemObject(buffer_);
        clReleaseProgram(program_);
        clReleaseCommandQueue(queue);
        clReleaseContext(context);
    }

    cl_event enqueue(const char* name, size_t groups) {
        cl_int code = CL_SUCCESS;
        cl_kernel kernel = clCreateKernel(program_, name, &code);
        REQUIRE(code == CL_SUCCESS);
        clSetKernelArg(kernel, 0, sizeof buffer_, &buffer_);
        clSetKernelArg(kernel, 1, sizeof buffer_, &buffer_);
        const size_t local = 64, global = groups * local;
        cl_event event = nullptr;
        const size_t offset = 64;  // skips the work-items that would stop the kernel
        REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &global, &local, 0, nullptr, &event) == CL_SUCCESS);
        clReleaseKernel(kernel);
        return event;
    }

    static cl_int status_of(cl_event event) {
        cl_int status = 1;
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        return status;
    }
    static void wait_until_running(cl_event event) {
        while (status_of(event) > CL_RUNNING) usleep(100);
        usleep(1000);
    }

    void terminate() {
        const auto function = reinterpret_cast<clTerminateContextKHR_fn>(
            clGetExtensionFunctionAddressForPlatform(platform_, "clTerminateContextKHR"));
        REQUIRE(function(context) == CL_SUCCESS);
    }

    void expect_terminated(cl_event event) {
        REQUIRE(clWaitForEvents(1, &event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        REQUIRE(status_of(event) == CL_CONTEXT_TERMINATED_KHR);
        clReleaseEvent(event);
    }

    cl_context context = nullptr;
    cl_command_queue queue = nullptr;

private:
    cl_platform_id platform_ = nullptr;
    cl_device_id device_ = nullptr;
    cl_program program_ = nullptr;
    cl_mem buffer_ = nullptr;
};

/// Runs each case in a separate process.
class EndlessKernels : public testing::Test {
protected:
    void SetUp() override { testing::GTEST_FLAG(death_test_style) = "threadsafe"; }
};

/// Terminates contexts while their kernels run: on the device's threads, and on a host thread.
void end_all_kernels() {
    for (const char* name : names) {
        for (const size_t groups : {1, 3, 100}) {
            Endless session;
            cl_event event = session.enqueue(name, groups);
            clFlush(session.queue);
            Endless::wait_until_running(event);
            session.terminate();
            session.expect_terminated(event);
            session.release();
        }
        Endless session;
        std::atomic<bool> enqueued = false;
        cl_event event = nullptr;
        std::thread host([&] {
            event = session.enqueue(name, 1);
            enqueued = true;
            REQUIRE(clFinish(session.queue) == CL_CONTEXT_TERMINATED_KHR);
        });
        while (!enqueued) usleep(100);
        Endless::wait_until_running(event);
        session.terminate();
        host.join();
        session.expect_terminated(event);
        session.release();
    }
}

[[noreturn]] void end_kernels() {
    limit_time(100);
    end_all_kernels();
    _exit(3);
}

TEST_F(EndlessKernels, AreEnded) { EXPECT_EXIT(end_kernels(), testing::ExitedWithCode(3), ""); }

[[noreturn]] void end_kernels_with_all_signals_blocked() {
    limit_time(100);
    sigset_t all;
    sigfillset(&all);
    sigdelset(&all, SIGALRM);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    setenv("LANEWISE_FAULTS", "0", 1);
    end_all_kernels();
    _exit(3);
}

TEST_F(EndlessKernels, AreEndedWithoutAnySignal) {
    EXPECT_EXIT(end_kernels_with_all_signals_blocked(), testing::ExitedWithCode(3), "");
}

[[noreturn]] void end_kernels_on_one_cpu() {
    limit_time(100);
    setenv("LANEWISE_MAX_COMPUTE_UNITS", "1", 1);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    end_all_kernels();
    _exit(3);
}

TEST_F(EndlessKernels, AreEndedOnOneCpu) { EXPECT_EXIT(end_kernels_on_one_cpu(), testing::ExitedWithCode(3), ""); }

// Terminates contexts while several threads enqueue launches. Each command must end, whether it was enqueued before or
// after the termination.
[[noreturn]] void end_at_any_moment() {
    limit_time(100);
    for (int round = 0; round < 200; ++round) {
        Endless session;
        std::atomic<bool> go = false;
        std::vector<std::thread> hosts;
        for (int t = 0; t < 3; ++t) {
            hosts.emplace_back([&, t] {
                const char* source_of_one = "kernel void k(int n) { volatile int go_on = n; while (go_on) ; }";
                cl_int code = CL_SUCCESS;
                cl_program program = clCreateProgramWithSource(session.context, 1, &source_of_one, nullptr, &code);
                if (!program) return;
                clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr);
                cl_kernel kernel = clCreateKernel(program, "k", &code);
                const int always = 1;
                if (kernel) clSetKernelArg(kernel, 0, sizeof always, &always);
                while (!go) sched_yield();
                const size_t items = 1000;
                for (int i = 0; kernel && i < t; ++i) sched_yield();
                if (kernel)
                    code =
                        clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
                REQUIRE(code == CL_SUCCESS || code == CL_CONTEXT_TERMINATED_KHR);
                REQUIRE(clFinish(session.queue) == CL_CONTEXT_TERMINATED_KHR);
                if (kernel) clReleaseKernel(kernel);
                clReleaseProgram(program);
            });
        }
        go = true;
        if (round % 4 != 0) usleep(static_cast<unsigned>(round) * 7 % 1000);
        session.terminate();
        for (std::thread& host : hosts) host.join();
        session.release();
    }
    _exit(3);
}

TEST_F(EndlessKernels, AreEndedAtAnyMoment) { EXPECT_EXIT(end_at_any_moment(), testing::ExitedWithCode(3), ""); }

/// Starts endless kernels on the device's threads and on a host thread that waits. Nothing ends these kernels.
void leave_running(bool release) {
    auto* session = new Endless(false);
    cl_event first = session->enqueue("with_barriers", 1);
    clFlush(session->queue);
    Endless::wait_until_running(first);
    auto* second = new Endless;
    std::atomic<bool> enqueued = false;
    cl_event event = nullptr;
    std::thread([&] {
        event = second->enqueue("empty", 1);
        enqueued = true;
        clFinish(second->queue);
    }).detach();
    while (!enqueued) usleep(100);
    Endless::wait_until_running(event);
    auto* third = new Endless;
    cl_event many = third->enqueue("diverges", 1000);
    clFlush(third->queue);
    Endless::wait_until_running(many);
    if (!release) return;
    for (Endless* one : {session, second, third}) one->release();
    for (cl_event one : {first, event, many}) clReleaseEvent(one);
}

/// Ends like an application that unloads OpenCL before its exit. The driver's code stays loaded, because its threads
/// still run.
[[noreturn]] void exit_after_unloading() {
    limit_time(30);
    leave_running(true);
    void* const driver = dlopen(LANEWISE_DRIVER, RTLD_NOW | RTLD_NOLOAD);
    REQUIRE(driver);
    for (int i = 0; i < 3; ++i) dlclose(driver);
    usleep(10'000);
    exit(0);
}

[[noreturn]] void exit_now(bool release, void (*end)(int)) {
    limit_time(30);
    leave_running(release);
    end(0);
    _exit(1);
}

/// Turns off leak detection for all processes started later, because running kernels retain objects.
void look_for_no_leaks() {
    const char* const options = getenv("ASAN_OPTIONS");
    setenv("ASAN_OPTIONS", (std::string(options ? options : "") + ":detect_leaks=0").c_str(), 1);
}

TEST_F(EndlessKernels, DoNotKeepAProcess) {
    look_for_no_leaks();
    EXPECT_EXIT(exit_now(false, &exit), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(exit_now(true, &exit), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(exit_now(false, &quick_exit), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(exit_now(true, &quick_exit), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(exit_after_unloading(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace lanewise::test
