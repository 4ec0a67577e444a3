// Counts compilations of code for first launches, by counting the entries of the cache on disk. Until launches repeat,
// the driver compiles each kernel only once, whether or not the kernel's arguments share an object.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "session.h"

namespace lanewise::test {
namespace {

namespace fs = std::filesystem;

constexpr size_t items = 256, elements = 4 * items;
using Values = std::vector<cl_int>;

// Each work-item stores to its own elements and loads them again. Code which assumes that the arguments are two
// different objects keeps the stored sums in registers.
std::string kernel_source(const std::string& name, int salt) {
    return "kernel void " + name +
           "(global int* out, global const int* in) {\n"
           "  int i = get_global_id(0) * 4;\n"
           "  out[i + 1] = in[i] + " +
           std::to_string(salt) +
           ";\n"
           "  out[i + 2] = in[i + 1] + in[i + 2];\n"
           "  for (int j = 3; j >= 0; --j) out[i] += in[i + j];\n}\n";
}

void run_item(cl_int* out, const cl_int* in, int salt) {
    out[1] = in[0] + salt;
    out[2] = in[1] + in[2];
    for (int j = 3; j >= 0; --j) out[0] += in[j];
}

class FirstLaunches : public testing::Test {
protected:
    static void SetUpTestSuite() {
        ASSERT_NE(mkdtemp(folder_), nullptr);
        unsetenv("LANEWISE_CACHE");
        setenv("LANEWISE_CACHE_DIR", folder_, 1);
        setenv("LANEWISE_LOG", "1", 1);
    }
    static void TearDownTestSuite() { fs::remove_all(folder_); }

    FirstLaunches() : one(buffer()), two(buffer()) {}
    ~FirstLaunches() override {
        for (cl_kernel kernel : kernels) clReleaseKernel(kernel);
        if (program_) clReleaseProgram(program_);
        clReleaseMemObject(one);
        clReleaseMemObject(two);
    }

    static size_t entries() {
        size_t found = 0;
        for (const auto& entry : fs::recursive_directory_iterator(folder_)) found += entry.is_regular_file();
        return found;
    }

    /// Builds a program of `count` kernels. Kernel number k adds `salt` + k, so that no other program has the same
    /// kernel.
    void build(int count, int salt) {
        salt_ = salt;
        std::string source;
        for (int k = 0; k < count; ++k) source += kernel_source("k" + std::to_string(k), salt + k);
        build(source);
    }
    void build(const std::string& source) {
        program_ = session.make_program(source.c_str());
        ASSERT_EQ(clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
        entries_ = entries();
    }
    cl_kernel make(int number) {
        kernels.push_back(clCreateKernel(program_, ("k" + std::to_string(number)).c_str(), nullptr));
        return kernels.back();
    }
    /// Returns how often code was compiled since the build.
    size_t made() const { return entries() - entries_; }

    static void set(cl_kernel kernel, cl_mem out, cl_mem in) {
        ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
        ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof in, &in), CL_SUCCESS);
    }

    /// Runs kernel `number` with the arguments `out` and `in`, and checks the results.
    void run(int number, cl_mem out, cl_mem in) {
        Values expected(elements), input(elements);
        for (size_t i = 0; i < elements; ++i) expected[i] = input[i] = static_cast<cl_int>(i);
        for (cl_mem memory : {out, in})
            ASSERT_EQ(clEnqueueWriteBuffer(session.queue, memory, CL_TRUE, 0, elements * sizeof(cl_int), input.data(),
                                           0, nullptr, nullptr),
                      CL_SUCCESS);
        const size_t local = 64;
        ASSERT_EQ(
            clEnqueueNDRangeKernel(session.queue, kernels[number], 1, nullptr, &items, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
        for (size_t i = 0; i < elements; i += 4)
            run_item(&expected[i], out == in ? &expected[i] : &input[i], salt_ + number);
        Values found(elements);
        ASSERT_EQ(clEnqueueReadBuffer(session.queue, out, CL_TRUE, 0, elements * sizeof(cl_int), found.data(), 0,
                                      nullptr, nullptr),
                  CL_SUCCESS);
        ASSERT_EQ(found, expected) << number;
    }

    Session session;
    const cl_mem one, two;
    std::vector<cl_kernel> kernels;
    cl_program program_ = nullptr;

private:
    cl_mem buffer() const {
        return clCreateBuffer(session.context, CL_MEM_READ_WRITE, elements * sizeof(cl_int), nullptr, nullptr);
    }

    static inline char folder_[] = "/tmp/lanewise-first-XXXXXX";
    int salt_ = 0;
    size_t entries_ = 0;
};

TEST_F(FirstLaunches, OfALoneKernelWaitForOneCode) {
    build(1, 100);
    set(make(0), one, two);
    run(0, one, two);
    EXPECT_EQ(made(), 1u);
}

TEST_F(FirstLaunches, InPlaceOfALoneKernelWaitForOneCode) {
    build(1, 200);
    set(make(0), one, one);
    run(0, one, one);
    EXPECT_EQ(made(), 1u);
}

TEST_F(FirstLaunches, WithinOneAllocationWaitForOneCode) {
    build(1, 300);
    auto* bytes =
        static_cast<cl_int*>(clSVMAlloc(session.context, CL_MEM_READ_WRITE, 2 * elements * sizeof(cl_int), 0));
    ASSERT_NE(bytes, nullptr);
    cl_kernel kernel = make(0);
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, bytes), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, bytes + elements), CL_SUCCESS);
    ASSERT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
    EXPECT_EQ(made(), 1u);
    clSVMFree(session.context, bytes);
}

// After the first kernel's arguments have been set, the driver expects similar arguments for the other kernels. The
// driver's threads start to compile code for such arguments.
TEST_F(FirstLaunches, OfManyKernelsWaitForOneCodeEach) {
    constexpr int count = 6;
    build(count, 400);
    set(make(0), one, two);
    for (int k = 1; k < count; ++k) make(k);
    for (int k = 0; k < count; ++k) set(kernels[k], one, two), run(k, one, two);
    EXPECT_EQ(made(), static_cast<size_t>(count));
}

TEST_F(FirstLaunches, InPlaceOfManyKernelsWaitForOneCodeEach) {
    constexpr int count = 6;
    build(count, 500);
    set(make(0), one, one);
    for (int k = 1; k < count; ++k) make(k);
    for (int k = 0; k < count; ++k) set(kernels[k], one, one), run(k, one, one);
    EXPECT_EQ(made(), static_cast<size_t>(count));
}

/// Redirects the process's stderr to a file while an object of this class exists.
class Errors {
public:
    Errors() : saved_(dup(STDERR_FILENO)), file_(mkstemp(name_)) { dup2(file_, STDERR_FILENO); }
    ~Errors() {
        dup2(saved_, STDERR_FILENO);
        close(saved_);
        close(file_);
        unlink(name_);
    }
    Errors(const Errors&) = delete;
    Errors& operator=(const Errors&) = delete;

    bool hold(const std::string& text) const {
        std::ifstream file(name_);
        return std::string(std::istreambuf_iterator<char>(file), {}).find(text) != std::string::npos;
    }

private:
    char name_[32] = "/tmp/lanewise-errors-XXXXXX";
    const int saved_, file_;
};

TEST_F(FirstLaunches, InPlaceAreFollowedByCodeForOthersThatRepeat) {
    build(1, 600);
    cl_kernel kernel = make(0);
    set(kernel, one, one);
    run(0, one, one);
    ASSERT_EQ(made(), 1u);
    set(kernel, one, two);
    run(0, one, two);
    EXPECT_EQ(made(), 1u);
    const Errors errors;
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    while (!errors.hold("for launches that repeat and whose arguments share no object") &&
           std::chrono::steady_clock::now() < end)
        for (int launch = 0; launch < 200; ++launch) run(0, one, two);
    EXPECT_TRUE(errors.hold("for launches that repeat and whose arguments share no object"));
    EXPECT_GE(made(), 2u);
    // Alternates between launches with one shared object and launches with two objects. Launches of each kind must run
    // the code that was compiled for this kind.
    run(0, one, two);
    set(kernel, one, one);
    run(0, one, one);
    set(kernel, two, one);
    run(0, two, one);
}

// The code for first launches calls `sin`. In the code for later launches, `sin` is inlined. Both codes must give the
// same results. A second build finds the code for later launches in the cache and must compile nothing.
TEST_F(FirstLaunches, ThatCallBuiltinsAreFollowedByCodeWithTheirBodies) {
    const char* const source =
        "kernel void k0(global float* out, global const float* in) {\n"
        "  int i = get_global_id(0);\n  out[i] = sin(i * 700.0f) + in[i] * 0;\n}\n";
    const auto launch = [&](cl_kernel kernel) {
        EXPECT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
                  CL_SUCCESS);
    };
    const auto results = [&] {
        Values found(items);
        EXPECT_EQ(clEnqueueReadBuffer(session.queue, one, CL_TRUE, 0, items * sizeof(cl_int), found.data(), 0, nullptr,
                                      nullptr),
                  CL_SUCCESS);
        return found;
    };
    const Errors errors;
    build(source);
    cl_kernel first = make(0);
    set(first, one, two);
    launch(first);
    const Values expected = results();
    EXPECT_FALSE(errors.hold("launches that repeat"));
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    while (!errors.hold("launches that repeat") && std::chrono::steady_clock::now() < end) {
        for (int i = 0; i < 200; ++i) launch(first);
        EXPECT_EQ(results(), expected);
    }
    EXPECT_TRUE(errors.hold("launches that repeat"));
    launch(first);
    EXPECT_EQ(results(), expected);
    clReleaseProgram(program_);
    build(source);
    cl_kernel second = make(0);
    set(second, one, two);
    launch(second);
    EXPECT_EQ(results(), expected);
    EXPECT_EQ(made(), 0u);
}

/// Tests with AVX2, where masked code is slower than code without masks. Most kernels therefore have separate code for
/// partial chunks.
class FirstLaunchesByMasks : public FirstLaunches {
protected:
    static void SetUpTestSuite() {
        setenv("LANEWISE_CPU_FEATURES", "avx2", 1);
        FirstLaunches::SetUpTestSuite();
    }

    // Launches work-groups of 50 work-items, which do not fill the lanes.
    Values results_of_launch(cl_kernel kernel) const {
        const size_t global = 200, local = 50;
        EXPECT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
                  CL_SUCCESS);
        Values found(global);
        EXPECT_EQ(clEnqueueReadBuffer(session.queue, one, CL_TRUE, 0, global * sizeof(cl_int), found.data(), 0, nullptr,
                                      nullptr),
                  CL_SUCCESS);
        return found;
    }
};

TEST_F(FirstLaunchesByMasks, AreFollowedByCodeForFullAndPartialChunks) {
    const Errors errors;
    build(
        "kernel void k0(global int* out, global const int* in) {\n"
        "  int i = get_global_id(0);\n  float x = i;\n"
        "  for (int n = 0; n < 9; ++n) {\n"
        "    if (x > 5) x = sqrt(x) * (i + 2) - n; else x = x * x + in[(i * 7 + n) % 200] * 0;\n"
        "    if (x < 3) x += (i ^ n) * 2; else x -= in[n] * 0 + n;\n"
        "  }\n  barrier(CLK_LOCAL_MEM_FENCE);\n  out[i] = as_int(x);\n}\n");
    cl_kernel kernel = make(0);
    set(kernel, one, two);
    // The query of the work-group size compiles no code. The sizes of the first launch therefore determine which code
    // is compiled.
    size_t most = 0;
    ASSERT_EQ(clGetKernelWorkGroupInfo(kernel, session.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(made(), 0u);
    const Values expected = results_of_launch(kernel);
    EXPECT_EQ(made(), 1u);
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    while (!errors.hold("launches that repeat") && std::chrono::steady_clock::now() < end)
        for (int i = 0; i < 200; ++i) ASSERT_EQ(results_of_launch(kernel), expected);
    EXPECT_TRUE(errors.hold("launches that repeat"));
    // In the cache, the code for full chunks has replaced the code of the first launch, because both codes have the
    // same key.
    EXPECT_GE(made(), 2u);
    EXPECT_EQ(results_of_launch(kernel), expected);
}

}  // namespace
}  // namespace lanewise::test
