// Tests host programs that bind their threads to one CPU, as task runtimes do, before or after the first use of OpenCL.
// The device must still use all CPUs that it reported, and must not write to stderr.
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "session.h"
#include "time_limit.h"

namespace lanewise::test {
namespace {

constexpr int right = 3;
constexpr int wrong = 4;

enum class Moment { before_the_platform, before_the_context, before_the_first_launch, after_the_first_launch };

/// Binds the calling thread to the last CPU that it may use.
void bind_to_one_cpu() {
    cpu_set_t all;
    cpu_set_t one;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof all, &all) != 0) _exit(wrong);
    int last = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &all)) last = cpu;
    CPU_SET(last, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) _exit(wrong);
}

/// Runs as many work-groups as there are compute units. Each work-group waits until all of them have begun. Returns
/// true if all work-groups have begun.
bool units_meet(cl_device_id device) {
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    const char* source =
        "kernel void meet(global atomic_uint* here, uint units) {"
        "  if (get_local_id(0) == 0) {"
        "    atomic_fetch_add(here, 1u);"
        "    while (atomic_load(here) < units);"
        "  }"
        "  barrier(CLK_GLOBAL_MEM_FENCE);"
        "}";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    if (clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr) != CL_SUCCESS) return false;
    cl_kernel kernel = clCreateKernel(program, "meet", nullptr);
    cl_uint here = 0;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof here, &here, nullptr);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof units, &units);
    // Work-groups are so large that the device does not merge several work-groups.
    const std::size_t local = 256;
    const std::size_t global = units * local;
    clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof here, &here, 0, nullptr, nullptr);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return units != 0 && here == units;
}

/// Makes two sub-devices, each of half the compute units. Returns whether units_meet() is true for both sub-devices.
bool halves_meet(cl_device_id device) {
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                    static_cast<cl_device_partition_property>((units + 1) / 2), 0};
    cl_device_id halves[2] = {};
    cl_uint count = 0;
    if (units < 2) return true;
    if (clCreateSubDevices(device, equally, 2, halves, &count) != CL_SUCCESS) return false;
    bool met = true;
    for (cl_uint i = 0; i < count; ++i) {
        met = met && units_meet(halves[i]);
        clReleaseDevice(halves[i]);
    }
    return met;
}

void use_device(Moment moment) {
    if (moment == Moment::before_the_platform) bind_to_one_cpu();
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    clGetPlatformIDs(1, &platform, nullptr);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    if (moment == Moment::before_the_context) bind_to_one_cpu();
    Session session;
    session.build();
    if (moment == Moment::before_the_first_launch) bind_to_one_cpu();
    bool good = session.computes();
    if (moment == Moment::after_the_first_launch) bind_to_one_cpu();
    for (int i = 0; i < 5; ++i) {
        good = good && units_meet(device);
        usleep(5000);  // long enough that the workers go to sleep
    }
    good = good && halves_meet(device) && session.computes();
    if (!good) _exit(wrong);
}

[[noreturn]] void run(Moment moment, bool in_thread) {
    limit_time(60);
    if (in_thread) {
        std::thread(use_device, moment).join();
    } else {
        use_device(moment);
    }
    _exit(right);
}

class PinnedThreads : public testing::TestWithParam<Moment> {
protected:
    void SetUp() override { testing::GTEST_FLAG(death_test_style) = "threadsafe"; }
};

TEST_P(PinnedThreads, MainThread) { EXPECT_EXIT(run(GetParam(), false), testing::ExitedWithCode(right), "^$"); }

TEST_P(PinnedThreads, AnotherThread) { EXPECT_EXIT(run(GetParam(), true), testing::ExitedWithCode(right), "^$"); }

std::string name_of(const testing::TestParamInfo<Moment>& info) {
    switch (info.param) {
        case Moment::before_the_platform: return "BeforeThePlatform";
        case Moment::before_the_context: return "BeforeTheContext";
        case Moment::before_the_first_launch: return "BeforeTheFirstLaunch";
        default: return "AfterTheFirstLaunch";
    }
}

INSTANTIATE_TEST_SUITE_P(Bound, PinnedThreads,
                         testing::Values(Moment::before_the_platform, Moment::before_the_context,
                                         Moment::before_the_first_launch, Moment::after_the_first_launch),
                         name_of);

}  // namespace
}  // namespace lanewise::test
