// Tests kernels whose code the driver's threads are still compiling. Meanwhile several threads use the kernels, release
// them, fork, or exit.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "objects_at_exit.h"
#include "session.h"
#include "time_limit.h"

namespace lanewise::test {
namespace {

constexpr int kernels = 12;
constexpr std::size_t items = 64;

/// Returns a source with kernels that each take some milliseconds to compile. Kernel number k stores k + salt.
std::string source_of(int salt) {
    std::string source;
    for (int k = 0; k < kernels; ++k) {
        source += "kernel void k" + std::to_string(k) + "(global float* p, global int* out) {\n  float x = p[0];\n";
        for (int line = 0; line < 20; ++line)
            source += "  x = sin(x) * cos(x) + exp(x) / (fabs(x) + " + std::to_string(line) + ".5f);\n";
        source += "  out[get_global_id(0)] = x == 12345.0f ? 0 : " + std::to_string(k + salt) + ";\n}\n";
    }
    return source;
}

class BegunKernels : public testing::Test {
protected:
    BegunKernels() {
        testing::GTEST_FLAG(death_test_style) = "threadsafe";
        setenv("LANEWISE_CACHE", "0", 1);
    }
};

/// A program whose kernels have been created but not launched.
class Begun {
public:
    Begun(const Session& session, int salt) : session_(session), salt_(salt) {
        const std::string source = source_of(salt);
        const char* text = source.c_str();
        program_ = clCreateProgramWithSource(session.context, 1, &text, nullptr, nullptr);
        EXPECT_EQ(clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
        kernels_.resize(kernels);
        EXPECT_EQ(clCreateKernelsInProgram(program_, kernels, kernels_.data(), nullptr), CL_SUCCESS);
    }
    ~Begun() {
        for (cl_kernel kernel : kernels_) clReleaseKernel(kernel);
        clReleaseProgram(program_);
    }
    Begun(const Begun&) = delete;
    Begun& operator=(const Begun&) = delete;

    /// Runs all kernels on a new queue. Returns whether their results are right.
    bool compute() const {
        cl_queue_properties none[] = {0};
        cl_command_queue queue = clCreateCommandQueueWithProperties(session_.context, session_.device, none, nullptr);
        cl_mem in = clCreateBuffer(session_.context, CL_MEM_READ_WRITE, sizeof(float), nullptr, nullptr);
        cl_mem out = clCreateBuffer(session_.context, CL_MEM_READ_WRITE, items * sizeof(int), nullptr, nullptr);
        const float zero = 0;
        bool right =
            clEnqueueFillBuffer(queue, in, &zero, sizeof zero, 0, sizeof zero, 0, nullptr, nullptr) == CL_SUCCESS;
        for (int k = 0; k < kernels; ++k) {
            cl_kernel kernel = clCloneKernel(kernels_[k], nullptr);
            clSetKernelArg(kernel, 0, sizeof in, &in);
            clSetKernelArg(kernel, 1, sizeof out, &out);
            int found[items] = {};
            clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
            clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof found, found, 0, nullptr, nullptr);
            for (const int value : found) right = right && value == k + salt_;
            clReleaseKernel(kernel);
        }
        clReleaseMemObject(in);
        clReleaseMemObject(out);
        clReleaseCommandQueue(queue);
        return right;
    }

private:
    const Session& session_;
    const int salt_;
    cl_program program_ = nullptr;
    std::vector<cl_kernel> kernels_;
};

TEST_F(BegunKernels, ManyThreadsRunThem) {
    const Session session;
    const Begun begun(session, 1);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) threads.emplace_back([&] { EXPECT_TRUE(begun.compute()); });
    for (std::thread& thread : threads) thread.join();
}

TEST_F(BegunKernels, AreReleasedBeforeTheyAreMade) {
    const Session session;
    for (int salt = 0; salt < 10; ++salt) const Begun begun(session, salt);
    const Begun last(session, 10);
    EXPECT_TRUE(last.compute());
}

// The child must compile the kernels that its parent's threads are still compiling.
[[noreturn]] void fork_meanwhile() {
    for (int salt = 0; salt < 5; ++salt) {
        const Session session;
        const Begun begun(session, salt);
        usleep(static_cast<useconds_t>(salt) * 3000);
        const pid_t child = fork();
        if (child == 0) {
            limit_time(60);
            const Session own;
            const Begun anew(own, salt + 100);
            _exit(begun.compute() && anew.compute() ? 5 : 6);
        }
        int status = -1;
        if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 5) _exit(7);
        if (!begun.compute()) _exit(8);
    }
    _exit(0);
}

TEST_F(BegunKernels, GoOnInTheChildOfAFork) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
    GTEST_SKIP() << "the sanitizer ends children that start threads";
#endif
#endif
    EXPECT_EXIT(fork_meanwhile(), testing::ExitedWithCode(0), "");
}

[[noreturn]] void exit_meanwhile() {
    allow_objects_at_exit();
    auto* session = new Session;
    static_cast<void>(new Begun(*session, 0));
    exit(testing::Test::HasFailure() ? 1 : 0);
}

TEST_F(BegunKernels, DoNotKeepAProcessFromItsEnd) {
    for (int i = 0; i < 5; ++i) EXPECT_EXIT(exit_meanwhile(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace lanewise::test
