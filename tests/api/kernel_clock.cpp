// Tests the clocks that kernels read (cl_khr_kernel_clock). The clock of each scope must return the time of the host
// timer, and the time must never decrease.
#include <algorithm>
#include <string>

#include "kernel_fixture.h"

namespace {

constexpr size_t items = 3000;

class KernelClock : public KernelTest {
protected:
    cl_ulong host_time() {
        cl_ulong time = 0;
        EXPECT_EQ(clGetHostTimer(device, &time), CL_SUCCESS);
        return time;
    }

    /// Returns two times for each work-item; the work-item reads the clock twice in succession.
    std::vector<cl_ulong> read(const std::string& scope) {
        const std::string source =
            "kernel void k(global ulong* out) {"
            "  const size_t i = get_global_id(0);"
            "  out[2 * i] = clock_read_" +
            scope +
            "();"
            "  for (int j = 0; j < i % 7; ++j) out[2 * i + 1] += j;"
            "  if (i % 3) out[2 * i + 1] = clock_read_" +
            scope +
            "();"
            "  else out[2 * i + 1] = as_ulong(clock_read_hilo_" +
            scope + "()); }";
        cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, items * 16, nullptr, nullptr);
        cl_kernel made = kernel(source.c_str());
        clSetKernelArg(made, 0, sizeof buffer, &buffer);
        launch(queue, made, items);
        std::vector<cl_ulong> times(items * 2);
        EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, items * 16, times.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        clReleaseMemObject(buffer);
        return times;
    }
};

TEST_F(KernelClock, TimesLieInTheirOrder) {
    for (const char* scope : {"device", "work_group", "sub_group"}) {
        const cl_ulong before = host_time();
        const std::vector<cl_ulong> times = read(scope);
        const cl_ulong after = host_time();
        EXPECT_GE(*std::ranges::min_element(times), before) << scope;
        EXPECT_LE(*std::ranges::max_element(times), after) << scope;
        for (size_t i = 0; i < items; ++i) ASSERT_LE(times[2 * i], times[2 * i + 1]) << scope << ' ' << i;
    }
}

TEST_F(KernelClock, CapabilitiesAreThoseOfTheFeatures) {
    cl_ulong capabilities = 0;
    EXPECT_EQ(clGetDeviceInfo(device, 0x1076, sizeof capabilities, &capabilities, nullptr), CL_SUCCESS);
    EXPECT_EQ(capabilities, 7u);
    kernel(
        "#if !defined(cl_khr_kernel_clock) || !defined(__opencl_c_kernel_clock_scope_device) || \\\n"
        "    !defined(__opencl_c_kernel_clock_scope_work_group) || !defined(__opencl_c_kernel_clock_scope_sub_group)\n"
        "#error\n"
        "#endif\n"
        "kernel void k() {}");
}

}  // namespace
