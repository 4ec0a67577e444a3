// Tests kernels that would be too large if all functions that they call were inlined. The functions that are not
// inlined must be able to print, enqueue kernels, read images and use program scope variables.
#include <string>

#include "device_enqueue/device_queue_fixture.h"

namespace {

// Returns source code that compiles to a few hundred instructions. No test executes this code, because its condition is
// false in all tests.
std::string bulk() {
    std::string text = "if (x == 99999) {";
    for (int i = 0; i < 110; ++i) text += " x = (x * 3 + (x >> 5)) ^ n;";
    return text + " }\n";
}

// Returns the source of a chain of functions; the last function ends with the code `leaf`. Each other function contains
// three calls of the next function, and executes one of the calls. `parameters` is the text that declares the first
// parameters of each function, before `uint n, uint x`, and `call` is the text of the arguments for these parameters.
std::string below_functions(const std::string& parameters, const std::string& call, const std::string& leaf) {
    constexpr int levels = 7;
    const auto head = [&](int level) {
        return "uint f" + std::to_string(level) + "(" + parameters + "uint n, uint x) {\n" + bulk();
    };
    std::string source = head(levels) + leaf + " }\n";
    for (int level = levels; level-- > 0;) {
        const std::string next = "f" + std::to_string(level + 1) + "(" + call + "n, x";
        source += head(level) + "uint r = " + next + "); if (x == 77777) r += " + next +
                  " + 1); if (x == 88888) r ^= " + next + " * 3);\nreturn r; }\n";
    }
    return source;
}

class CalledFunctions : public DeviceQueueTest {
protected:
    /// Returns the program's build log. The log describes the kernel as soon as the kernel is compiled.
    std::string log_of(cl_kernel kernel) const {
        cl_program program = nullptr;
        clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr);
        char log[4096] = {};
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
        return log;
    }
};

TEST_F(CalledFunctions, AreKept) {
    cl_kernel made = build(below_functions("", "", "return x + n + (uint)get_global_id(0);") +
                           "kernel void k(global int* out) { out[get_global_id(0)] = f0(3, 4); }");
    EXPECT_NE(log_of(made).find("too large to inline all"), std::string::npos) << log_of(made);
    cl_mem out = zeros(50);
    clSetKernelArg(made, 0, sizeof out, &out);
    launch(queue, made, 50);
    const auto found = read(out);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(found[static_cast<std::size_t>(i)], 7 + i);
}

TEST_F(CalledFunctions, Print) {
    cl_kernel made = build(below_functions("constant char* text, ", "text, ",
                                           "printf(\"%d %s %v2d\\n\", x, \"four\", (int2)(n, 7)); return x;") +
                           "kernel void k(global int* out) { out[0] = f0(\"\", 3, 4); }");
    cl_mem out = zeros(1);
    clSetKernelArg(made, 0, sizeof out, &out);
    testing::internal::CaptureStdout();
    launch(queue, made, 1);
    clFinish(queue);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "4 four 3,7\n");
    EXPECT_EQ(read(out)[0], 4);
}

TEST_F(CalledFunctions, UseProgramScopeVariables) {
    const auto out =
        run("global uint counter = 5; global uint table[4] = {1, 2, 3, 4};\n"
            "global uint* constant where = table + 2;\n" +
                below_functions("", "", "counter += x; table[x & 3] += n; return *where + counter;") +
                "kernel void k(global int* out) { out[0] = f0(10, 2); out[1] = counter; out[2] = table[2]; }",
            3);
    EXPECT_EQ(out, (std::vector<cl_int>{20, 7, 13}));
}

TEST_F(CalledFunctions, Enqueue) {
    const auto out =
        run(below_functions("global int* out, ", "out, ",
                            "return enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(8), "
                            "^{ atomic_add(out + get_global_id(0), (int)x); });") +
                "kernel void k(global int* out) { if (f0(out, 10, get_global_id(0) + 1)) out[0] = -1000; }",
            8, 3);
    EXPECT_EQ(out, std::vector<cl_int>(8, 6));
}

TEST_F(CalledFunctions, ReadAndWriteImages) {
    const std::string source =
        below_functions("read_only image2d_t from, sampler_t s, write_only image2d_t to, ", "from, s, to, ",
                        "write_imageui(to, (int2)(x, n), (uint4)(x + 1));"
                        "return read_imageui(from, s, (int2)(x, n)).x;") +
        "kernel void k(global int* out, read_only image2d_t from, write_only image2d_t to) {\n"
        "const sampler_t s = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST; uint x = get_global_id(0);\n"
        "out[x] = f0(from, s, to, 1, x); }";
    cl_kernel made = build(source);
    std::vector<cl_uint> texels(8 * 2);
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<cl_uint>(i * 3);
    const cl_image_format format{CL_R, CL_UNSIGNED_INT32};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = 8;
    description.image_height = 2;
    cl_mem from = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &description, texels.data(), nullptr);
    cl_mem to = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &description, texels.data(), nullptr);
    cl_mem out = zeros(8);
    clSetKernelArg(made, 0, sizeof out, &out);
    clSetKernelArg(made, 1, sizeof from, &from);
    clSetKernelArg(made, 2, sizeof to, &to);
    launch(queue, made, 8);
    const auto found = read(out);
    const std::size_t origin[3] = {0, 1, 0}, region[3] = {8, 1, 1};
    std::vector<cl_uint> written(8);
    EXPECT_EQ(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, written.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(found[i], static_cast<cl_int>((8 + i) * 3));
        EXPECT_EQ(written[i], i + 1);
    }
    clReleaseMemObject(from);
    clReleaseMemObject(to);
}

}  // namespace
