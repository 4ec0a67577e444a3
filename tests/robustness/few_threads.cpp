// Tests a lack of threads: a user or a container (RLIMIT_NPROC, pids.max) reaches its limit before the driver has made
// all its threads. All functions must work with fewer threads, or with the host's threads alone.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <vector>

#include "session.h"
#include "time_limit.h"

namespace lanewise::test {
namespace {

/// Lets this process create at most `more` further threads. The limit counts all threads of a user, and does not apply
/// to root. A process of root therefore changes to a user who has no other process. A process of any other user gets no
/// further threads, whatever `more` is.
void allow_threads(rlim_t more) {
    constexpr uid_t nobody_else = 54'321;
    const bool alone = geteuid() == 0;
    const rlimit limit{alone ? more + 1 : 1, alone ? more + 1 : 1};
    setrlimit(RLIMIT_NPROC, &limit);
    if (alone && setresuid(nobody_else, nobody_else, nobody_else) != 0) _exit(9);
}

class FewThreads : public testing::TestWithParam<int> {
protected:
    void SetUp() override {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
        GTEST_SKIP() << "the sanitizer has a thread of its own";
#endif
#endif
        testing::GTEST_FLAG(death_test_style) = "threadsafe";
        setenv("LANEWISE_MAX_COMPUTE_UNITS", "4", 1);
    }
};

/// Ends the process while its threads run, like a program that releases nothing.
[[noreturn]] void leave(int code) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
    _exit(code);  // exit() would run the leak check, for which the new user lacks the rights
#endif
#endif
    exit(code);
}

constexpr std::size_t groups = 256;

/// A kernel with work for many threads.
class Work {
public:
    explicit Work(const Session& session) : session_(session) {
        const char* source =
            "kernel void sum(global uint* out, uint n) {"
            "  uint x = get_global_id(0);"
            "  for (uint i = 0; i < n; ++i) x = x * 1664525u + 1013904223u;"
            "  out[get_global_id(0)] = x;"
            "}"
            "kernel void a(global uint* out) { out[0] = 1; } kernel void b(global uint* out) { out[0] = 2; }"
            "kernel void c(global uint* out) { out[0] = 3; } kernel void d(global uint* out) { out[0] = 4; }";
        program_ = clCreateProgramWithSource(session.context, 1, &source, nullptr, nullptr);
        clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr);
        buffer_ = clCreateBuffer(session.context, 0, groups * 16 * sizeof(cl_uint), nullptr, nullptr);
    }

    bool make_kernels() {
        cl_uint count = 0;
        cl_kernel kernels[5] = {};
        if (clCreateKernelsInProgram(program_, 5, kernels, &count) != CL_SUCCESS || count != 5) return false;
        for (cl_kernel kernel : kernels) {
            if (clSetKernelArg(kernel, 0, sizeof buffer_, &buffer_) != CL_SUCCESS) return false;
        }
        for (cl_kernel kernel : kernels) {
            char name[16] = {};
            clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr);
            if (std::string(name) == "sum") {
                sum_ = kernel;
                continue;
            }
            const std::size_t one = 1;
            if (clEnqueueNDRangeKernel(session_.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr) !=
                CL_SUCCESS) {
                return false;
            }
        }
        return clFinish(session_.queue) == CL_SUCCESS;
    }

    cl_event enqueue(cl_uint rounds) {
        constexpr std::size_t global = groups * 16;
        constexpr std::size_t local = 16;
        rounds_ = rounds;
        clSetKernelArg(sum_, 1, sizeof rounds, &rounds);
        cl_event event = nullptr;
        clEnqueueNDRangeKernel(session_.queue, sum_, 1, nullptr, &global, &local, 0, nullptr, &event);
        return event;
    }

    bool is_right() {
        std::vector<cl_uint> result(groups * 16);
        if (clEnqueueReadBuffer(session_.queue, buffer_, CL_TRUE, 0, result.size() * sizeof(cl_uint), result.data(), 0,
                                nullptr, nullptr) != CL_SUCCESS) {
            return false;
        }
        for (cl_uint i = 0; i < result.size(); i += 97) {
            cl_uint x = i;
            for (cl_uint k = 0; k < rounds_; ++k) x = x * 1664525u + 1013904223u;
            if (result[i] != x) return false;
        }
        return true;
    }

private:
    const Session& session_;
    cl_program program_ = nullptr;
    cl_mem buffer_ = nullptr;
    cl_kernel sum_ = nullptr;
    cl_uint rounds_ = 0;
};

constexpr int right = 3;
constexpr int wrong = 4;

[[noreturn]] void wait_for_launches(int more) {
    limit_time(60);
    Session session;
    session.build();
    Work work(session);
    allow_threads(static_cast<rlim_t>(more));
    bool good = work.make_kernels();
    for (int i = 0; i < 10; ++i) {
        cl_event event = work.enqueue(20'000);
        good = good && clWaitForEvents(1, &event) == CL_SUCCESS && work.is_right();
        usleep(2000);
    }
    leave(good && session.computes() ? right : wrong);
}

TEST_P(FewThreads, LaunchesThatAreWaitedFor) {
    EXPECT_EXIT(wait_for_launches(GetParam()), testing::ExitedWithCode(right), "");
}

[[noreturn]] void poll(int more) {
    limit_time(60);
    Session session;
    session.build();
    Work work(session);
    allow_threads(static_cast<rlim_t>(more));
    bool good = work.make_kernels();
    for (int i = 0; i < 3; ++i) {
        cl_event event = work.enqueue(20'000);
        clFlush(session.queue);
        for (cl_int status = CL_QUEUED; status != CL_COMPLETE; usleep(100)) {
            good = good && clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr) ==
                               CL_SUCCESS;
        }
        good = good && work.is_right();
    }
    _exit(good ? right : wrong);
}

TEST_P(FewThreads, LaunchesThatAreOnlyPolled) { EXPECT_EXIT(poll(GetParam()), testing::ExitedWithCode(right), ""); }

[[noreturn]] void wait_for_callback(int more) {
    limit_time(60);
    Session session;
    session.build();
    Work work(session);
    allow_threads(static_cast<rlim_t>(more));
    bool good = work.make_kernels();
    static std::atomic<int> called = 0;
    for (int i = 0; i < 3; ++i) {
        cl_event gate = clCreateUserEvent(session.context, nullptr);
        clEnqueueMarkerWithWaitList(session.queue, 1, &gate, nullptr);
        cl_event event = work.enqueue(20'000);
        clSetEventCallback(event, CL_COMPLETE, [](cl_event, cl_int, void*) { ++called; }, nullptr);
        clFlush(session.queue);
        clSetUserEventStatus(gate, CL_COMPLETE);
        while (called != i + 1) usleep(100);
        good = good && work.is_right();
    }
    _exit(good ? right : wrong);
}

TEST_P(FewThreads, LaunchesThatCallBack) {
    EXPECT_EXIT(wait_for_callback(GetParam()), testing::ExitedWithCode(right), "");
}

INSTANTIATE_TEST_SUITE_P(More, FewThreads, testing::Values(0, 1, 2, 3, 4, 5, 6, 8, 12, 100));

}  // namespace
}  // namespace lanewise::test
