// Tests ranks that share a machine: each rank uses only the CPUs of its affinity mask, even if the mask changes later.
#include <CL/cl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include "../robustness/session.h"
#include "rank.h"

namespace lanewise::test {
namespace {

cl_uint compute_units(cl_device_id device) {
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    return units;
}

/// Runs launches that are long enough for all threads of the device. Returns true if all results are right, and if all
/// threads of the process may use only the CPUs in `cpus`.
bool runs_within(Session& session, const std::vector<int>& cpus) {
    const char* source =
        "kernel void sum(global uint* out, uint steps) {"
        "  uint x = get_global_id(0);"
        "  for (uint i = 0; i < steps; ++i) x = x * 1664525u + 1013904223u;"
        "  out[get_global_id(0)] = x;"
        "}";
    constexpr std::size_t items = 1 << 12, local = 16;
    constexpr cl_uint steps = 1 << 14;
    cl_program program = session.make_program(source);
    clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
    cl_kernel kernel = clCreateKernel(program, "sum", nullptr);
    cl_mem buffer = clCreateBuffer(session.context, 0, items * sizeof(cl_uint), nullptr, nullptr);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof steps, &steps);
    bool is_right = true;
    for (int launch = 0; launch < 5; ++launch) {
        clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr);
        clFlush(session.queue);
        is_right = is_right && are_threads_within(cpus);
        cl_uint last = 0;
        clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, (items - 1) * sizeof last, sizeof last, &last, 0, nullptr,
                            nullptr);
        cl_uint expected = items - 1;
        for (cl_uint i = 0; i < steps; ++i) expected = expected * 1664525U + 1013904223U;
        is_right = is_right && last == expected && are_threads_within(cpus);
        usleep(3000);  // long enough that the workers go to sleep
    }
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return is_right && session.ok();
}

/// Waits until a thread of the driver has run a command.
void let_driver_run(Session& session) {
    std::atomic<bool> has_run = false;
    const auto run = [](void* data) { static_cast<std::atomic<bool>*>(*static_cast<void**>(data))->store(true); };
    std::array<void*, 1> block{&has_run};
    clEnqueueNativeKernel(session.queue, run, block.data(), sizeof block, 0, nullptr, nullptr, 0, nullptr, nullptr);
    clFlush(session.queue);
    while (!has_run) usleep(100);
    clFinish(session.queue);
}

/// Binds all threads of the process until all have the new mask. A thread may still have the old mask if it was just
/// starting, or if it was a worker that was just moving to another CPU.
void bind_all(const std::vector<int>& cpus) {
    do {
        for (const pid_t thread : own_threads()) bind(thread, cpus);
        usleep(50'000);
    } while (!are_threads_within(cpus));
}

/// Starts a rank that binds itself to the CPUs in `cpus` before it uses OpenCL.
Rank start_bound(const std::vector<int>& cpus) {
    return Rank([cpus] {
        bind(0, cpus);
        Session session;
        const bool uses_mask = compute_units(session.device) == cpus.size();
        return uses_mask && runs_within(session, cpus) ? int{compiled} : int{wrong};
    });
}

TEST(CpuMasks, DisjointMasksShareTheMachine) {
    const std::vector<int> all = cpus_of();
    if (all.size() < 2) GTEST_SKIP() << "this machine has one CPU";
    const SharedCache cache("disjoint-masks");
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    Rank first = start_bound({all.begin(), middle});
    Rank second = start_bound({middle, all.end()});
    EXPECT_EQ(first.wait(), compiled);
    EXPECT_EQ(second.wait(), compiled);
}

TEST(CpuMasks, ManyRanksOnOneCpu) {
    const SharedCache cache("one-cpu");
    std::vector<Rank> all;
    for (int i = 0; i < 8; ++i) all.push_back(start_bound({cpus_of().back()}));
    for (Rank& rank : all) EXPECT_EQ(rank.wait(), compiled);
}

// Job managers and `taskset --all-tasks` change the masks of all threads of a running process.
TEST(CpuMasks, NarrowedMasksAreKept) {
    const std::vector<int> all = cpus_of();
    if (all.size() < 2) GTEST_SKIP() << "this machine has one CPU";
    const SharedCache cache("narrowed-mask");
    Rank rank([&] {
        Session session;
        if (!runs_within(session, all)) return int{wrong};
        let_driver_run(session);  // threads that start later get the masks of the driver's earlier threads
        const std::vector<int> last{all.back()};
        bind_all(last);
        if (!runs_within(session, last)) return int{wrong};
        bind_all(all);
        return runs_within(session, all) ? int{compiled} : int{wrong};
    });
    EXPECT_EQ(rank.wait(), compiled);
}

// LANEWISE_MAX_COMPUTE_UNITS limits the compute units, but changes no affinity mask: the threads of the rank may still
// use all CPUs of the rank.
TEST(CpuMasks, LimitedComputeUnits) {
    const SharedCache cache("limited-units");
    Rank rank([] {
        setenv("LANEWISE_MAX_COMPUTE_UNITS", "1", 1);
        Session session;
        return compute_units(session.device) == 1 && runs_within(session, cpus_of()) ? int{compiled} : int{wrong};
    });
    EXPECT_EQ(rank.wait(), compiled);
}

}  // namespace
}  // namespace lanewise::test
