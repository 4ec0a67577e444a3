// Tests the message about a fault of a kernel, which names the kernel, the address and the work-group.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <mutex>
#include <string>
#include <vector>

#include "session.h"
#include "time_limit.h"

namespace lanewise::test {
namespace {

class FaultMessages : public testing::Test {
protected:
    void SetUp() override {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
        GTEST_SKIP() << "a sanitizer handles the signals";
#endif
#endif
        testing::GTEST_FLAG(death_test_style) = "threadsafe";
    }
};

/// If `condition` is false, exits with a number derived from the source line. If all conditions of a process hold, the
/// process exits with 3.
#define REQUIRE(condition) \
    if (!(condition)) _exit(__LINE__ % 200 + 20)

// In each kernel, the work-item with the linear id `culprit` stores to unmapped memory.
constexpr const char* source = R"(
size_t linear() {
    return ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - get_global_offset(1)) *
        get_global_size(0) + get_global_id(0) - get_global_offset(0);
}
kernel void any_group(global int* bad, global int* good, ulong culprit) {
    size_t i = linear();
    if (i == culprit) bad[1000] = 1; else good[i] = (int)i;
}
kernel void knows_group(global int* bad, global int* good, ulong culprit) {
    size_t i = linear();
    if (i == culprit) bad[1000] = (int)get_group_id(0); else good[i] = (int)get_local_id(0);
}
kernel void with_barrier(global int* bad, global int* good, ulong culprit) {
    local int shared[1024];
    size_t i = linear();
    shared[get_local_linear_id()] = (int)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int value = shared[get_local_linear_id() / 2];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == culprit) bad[1000] = value; else good[i] = value;
}
// Lanes lie along dimension 2, or 1.
kernel void along_2(global int* bad, global int* good, ulong culprit) {
    size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
    size_t i = (x * get_global_size(1) + y) * get_global_size(2) + get_global_id(2) - get_global_offset(2);
    if (linear() == culprit) bad[1000] = (int)get_group_id(0); else good[i] = (int)get_local_id(0);
}
kernel void along_1(global int* bad, global int* good, ulong culprit) {
    local int shared[1024];
    size_t x = get_global_id(0) - get_global_offset(0), z = get_global_id(2) - get_global_offset(2);
    size_t i = (z * get_global_size(0) + x) * get_global_size(1) + get_global_id(1) - get_global_offset(1);
    shared[get_local_linear_id()] = (int)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int value = shared[get_local_linear_id() / 2];
    if (linear() == culprit) bad[1000] = value; else good[i] = value;
}
kernel void with_stack(global int* bad, global int* good, ulong culprit) {
    int a[500];
    size_t i = linear();
    for (int j = 0; j < 500; ++j) a[j] = good[(i + j) % 100] * j;
    for (int j = 1; j < 500; ++j) a[(j * 7) % 500] += a[a[j - 1] & 255];
    if (i == culprit) bad[1000] = a[get_group_id(0) % 500]; else good[i] = a[(i + 5) % 500];
}
)";

std::mutex told_mutex;
std::string told;

void CL_CALLBACK note(const char* text, const void*, std::size_t, void*) {
    const std::lock_guard lock(told_mutex);
    told = text;
}

using Size3 = std::array<std::size_t, 3>;

struct Range {
    Size3 global;
    Size3 local;
    Size3 offset;
};

class Culprits {
public:
    Culprits() {
        cl_int code = CL_SUCCESS;
        context_ = clCreateContext(nullptr, 1, &session_.device, &note, nullptr, &code);
        queue_ = clCreateCommandQueueWithProperties(context_, session_.device, nullptr, &code);
        const char* text = source;
        program_ = clCreateProgramWithSource(context_, 1, &text, nullptr, &code);
        REQUIRE(clBuildProgram(program_, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr) == CL_SUCCESS);
        bad_ = mmap(nullptr, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }

    /// Runs the kernel so that work-item `item` (counted without the offset) faults, and returns the message.
    std::string message(const char* name, const Range& range, const Size3& item) {
        cl_int code = CL_SUCCESS;
        cl_kernel kernel = clCreateKernel(program_, name, &code);
        REQUIRE(code == CL_SUCCESS);
        const cl_ulong culprit = (item[2] * range.global[1] + item[1]) * range.global[0] + item[0];
        std::vector<int> good(range.global[0] * range.global[1] * range.global[2] + 600);
        clSetKernelArgSVMPointer(kernel, 0, bad_);
        clSetKernelArgSVMPointer(kernel, 1, good.data());
        clSetKernelArg(kernel, 2, sizeof culprit, &culprit);
        cl_event event = nullptr;
        REQUIRE(clEnqueueNDRangeKernel(queue_, kernel, 3, range.offset.data(), range.global.data(), range.local.data(),
                                       0, nullptr, &event) == CL_SUCCESS);
        clWaitForEvents(1, &event);
        cl_int status = 1;
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        REQUIRE(status == CL_OUT_OF_RESOURCES);
        clReleaseEvent(event);
        clReleaseKernel(kernel);
        const std::lock_guard lock(told_mutex);
        return told;
    }

    /// Returns the text with which every correct message begins. This text contains the address of bad[1000].
    std::string start(const char* name) const {
        char text[200];
        snprintf(text, sizeof text, "Kernel '%s' was stopped by an invalid memory access at %#zx, in ", name,
                 reinterpret_cast<std::size_t>(bad_) + 4000);
        return text;
    }

private:
    Session session_;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    cl_program program_ = nullptr;
    void* bad_ = nullptr;
};

constexpr const char* advice = ". Check the pointers and indices that the kernel uses there.";

std::string name_of_group(const Size3& group) {
    return "(" + std::to_string(group[0]) + ", " + std::to_string(group[1]) + ", " + std::to_string(group[2]) + ")";
}

// NDRanges of one and of several dimensions. Some NDRanges have offsets, and some have smaller work-groups at their
// ends. Some of these NDRanges run on one thread, and others on many.
constexpr Range ranges[] = {{{1000, 1, 1}, {100, 1, 1}, {}},        {{100'000, 1, 1}, {64, 1, 1}, {7, 0, 0}},
                            {{50, 30, 20}, {16, 4, 2}, {3, 4, 5}},  {{64, 64, 8}, {32, 8, 1}, {}},
                            {{33, 7, 5}, {32, 2, 2}, {0, 1, 0}},    {{17, 1, 1}, {17, 1, 1}, {}},
                            {{4, 300, 3}, {4, 16, 3}, {1, 0, 1000}}};

[[noreturn]] void name_the_group() {
    limit_time(100);
    Culprits culprits;
    for (const char* kernel : {"knows_group", "with_barrier", "along_2", "along_1", "with_stack"}) {
        for (const Range& range : ranges) {
            for (const std::size_t share : {0, 3, 5, 8}) {
                Size3 item{};
                Size3 group{};
                for (unsigned d = 0; d < 3; ++d) {
                    item[d] = (range.global[d] - 1) * share / 8;
                    group[d] = item[d] / range.local[d];
                }
                const std::string expected = culprits.start(kernel) + "work-group " + name_of_group(group) + advice;
                const std::string message = culprits.message(kernel, range, item);
                if (message != expected) fprintf(stderr, "%s\ninstead of\n%s\n", message.c_str(), expected.c_str());
                REQUIRE(message == expected);
            }
        }
    }
    _exit(3);
}

TEST_F(FaultMessages, NameTheWorkGroup) { EXPECT_EXIT(name_the_group(), testing::ExitedWithCode(3), ""); }

// The device may run several short work-groups as one work-group if the kernel cannot observe the difference. The
// message then names the first and last of these groups.
[[noreturn]] void name_the_groups() {
    limit_time(100);
    Culprits culprits;
    const Range range{{4096, 2, 1}, {1, 1, 1}, {5, 0, 0}};
    const std::string start = culprits.start("any_group");
    for (const std::size_t item : {0, 1000, 4095}) {
        const std::string message = culprits.message("any_group", range, {item, 1, 0});
        REQUIRE(message.starts_with(start));
        unsigned long long first[3] = {}, last[3] = {};
        const int found =
            sscanf(message.c_str() + start.size(), "one of work-groups (%llu, %llu, %llu) to (%llu, %llu, %llu)",
                   &first[0], &first[1], &first[2], &last[0], &last[1], &last[2]);
        if (found != 6) {
            REQUIRE(message == start + "work-group " + name_of_group({item, 1, 0}) + advice);
        } else {
            REQUIRE(first[0] <= item && item <= last[0] && last[0] < 4096);
            REQUIRE(first[1] <= 1 && 1 <= last[1] && last[1] < 2);
            REQUIRE(first[2] == 0 && last[2] == 0);
        }
    }
    _exit(3);
}

TEST_F(FaultMessages, NameTheWorkGroupsThatRanAsOne) { EXPECT_EXIT(name_the_groups(), testing::ExitedWithCode(3), ""); }

[[noreturn]] void log_the_group() {
    limit_time(100);
    setenv("LANEWISE_LOG", "1", 1);
    Culprits culprits;
    culprits.message("knows_group", {{1000, 1, 1}, {100, 1, 1}, {}}, {777, 0, 0});
    _exit(3);
}

TEST_F(FaultMessages, AreLogged) {
    EXPECT_EXIT(
        log_the_group(), testing::ExitedWithCode(3),
        "lanewise: A command fails with CL_OUT_OF_RESOURCES \\(-5\\): Kernel 'knows_group' was stopped by an invalid "
        "memory access at 0x[0-9a-f]+, in work-group \\(7, 0, 0\\)");
}

}  // namespace
}  // namespace lanewise::test
