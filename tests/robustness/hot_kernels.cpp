// Ends or forks the process while its threads compile better code for a frequently launched kernel. No thread waits for
// these compilations.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

#include "objects_at_exit.h"
#include "session.h"
#include "time_limit.h"

namespace lanewise::test {
namespace {

// A kernel for which the compiler offers several plans.
constexpr const char* source = R"(
    kernel void mix(global uint* out) {
        size_t i = get_global_id(0);
        uchar table[64];
        for (int n = 0; n < 64; ++n) table[n] = (uchar)(n * 37 + (int)i);
        uint h = (uint)i * 2654435761u;
        float x = (float)i;
        for (int n = 0; n < 500; ++n) {
            h = (h >> 3) ^ (h << 7) ^ table[h & 63];
            x = x * 0.99f + (float)(h & 255) / 3.0f;
        }
        out[i] = as_uint(x) ^ h;
    })";

constexpr std::size_t items = 20000, local = 100;
constexpr int hot = 6;  // approximate number of launches after which other plans are compiled

class HotKernel {
public:
    HotKernel() {
        cl_program program = session_.make_program(source);
        right_ = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS;
        kernel_ = clCreateKernel(program, "mix", nullptr);
        clReleaseProgram(program);
        out_ = clCreateBuffer(session_.context, 0, sizeof(cl_uint) * items, nullptr, nullptr);
        clSetKernelArg(kernel_, 0, sizeof out_, &out_);
    }

    /// Launches the kernel `times` times. Returns whether all launches have had the same results.
    bool launch(int times) {
        for (int i = 0; right_ && i < times; ++i) {
            std::vector<cl_uint> values(items);
            right_ = clEnqueueNDRangeKernel(session_.queue, kernel_, 1, nullptr, &items, &local, 0, nullptr, nullptr) ==
                         CL_SUCCESS &&
                     clEnqueueReadBuffer(session_.queue, out_, CL_TRUE, 0, sizeof(cl_uint) * items, values.data(), 0,
                                         nullptr, nullptr) == CL_SUCCESS;
            if (first_.empty()) first_ = values;
            right_ = right_ && values == first_;
        }
        return right_;
    }

private:
    Session session_;
    cl_kernel kernel_ = nullptr;
    cl_mem out_ = nullptr;
    std::vector<cl_uint> first_;
    bool right_ = false;
};

class HotKernels : public testing::Test {
protected:
    void SetUp() override {
        testing::GTEST_FLAG(death_test_style) = "threadsafe";
        setenv("LANEWISE_CACHE", "0", 1);
    }
};

[[noreturn]] void exit_after(int launches) {
    allow_objects_at_exit();
    auto* kernel = new HotKernel;
    exit(kernel->launch(launches) ? 0 : 1);
}

TEST_F(HotKernels, ExitsMeetTheirCompilation) {
    for (const int launches : {hot, hot + 3, hot + 6, hot + 15})
        EXPECT_EXIT(exit_after(launches), testing::ExitedWithCode(0), "");
}

[[noreturn]] void fork_again_and_again() {
    limit_time(100);
    allow_objects_at_exit();
    for (int round = 0; round < 4; ++round) {
        auto* kernel = new HotKernel;
        if (!kernel->launch(hot + 3 * round)) _exit(1);
        const pid_t child = fork();
        if (child == 0) {
            if (!kernel->launch(3 * hot)) _exit(2);
            HotKernel own;
            _exit(own.launch(3 * hot) ? 5 : 3);
        }
        if (!kernel->launch(3 * hot)) _exit(4);
        int status = -1;
        if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 5) _exit(6);
    }
    _exit(0);
}

TEST_F(HotKernels, ForksMeetTheirCompilation) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
    GTEST_SKIP() << "the sanitizer ends children that start threads";
#endif
#endif
    EXPECT_EXIT(fork_again_and_again(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace lanewise::test
