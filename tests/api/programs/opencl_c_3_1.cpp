// Tests OpenCL C 3.1: its functions, the length modifiers z and t of printf, and atomic operations with different
// scopes.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "kernel_fixture.h"

namespace {

class OpenClC31 : public KernelTest {
protected:
    cl_kernel build(const std::string& source, const std::string& options) {
        const char* text = source.c_str();
        cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
        char log[8192] = {};
        EXPECT_EQ(clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr), CL_SUCCESS);
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
        EXPECT_STREQ(log, "") << source;
        cl_kernel made = clCreateKernel(program, "k", nullptr);
        EXPECT_NE(made, nullptr);
        clReleaseProgram(program);
        own(made);
        return made;
    }
};

TEST_F(OpenClC31, HasTheFunctionsThatItTookFromExtensions) {
    const cl_kernel made = build(R"(
        #if __OPENCL_C_VERSION__ != 310 || CL_VERSION_3_1 != 310 || __OPENCL_C_VERSION__ < CL_VERSION_3_0
        #error another version
        #endif
        #if !__opencl_c_subgroups || !__opencl_c_int64 || !__opencl_c_integer_dot_product_input_4x8bit_packed
        #error no feature
        #endif
        kernel void k(global int* out) {
            int i = get_global_id(0), lane = get_sub_group_local_id(), size = get_sub_group_size();
            uint bits = bit_reverse(bit_reverse((uint)i));
            int dots = dot_4x8packed_us_int((uint)i, 1u);
            short shuffled = sub_group_shuffle((short)lane, 0) + sub_group_shuffle_xor((short)0, 1);
            int up = sub_group_shuffle_up(lane, 1), turned = sub_group_rotate(lane, 1);
            long sum = sub_group_reduce_add((long)1);
            generic int* where = out + i;
            *where = bits == i && dots == i && shuffled == 0 && (lane == 0 || up == lane - 1) &&
                     turned == (lane + 1) % size && sum == size;
        })",
                                 "-cl-std=CL3.1 -Werror");
    constexpr size_t items = 96, local = 32;
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_int), nullptr, nullptr);
    clSetKernelArg(made, 0, sizeof out, &out);
    launch(queue, made, items, &local);
    std::array<cl_int, items> values{};
    ASSERT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof values, values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    for (size_t i = 0; i < items; ++i) EXPECT_EQ(values[i], 1) << i;
    clReleaseMemObject(out);
}

// "z: Specifies that a following d, i, o, u, x, or X conversion specifier applies to a size_t argument", "t: [...] to a
// ptrdiff_t argument".
TEST_F(OpenClC31, PrintsSizesAndDifferences) {
    const cl_kernel made = build(R"(
        kernel void k() {
            size_t size = (size_t)1 << 40;
            ptrdiff_t back = -((ptrdiff_t)1 << 40);
            printf("%zd %zi %zo %zu %zx %zX\n", (size_t)-1, size, size, size, size + 0xabc, size + 0xabc);
            printf("%td %ti %to %tu %tx %tX\n", back, back, back, back, back + 0xabc, back + 0xabc);
            printf("%-20zu|%+020td|%#zx|% .15ti\n", get_global_size(0), back, size, back);
            printf("%s %zu %s %td\n", "a", size, "b", back);
        })",
                                 "-cl-std=CL3.1 -Werror");
    testing::internal::CaptureStdout();
    launch(queue, made, 1);
    clFinish(queue);
    std::fflush(stdout);
    const std::string printed = testing::internal::GetCapturedStdout();
    const std::size_t size = std::size_t{1} << 40;
    const std::ptrdiff_t back = -(std::ptrdiff_t{1} << 40);
    char expected[1024];
    const int length =
        std::snprintf(expected, sizeof expected,
                      "-1 %zi %zo %zu %zx %zX\n%td %ti %to %tu %tx %tX\n%-20zu|%+020td|%#zx|% .15ti\na %zu b %td\n",
                      size, size, size, size + 0xabc, size + 0xabc, back, back, static_cast<std::size_t>(back),
                      static_cast<std::size_t>(back), static_cast<std::size_t>(back) + 0xabc,
                      static_cast<std::size_t>(back) + 0xabc, std::size_t{1}, back, size, back, size, back);
    ASSERT_GT(length, 0);
    EXPECT_EQ(printed, expected);
}

// "For OpenCL 3.1 and newer, the memory scope of A and B may be different." Each work-item stores a value and then
// increments a counter. If both scopes include all work-items, the work-item that increments the counter last must see
// the values of all other work-items.
TEST_F(OpenClC31, ScopesMayDiffer) {
    const std::array<std::string, 4> scopes{"sub_group", "work_group", "device", "all_svm_devices"};
    constexpr const char* source = R"(
        kernel void k(global int* written, global atomic_int* counter, global int* sum) {
            int i = get_global_id(0), n = get_global_size(0), seen = n;
            written[i] = i + 1;
        #if FENCES
            atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, FIRST);
            atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, FIRST);
            atomic_fetch_add_explicit(counter + 1, 1, memory_order_relaxed, FIRST);
            atomic_compare_exchange_strong_explicit(counter + 1, &seen, 0, memory_order_relaxed, memory_order_relaxed,
                                                    SECOND);
            atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, SECOND);
        #else
            atomic_fetch_add_explicit(counter, 1, memory_order_release, FIRST);
            atomic_compare_exchange_strong_explicit(counter, &seen, 0, memory_order_acquire, memory_order_relaxed,
                                                    SECOND);
        #endif
            if (seen == n) {
                int all = 0;
                for (int other = 0; other < n; ++other) all += written[other];
                *sum = all;
            }
        })";
    constexpr size_t most = 8192;
    cl_mem written = clCreateBuffer(context, CL_MEM_READ_WRITE, most * sizeof(cl_int), nullptr, nullptr);
    cl_mem counter = clCreateBuffer(context, CL_MEM_READ_WRITE, 2 * sizeof(cl_int), nullptr, nullptr);
    cl_mem sum = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_int), nullptr, nullptr);
    for (unsigned first = 0; first < scopes.size(); ++first)
        for (unsigned second = 0; second < scopes.size(); ++second)
            for (const char* fences : {"0", "1"}) {
                const std::string options = "-cl-std=CL3.1 -DFIRST=memory_scope_" + scopes[first] +
                                            " -DSECOND=memory_scope_" + scopes[second] + " -DFENCES=" + fences;
                const cl_kernel made = build(source, options);
                clSetKernelArg(made, 0, sizeof written, &written);
                clSetKernelArg(made, 1, sizeof counter, &counter);
                clSetKernelArg(made, 2, sizeof sum, &sum);
                const unsigned narrow = std::min(first, second);
                const size_t global = narrow == 0 ? 8 : narrow == 1 ? 512 : most;  // sub-group, work-group or device
                const size_t local = narrow == 0 ? 8 : narrow == 1 ? 512 : 64;
                const cl_int zero = 0;
                for (cl_mem memory : {written, counter, sum}) {
                    const size_t bytes = memory == written ? most * 4 : memory == counter ? 8 : 4;
                    clEnqueueFillBuffer(queue, memory, &zero, sizeof zero, 0, bytes, 0, nullptr, nullptr);
                }
                launch(queue, made, global, &local);
                cl_int found = 0;
                clEnqueueReadBuffer(queue, sum, CL_TRUE, 0, sizeof found, &found, 0, nullptr, nullptr);
                EXPECT_EQ(found, static_cast<cl_int>(global * (global + 1) / 2)) << options;
            }
    for (cl_mem memory : {written, counter, sum}) clReleaseMemObject(memory);
}

}  // namespace
