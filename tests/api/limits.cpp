// Tests kernels and launches that exceed limits. They must fail with an error code, must not crash, and must not affect
// the next command.
#include <cstring>
#include <limits>
#include <string>

#include "fixture.h"

namespace lanewise::test {
namespace {

class Limits : public ContextTest {
protected:
    void TearDown() override {
        if (kernel_) clReleaseKernel(kernel_);
        if (program_) clReleaseProgram(program_);
        ContextTest::TearDown();
    }

    /// Builds the program and creates its kernel. Returns the error code of the first call that fails, or CL_SUCCESS.
    cl_int make(const std::string& source) {
        if (kernel_) clReleaseKernel(kernel_);
        if (program_) clReleaseProgram(program_);
        kernel_ = nullptr;
        const char* text = source.c_str();
        cl_int code = CL_SUCCESS;
        program_ = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
        if (code == CL_SUCCESS) code = clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr);
        if (code == CL_SUCCESS) kernel_ = clCreateKernel(program_, "k", &code);
        return code;
    }

    cl_int run(std::size_t global, const std::size_t* local = nullptr) {
        const cl_int code = clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &global, local, 0, nullptr, nullptr);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        return code;
    }

    std::string log() {
        std::size_t size = 0;
        clGetProgramBuildInfo(program_, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
        std::string text(size, '\0');
        clGetProgramBuildInfo(program_, device, CL_PROGRAM_BUILD_LOG, size, text.data(), nullptr);
        return text;
    }

    /// Returns the source of a kernel with a private array of `bytes` bytes that the compiler cannot remove.
    static std::string private_array(const std::string& bytes, bool barrier) {
        return "kernel void k(global uchar* out, ulong seed) {\n"
               "  uchar array[" +
               bytes +
               "UL];\n"
               "  array[seed % " +
               bytes +
               "UL] = (uchar)get_global_id(0);\n"
               "  array[(seed + 1) % " +
               bytes + "UL] = 0;\n" + (barrier ? "  barrier(CLK_GLOBAL_MEM_FENCE);\n" : "") +
               "  out[get_global_id(0)] = array[seed % " + bytes + "UL];\n}\n";
    }

    /// Builds and runs a kernel with a private array of `bytes` bytes. Returns the error code of the first call that
    /// fails. If no call fails, checks the result.
    cl_int run_with_private_array(const std::string& bytes, bool barrier) {
        if (const cl_int code = make(private_array(bytes, barrier)); code != CL_SUCCESS) return code;
        constexpr std::size_t items = 64;
        const Mem out = counting_buffer(items);
        cl_mem object = out.get();
        const cl_ulong seed = 3;
        clSetKernelArg(kernel_, 0, sizeof object, &object);
        clSetKernelArg(kernel_, 1, sizeof seed, &seed);
        const cl_int code = run(items, &items);
        if (code == CL_SUCCESS) {
            EXPECT_EQ(read(out, items), counting(items)) << bytes;
        }
        return code;
    }

    cl_program program_ = nullptr;
    cl_kernel kernel_ = nullptr;
};

TEST_F(Limits, LargePrivateArraysWork) {
    EXPECT_EQ(run_with_private_array("65536", false), CL_SUCCESS);
    EXPECT_EQ(run_with_private_array("65536", true), CL_SUCCESS);
    EXPECT_EQ(run_with_private_array("4194304", false), CL_SUCCESS);
    EXPECT_EQ(run_with_private_array("4194304", true), CL_SUCCESS);
}

TEST_F(Limits, HugePrivateArraysAreRefused) {
    for (const char* bytes : {"137438953472", "1125899906842624", "1152921504606846976", "9223372036854775807"}) {
        for (const bool barrier : {false, true}) {
            const cl_int code = run_with_private_array(bytes, barrier);
            EXPECT_TRUE(code == CL_OUT_OF_RESOURCES || code == CL_BUILD_PROGRAM_FAILURE) << bytes << ": " << code;
        }
    }
    EXPECT_EQ(run_with_private_array("64", true), CL_SUCCESS);
}

TEST_F(Limits, HugeLocalMemoryIsRefused) {
    ASSERT_EQ(make("kernel void k(local int* l, local int* m, global int* out) {"
                   "  l[0] = 1; m[0] = 2; *out = l[0] + m[0]; }"),
              CL_SUCCESS);
    cl_ulong device_bytes = 0;
    clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof device_bytes, &device_bytes, nullptr);
    const Mem out = buffer(4);
    cl_mem object = out.get();
    clSetKernelArg(kernel_, 2, sizeof object, &object);
    constexpr auto most = std::numeric_limits<std::size_t>::max();
    for (const std::size_t bytes : {device_bytes + 1, most, most - 127, most / 2 + 1}) {
        EXPECT_EQ(clSetKernelArg(kernel_, 0, bytes, nullptr), CL_SUCCESS);
        EXPECT_EQ(clSetKernelArg(kernel_, 1, bytes, nullptr), CL_SUCCESS);
        EXPECT_EQ(run(1), CL_OUT_OF_RESOURCES) << bytes;
    }
    EXPECT_EQ(clSetKernelArg(kernel_, 0, 64, nullptr), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel_, 1, 64, nullptr), CL_SUCCESS);
    EXPECT_EQ(run(1), CL_SUCCESS);
}

TEST_F(Limits, HugeLocalVariablesAreRefused) {
    for (const char* bytes : {"1099511627776", "1152921504606846976"}) {
        cl_int code = make("kernel void k(global uchar* out) { local uchar l[" + std::string(bytes) +
                           "UL];"
                           "  l[out[0]] = 1; barrier(CLK_LOCAL_MEM_FENCE); out[0] = l[out[1]]; }");
        if (code == CL_SUCCESS) {
            const Mem out = buffer(64);
            cl_mem object = out.get();
            clSetKernelArg(kernel_, 0, sizeof object, &object);
            code = run(1);
        }
        EXPECT_TRUE(code == CL_OUT_OF_RESOURCES || code == CL_BUILD_PROGRAM_FAILURE) << code;
    }
}

TEST_F(Limits, HugeNDRanges) {
    ASSERT_EQ(make("kernel void k() {}"), CL_SUCCESS);
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    const std::size_t overflowing[3] = {most, most, most};
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel_, 3, nullptr, overflowing, nullptr, 0, nullptr, nullptr),
              CL_INVALID_GLOBAL_WORK_SIZE);
    const std::size_t half[2] = {most / 2 + 1, 2};
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel_, 2, nullptr, half, nullptr, 0, nullptr, nullptr),
              CL_INVALID_GLOBAL_WORK_SIZE);
    const std::size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel_, 1, &most, &one, nullptr, 0, nullptr, nullptr),
              CL_INVALID_GLOBAL_OFFSET);
    EXPECT_EQ(run(1, &most), CL_INVALID_WORK_ITEM_SIZE);
    EXPECT_EQ(run(1), CL_SUCCESS);
}

TEST_F(Limits, ParametersUpToTheLimitArrive) {
    std::size_t most = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_PARAMETER_SIZE, sizeof most, &most, nullptr);
    ASSERT_GE(most, 1024u);
    const std::size_t bytes = most - sizeof(cl_mem);
    ASSERT_EQ(make("typedef struct { uchar bytes[" + std::to_string(bytes) +
                   "]; } Large;\n"
                   "kernel void k(global uchar* out, Large value) {"
                   "  out[get_global_id(0)] = value.bytes[get_global_id(0)]; }"),
              CL_SUCCESS)
        << log();
    const Mem out = buffer(bytes);
    cl_mem object = out.get();
    const auto value = counting(bytes);
    EXPECT_EQ(clSetKernelArg(kernel_, 0, sizeof object, &object), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel_, 1, bytes, value.data()), CL_SUCCESS);
    EXPECT_EQ(run(bytes), CL_SUCCESS);
    EXPECT_EQ(read(out, bytes), value);
}

TEST_F(Limits, RecursionIsABuildErrorThatSaysSo) {
    for (const char* source : {"int f(int n) { return n < 2 ? 1 : f(n - 1) % n + f(n - 2); }\n"
                               "kernel void k(global int* p) { *p = f(*p); }\n",
                               "int g(int n);\nint f(int n) { return n < 2 ? 1 : n * g(n - 1); }\n"
                               "int g(int n) { return n < 2 ? 2 : n + f(n - 1); }\n"
                               "kernel void k(global int* p) { *p = f(*p); }\n"}) {
        EXPECT_EQ(make(source), CL_BUILD_PROGRAM_FAILURE);
        EXPECT_NE(log().find("recurs"), std::string::npos) << log();
        EXPECT_NE(log().find("'f' calls '"), std::string::npos) << log();
        EXPECT_NE(log().find("program.cl:"), std::string::npos) << log();
    }
}

// OpenCL C 3.0, section 6.11 (i), forbids recursion. Functions that call themselves must nevertheless work if constant
// arguments end the recursion, or if the compiler turns the recursion into a loop.
TEST_F(Limits, CallsThatConstantsEndAreNoRecursion) {
    ASSERT_EQ(make("int f(int x, bool first) { return first ? f(x * 2, false) + 1 : x * 3; }\n"
                   "int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }\n"
                   "kernel void k(global int* p) { p[0] = f(p[0], true); p[1] = gcd(p[1], p[2]); }\n"),
              CL_SUCCESS)
        << log();
    cl_int values[3] = {5, 84, 36};
    const Mem data = buffer(sizeof values, CL_MEM_COPY_HOST_PTR, values);
    cl_mem object = data.get();
    clSetKernelArg(kernel_, 0, sizeof object, &object);
    EXPECT_EQ(run(1), CL_SUCCESS);
    const std::vector<std::uint8_t> bytes = read(data, sizeof values);
    std::memcpy(values, bytes.data(), sizeof values);
    EXPECT_EQ(values[0], 31);
    EXPECT_EQ(values[1], 12);
}

// Integer divisions that overflow or that divide by zero have undefined results, but must not end the process.
TEST_F(Limits, DivisionsDoNotTrap) {
    ASSERT_EQ(make("kernel void k(global int* p) {"
                   "  p[0] = p[1] / p[0]; p[2] = p[1] % p[3]; p[4] = INT_MIN / p[5]; }"),
              CL_SUCCESS);
    cl_int values[6] = {0, 1, 0, 0, 0, -1};
    const Mem data = buffer(sizeof values, CL_MEM_COPY_HOST_PTR, values);
    cl_mem object = data.get();
    clSetKernelArg(kernel_, 0, sizeof object, &object);
    EXPECT_EQ(run(1), CL_SUCCESS);
}

TEST_F(Limits, BuffersLargerThanTheLimitAreRefused) {
    cl_ulong most = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, nullptr);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateBuffer(context, 0, most + 1, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_BUFFER_SIZE);
    EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, most + 1, 0), nullptr);
}

}  // namespace
}  // namespace lanewise::test
