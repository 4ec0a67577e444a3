// Builds programs several times, while other threads call functions of the API. A failed build must leave the old code
// in place, and kernels must keep the code of their build.
#include <atomic>
#include <string>
#include <thread>

#include "fixture.h"

namespace lanewise::test {
namespace {

constexpr const char* source = "kernel void k(global int* out) { out[get_global_id(0)] = VALUE; }\n";

class Rebuilds : public ContextTest {
protected:
    void TearDown() override {
        for (cl_program program : programs) clReleaseProgram(program);
        ContextTest::TearDown();
    }
    cl_program owned(cl_program program) {
        programs.push_back(program);
        return program;
    }
    cl_program from_source(const char* text = source) {
        cl_int status = CL_SUCCESS;
        cl_program program = owned(clCreateProgramWithSource(context, 1, &text, nullptr, &status));
        EXPECT_EQ(status, CL_SUCCESS);
        return program;
    }
    /// Makes a program from the binary of `program`.
    cl_program from_binary_of(cl_program program) {
        std::size_t size = 0;
        clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
        std::vector<unsigned char> bytes(size);
        unsigned char* data = bytes.data();
        clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr);
        const unsigned char* binary = data;
        cl_int status = CL_SUCCESS;
        cl_program made = owned(clCreateProgramWithBinary(context, 1, &device, &size, &binary, nullptr, &status));
        EXPECT_EQ(status, CL_SUCCESS);
        return made;
    }
    cl_program object_binary() {
        cl_program program = from_source();
        EXPECT_EQ(clCompileProgram(program, 0, nullptr, "-DVALUE=7", 0, nullptr, nullptr, nullptr, nullptr),
                  CL_SUCCESS);
        return from_binary_of(program);
    }
    static cl_int build(cl_program program, const char* options) {
        return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
    }
    /// Returns the value that the program's kernel writes, or -1 if the program has no kernel.
    int result_of(cl_program program) {
        cl_int status = CL_SUCCESS;
        cl_kernel kernel = clCreateKernel(program, "k", &status);
        if (!kernel) return -1;
        const int value = result_of(kernel);
        clReleaseKernel(kernel);
        return value;
    }
    int result_of(cl_kernel kernel, std::size_t offset = 0) {
        int value = -2;
        const Mem out = buffer(sizeof value);
        cl_mem object = out.get();
        clSetKernelArg(kernel, 0, sizeof object, &object);
        const std::size_t one = 1;
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &one, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(clEnqueueReadBuffer(queue, object, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr),
                  CL_SUCCESS);
        return value;
    }
    std::vector<cl_program> programs;
};

TEST_F(Rebuilds, InvalidOptionsLeaveTheExecutable) {
    cl_program program = from_source();
    ASSERT_EQ(build(program, "-DVALUE=3"), CL_SUCCESS);
    EXPECT_EQ(build(program, "-no-such-option"), CL_INVALID_BUILD_OPTIONS);
    EXPECT_EQ(result_of(program), 3);
    ASSERT_EQ(build(program, "-DVALUE=4"), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 4);
}

TEST_F(Rebuilds, AnErrorInTheSourceLeavesNoExecutable) {
    cl_program program = from_source();
    ASSERT_EQ(build(program, "-DVALUE=3"), CL_SUCCESS);
    EXPECT_EQ(build(program, "-DVALUE=nothing"), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_EQ(result_of(program), -1);
    ASSERT_EQ(build(program, "-DVALUE=4"), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 4);
}

TEST_F(Rebuilds, ObjectBinariesTakeBuildOptions) {
    cl_program program = object_binary();
    EXPECT_EQ(build(program, "-cl-mad-enable -DOTHER=1 -cl-std=CL3.0"), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 7);
    EXPECT_EQ(build(program, "-create-library"), CL_INVALID_BUILD_OPTIONS);
    EXPECT_EQ(build(program, "-no-such-option"), CL_INVALID_BUILD_OPTIONS);
    EXPECT_EQ(result_of(program), 7);
}

TEST_F(Rebuilds, AFailedBuildKeepsTheBinary) {
    cl_program program = object_binary();
    EXPECT_EQ(build(program, "-no-such-option"), CL_INVALID_BUILD_OPTIONS);
    EXPECT_EQ(result_of(program), -1);
    EXPECT_EQ(build(program, ""), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 7);
    // If a program was created from a compiled object, the build links this object. Here, the build must report that a
    // called function is missing.
    cl_program helper = from_source("int helper(int x); kernel void k(global int* out) { *out = helper(1); }");
    ASSERT_EQ(clCompileProgram(helper, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    cl_program incomplete = from_binary_of(helper);
    EXPECT_EQ(build(incomplete, ""), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_EQ(build(incomplete, ""), CL_BUILD_PROGRAM_FAILURE);
    cl_program_binary_type type = 0;
    clGetProgramBuildInfo(incomplete, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr);
    EXPECT_EQ(type, static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
}

TEST_F(Rebuilds, ExecutableBinariesCheckTheirOptions) {
    cl_program original = from_source();
    ASSERT_EQ(build(original, "-DVALUE=5"), CL_SUCCESS);
    cl_program program = from_binary_of(original);
    EXPECT_EQ(build(program, "-no-such-option"), CL_INVALID_BUILD_OPTIONS);
    EXPECT_EQ(result_of(program), -1);
    EXPECT_EQ(build(program, "-DVALUE=5"), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 5);
    EXPECT_EQ(build(program, "-cl-fast-relaxed-math"), CL_SUCCESS);
}

// Some code is compiled only when a launch needs it. This code must also come from the build from which the kernel was
// created.
TEST_F(Rebuilds, KernelsKeepTheirBuild) {
    cl_program program = from_source(
        "kernel void k(global int* out) {\n"
        "    if (get_global_id(0) % 2 == 0) out[0] = VALUE + (get_global_id(0) > 0x90000000ul);\n"
        "}");
    ASSERT_EQ(build(program, "-DVALUE=3"), CL_SUCCESS);
    std::atomic<bool> stop = false;
    std::thread builder([&] {
        while (!stop) {
            for (const char* options : {"-no-such-option", "-DVALUE=5"}) build(program, options);
        }
    });
    for (int i = 0; i < 20; ++i) {
        cl_int status = CL_SUCCESS;
        cl_kernel kernel = clCreateKernel(program, "k", &status);
        if (!kernel) {
            EXPECT_EQ(status, CL_INVALID_PROGRAM_EXECUTABLE);
            continue;
        }
        const int value = result_of(kernel);
        EXPECT_TRUE(value == 3 || value == 5) << value;
        EXPECT_EQ(result_of(kernel, std::size_t{1} << 32), value + 1);
        clReleaseKernel(kernel);
    }
    stop = true;
    builder.join();
}

TEST_F(Rebuilds, LinksWhileTheirInputsAreCompiled) {
    cl_program program = from_source();
    std::atomic<bool> stop = false;
    std::thread compiler([&] {
        while (!stop)
            for (const char* options : {"-DVALUE=3", "-DVALUE=nothing", "-no-such-option"})
                clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr);
    });
    for (int i = 0; i < 100; ++i) {
        cl_int status = CL_SUCCESS;
        cl_program linked = clLinkProgram(context, 0, nullptr, "", 1, &program, nullptr, nullptr, &status);
        EXPECT_TRUE(status == CL_SUCCESS || status == CL_INVALID_OPERATION) << status;
        if (linked) clReleaseProgram(linked);
    }
    stop = true;
    compiler.join();
}

TEST_F(Rebuilds, TwoThreadsBuildOneObjectBinary) {
    cl_program program = object_binary();
    const auto work = [&] {
        for (int i = 0; i < 50; ++i) {
            const cl_int status = build(program, i % 3 == 0 ? "-no-such-option" : "");
            EXPECT_TRUE(status == CL_SUCCESS || status == CL_INVALID_OPERATION || status == CL_INVALID_BUILD_OPTIONS)
                << status;
        }
    };
    std::thread other(work);
    work();
    other.join();
    EXPECT_EQ(build(program, ""), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 7);
}

}  // namespace
}  // namespace lanewise::test
