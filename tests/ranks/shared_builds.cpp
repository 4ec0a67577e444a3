// Tests processes that build the same program at the same time with one cache. One process compiles the program, and
// the other processes wait for the result. No process waits for a process that has been killed or stopped, and the
// cache stays valid.
#include <CL/cl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <vector>

#include "../robustness/session.h"
#include "rank.h"

namespace lanewise::test {
namespace {

int number_from(const char* variable, int usual) {
    const char* const text = getenv(variable);
    return text ? atoi(text) : usual;
}

/// The number of ranks, and the size of the program that they build. Larger values measure the time of many ranks.
const int ranks = number_from("RANKS", 16);
const int steps = number_from("RANK_PROGRAM_STEPS", 60);

/// Returns a kernel whose compilation takes long compared with the start of a process. Its result is the work-item's
/// id.
std::string long_source() {
    std::string source =
        "kernel void number(global uint* out, float zero) {\n  float x = (float)get_global_id(0) * zero;\n";
    for (int i = 0; i < steps; ++i) {
        const std::string n = std::to_string(i + 1);
        source +=
            "  for (int i = 0; i < 1 + (int)x; ++i) x = pow(sin(x) * zero, exp(x + " + n + ".5f)) * zero + erf(x);\n";
    }
    return source + "  out[get_global_id(0)] = (uint)get_global_id(0) + (uint)x;\n}\n";
}

bool computes(Session& session, cl_kernel kernel) {
    constexpr std::size_t items = 64;
    std::vector<cl_uint> out(items);
    const cl_float zero = 0;
    cl_mem buffer = clCreateBuffer(session.context, 0, sizeof(cl_uint) * items, nullptr, nullptr);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof zero, &zero);
    clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    const cl_int read = clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, sizeof(cl_uint) * items, out.data(), 0,
                                            nullptr, nullptr);
    clReleaseMemObject(buffer);
    for (cl_uint i = 0; i < items; ++i) {
        if (out[i] != i) return false;
    }
    return read == CL_SUCCESS;
}

/// Builds the program and runs its kernel. The outcome says whether the process has loaded the compiler.
int build_and_run() {
    Session session;
    cl_program program = session.make_program(long_source().c_str());
    if (!session.ok() || clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) != CL_SUCCESS) return wrong;
    cl_kernel kernel = clCreateKernel(program, "number", nullptr);
    const bool is_right = computes(session, kernel);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    if (!is_right) return wrong;
    return is_loaded("liblanewise-compiler") ? compiled : found_all;
}

std::vector<Rank> start_ranks(int count) {
    std::vector<Rank> started;
    for (int i = 0; i < count; ++i) started.emplace_back(&build_and_run);
    return started;
}

double children_seconds() {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

TEST(SharedBuilds, ManyRanksCompileOnce) {
    double one_build = 0;
    {
        const SharedCache cache("one-build");
        EXPECT_EQ(Rank(&build_and_run).wait(), compiled);
        one_build = children_seconds();
    }
    const SharedCache cache("shared-builds");
    auto all = start_ranks(ranks);
    int compilers = 0;
    for (Rank& rank : all) {
        const int outcome = rank.wait();
        EXPECT_TRUE(outcome == compiled || outcome == found_all) << outcome;
        compilers += outcome == compiled ? 1 : 0;
    }
    // One rank may compile the source, and another rank the kernel.
    EXPECT_GE(compilers, 1);
    EXPECT_LE(compilers, 2);
    EXPECT_TRUE(cache.files("claim").empty());
    EXPECT_EQ(Rank(&build_and_run).wait(), found_all);
    RecordProperty("seconds_of_one_build", std::to_string(one_build));
    RecordProperty("seconds_of_all_ranks", std::to_string(children_seconds() - one_build));
}

TEST(SharedBuilds, KilledRanksHarmNobody) {
    std::mt19937 random(std::random_device{}());
    for (int round = 0; round < 6; ++round) {
        const SharedCache cache("killed-ranks");
        auto all = start_ranks(4);
        for (int killed = 0; killed < 3; ++killed) {
            usleep(random() % 300'000);
            all[static_cast<std::size_t>(killed)].kill();
        }
        const int outcome = all.back().wait();
        EXPECT_TRUE(outcome == compiled || outcome == found_all) << outcome;
        EXPECT_EQ(Rank(&build_and_run).wait(), found_all);
    }
}

TEST(SharedBuilds, NobodyWaitsForAStoppedRank) {
    const SharedCache cache("stopped-ranks");
    Rank first(&build_and_run);
    while (cache.files("claim").empty()) usleep(100);
    first.signal(SIGSTOP);
    auto others = start_ranks(2);
    for (Rank& rank : others) {
        const int outcome = rank.wait();
        EXPECT_TRUE(outcome == compiled || outcome == found_all) << outcome;
    }
    first.signal(SIGCONT);
    const int outcome = first.wait();
    EXPECT_TRUE(outcome == compiled || outcome == found_all) << outcome;
    EXPECT_EQ(Rank(&build_and_run).wait(), found_all);
}

/// Runs ranks in which another file system is mounted at the cache's folder. Returns the worst outcome.
int run_with_mounted(const SharedCache& cache, const char* options, bool is_read_only) {
    Rank group([&] {
        const char* const folder = cache.folder().c_str();
        std::filesystem::create_directories(cache.folder());
        if (unshare(CLONE_NEWNS) != 0 || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            mount("tmpfs", folder, "tmpfs", 0, options) != 0)
            return int{skipped};
        if (is_read_only && mount(nullptr, folder, nullptr, MS_REMOUNT | MS_RDONLY, nullptr) != 0) return int{skipped};
        for (Rank& rank : start_ranks(3)) {
            if (rank.wait() != compiled) return int{wrong};
        }
        return int{compiled};
    });
    return group.wait();
}

TEST(SharedBuilds, ReadOnlyFolder) {
    const SharedCache cache("read-only");
    const int outcome = run_with_mounted(cache, "", true);
    if (outcome == skipped) GTEST_SKIP() << "this process may not mount a file system";
    EXPECT_EQ(outcome, compiled);
}

TEST(SharedBuilds, FullDisk) {
    const SharedCache cache("full-disk");
    const int outcome = run_with_mounted(cache, "size=8k", false);
    if (outcome == skipped) GTEST_SKIP() << "this process may not mount a file system";
    EXPECT_EQ(outcome, compiled);
}

TEST(SharedBuilds, WithoutACacheNothingIsClaimed) {
    const SharedCache cache("no-cache");
    setenv("LANEWISE_CACHE", "0", 1);
    for (Rank& rank : start_ranks(2)) EXPECT_EQ(rank.wait(), compiled);
    EXPECT_FALSE(std::filesystem::exists(cache.folder()));
}

// A program that does not compile has no entry in the cache, so that ranks cannot find its result there.
TEST(SharedBuilds, FaultyProgramsFailForAll) {
    const SharedCache cache("faulty-program");
    std::vector<Rank> all;
    for (int i = 0; i < 6; ++i) {
        all.emplace_back([] {
            Session session;
            cl_program program = session.make_program("kernel void k(global int* x) { *x = missing(); }");
            const cl_int built = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
            clReleaseProgram(program);
            return built == CL_BUILD_PROGRAM_FAILURE ? int{compiled} : int{wrong};
        });
    }
    for (Rank& rank : all) EXPECT_EQ(rank.wait(), compiled);
    EXPECT_TRUE(cache.files("claim").empty());
}

}  // namespace
}  // namespace lanewise::test
