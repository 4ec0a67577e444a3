// Tests kernels that access memory which they must not access, or that trap. The command of such a kernel must fail and
// the process must continue, unless the process itself handles the signals of faults.
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "session.h"
#include "time_limit.h"

namespace lanewise::test {
namespace {

/// Runs each case in a separate process, because signal handlers belong to the process.
class KernelFaults : public testing::Test {
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

constexpr const char* source = R"(
typedef struct { int values[1024]; } Large;
kernel void store(global int* out) { out[get_global_id(0)] = 1; }
kernel void load(global int* p, global int* out) { out[get_global_id(0)] = p[get_global_id(0)]; }
kernel void copy(global Large* p, global Large* out) { *out = *p; }
kernel void trap(global int* p) { __builtin_trap(); }
kernel void trap_of_one(global int* p) {
    if (p[0] == 5 && get_global_id(0) == 42) __builtin_trap();
    p[1] = 1;
}
kernel void one_of_many(global int* p) { if (get_global_id(0) == 77777) p[0] = 1; }
kernel void slow_math(global double* p) { double i; p[get_global_id(0)] = lgamma_r(3.5, (global int*)p) + fract(2.5, &i); }
kernel void with_barriers(global int* p) {
    int a[500];
    for (int i = 0; i < 500; ++i) a[i] = i * (int)get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    p[a[get_local_id(0)]] = a[(get_local_id(0) * 7) % 500];
}
)";

std::mutex messages_mutex;
std::string messages;

void CL_CALLBACK note_message(const char* text, const void*, std::size_t, void*) {
    const std::lock_guard lock(messages_mutex);
    messages += text;
    messages += '\n';
}

/// A program with kernels that fault, in a separate context.
class FaultyProgram {
public:
    FaultyProgram() {
        context = clCreateContext(nullptr, 1, &good.device, &note_message, nullptr, &code_);
        queue = clCreateCommandQueueWithProperties(context, good.device, nullptr, &code_);
        const char* text = source;
        program_ = clCreateProgramWithSource(context, 1, &text, nullptr, &code_);
        clBuildProgram(program_, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr);
        good.build();
    }

    /// Runs a kernel with `pointer` as each argument. Returns the status of the command.
    cl_int run(const char* name, const void* pointer, std::size_t items = 64) {
        cl_event event = enqueue(name, pointer, items);
        clWaitForEvents(1, &event);
        cl_int status = 1;
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        clReleaseEvent(event);
        return status;
    }
    cl_event enqueue(const char* name, const void* pointer, std::size_t items = 64) {
        cl_kernel kernel = clCreateKernel(program_, name, &code_);
        cl_uint count = 0;
        clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
        for (cl_uint i = 0; i < count; ++i) clSetKernelArgSVMPointer(kernel, i, pointer);
        cl_event event = nullptr;
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, &event);
        clReleaseKernel(kernel);
        return event;
    }

    Session good;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;

private:
    cl_int code_ = CL_SUCCESS;
    cl_program program_ = nullptr;
};

/// If `condition` is false, exits with a number derived from the source line. If all conditions of a process hold, the
/// process exits with 3.
#define REQUIRE(condition) \
    if (!(condition)) _exit(__LINE__ % 200 + 20)

/// Returns inaccessible memory, at least as large as the memory that the largest launch accesses. A smaller block might
/// be followed by accessible memory.
void* no_access() {
    static void* const memory = mmap(nullptr, 16 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory;
}

[[noreturn]] void fail_and_go_on() {
    limit_time(60);
    FaultyProgram faulty;
    void* const bad = no_access();
    for (int round = 0; round < 20; ++round) {
        for (const char* name : {"store", "load", "copy", "slow_math", "with_barriers"}) {
            REQUIRE(faulty.run(name, bad) == CL_OUT_OF_RESOURCES);
        }
        REQUIRE(faulty.run("store", nullptr) == CL_OUT_OF_RESOURCES);
        REQUIRE(faulty.run("trap", nullptr) == CL_OUT_OF_RESOURCES);
        REQUIRE(faulty.run("store", bad, 1 << 20) == CL_OUT_OF_RESOURCES);
        REQUIRE(faulty.run("one_of_many", bad, 100'000) == CL_OUT_OF_RESOURCES);
        REQUIRE(faulty.good.computes());
    }
    int values[64] = {};
    REQUIRE(faulty.run("store", values) == CL_COMPLETE);
    for (const int value : values) REQUIRE(value == 1);
    REQUIRE(faulty.run("trap_of_one", values) == CL_COMPLETE);
    values[0] = 5;
    REQUIRE(faulty.run("trap_of_one", values) == CL_OUT_OF_RESOURCES);
    if (messages.find("trap instruction at") == messages.npos) fputs(messages.substr(0, 1500).c_str(), stderr);
    char address[32];
    snprintf(address, sizeof address, "%#zx", reinterpret_cast<std::size_t>(bad));
    REQUIRE(messages.find("Kernel 'store'") != messages.npos);
    REQUIRE(messages.find("Kernel 'trap' was stopped by a trap instruction at 0x") != messages.npos);
    REQUIRE(messages.find(address) != messages.npos);
    REQUIRE(messages.find("work-group") != messages.npos);
    _exit(3);
}

TEST_F(KernelFaults, EndTheCommandAlone) { EXPECT_EXIT(fail_and_go_on(), testing::ExitedWithCode(3), ""); }

// The command that waits for the failed event must be terminated ("all commands that wait on this event are
// terminated"), but later commands of the queue must run.
[[noreturn]] void fail_dependants() {
    limit_time(60);
    FaultyProgram faulty;
    int values[64] = {};
    cl_event failed = faulty.enqueue("store", no_access());
    cl_event after = nullptr;
    clEnqueueMarkerWithWaitList(faulty.queue, 1, &failed, &after);
    cl_event next = faulty.enqueue("store", values);
    clFinish(faulty.queue);
    cl_int status[3] = {};
    int i = 0;
    for (cl_event event : {failed, after, next}) {
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(cl_int), &status[i++], nullptr);
    }
    REQUIRE(status[0] == CL_OUT_OF_RESOURCES);
    REQUIRE(status[1] == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    REQUIRE(status[2] == CL_COMPLETE && values[63] == 1);
    _exit(3);
}

TEST_F(KernelFaults, FailWhatWaitsForThem) { EXPECT_EXIT(fail_dependants(), testing::ExitedWithCode(3), ""); }

[[noreturn]] void fail_on_many_threads() {
    limit_time(60);
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t) {
        threads.emplace_back([t] {
            FaultyProgram faulty;
            for (int i = 0; i < 50; ++i) {
                REQUIRE(faulty.run(t % 2 ? "one_of_many" : "with_barriers", no_access(), 100'000) ==
                        CL_OUT_OF_RESOURCES);
                REQUIRE(faulty.good.computes());
            }
        });
    }
    for (auto& thread : threads) thread.join();
    _exit(3);
}

TEST_F(KernelFaults, OnManyThreadsAtOnce) { EXPECT_EXIT(fail_on_many_threads(), testing::ExitedWithCode(3), ""); }

// A fault of the host's own code must still end the process.
[[noreturn]] void fault_in_the_host() {
    FaultyProgram faulty;
    REQUIRE(faulty.run("store", no_access()) == CL_OUT_OF_RESOURCES);
    *static_cast<volatile int*>(no_access()) = 1;
    _exit(4);
}

TEST_F(KernelFaults, FaultsOfTheHostAreItsOwn) {
    EXPECT_EXIT(fault_in_the_host(), testing::KilledBySignal(SIGSEGV), "");
}

[[noreturn]] void be_sent_a_signal() {
    FaultyProgram faulty;
    faulty.good.start_long_kernel();
    REQUIRE(faulty.run("store", no_access()) == CL_OUT_OF_RESOURCES);
    kill(getpid(), SIGSEGV);
    sleep(20);
    _exit(4);
}

TEST_F(KernelFaults, SignalsThatAreSentAreNotTheKernels) {
    EXPECT_EXIT(be_sent_a_signal(), testing::KilledBySignal(SIGSEGV), "");
}

void exit_by_handler(int, siginfo_t*, void*) { _exit(9); }

void handle_faults() {
    struct sigaction action{};
    action.sa_sigaction = &exit_by_handler;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, nullptr);
}

[[noreturn]] void fail_with_a_handler_before() {
    handle_faults();
    FaultyProgram faulty;
    faulty.run("store", no_access());
    _exit(4);
}

TEST_F(KernelFaults, AreLeftToAnEarlierHandler) {
    EXPECT_EXIT(fail_with_a_handler_before(), testing::ExitedWithCode(9), "");
}

[[noreturn]] void force_handling() {
    setenv("LANEWISE_FAULTS", "1", 1);
    handle_faults();
    FaultyProgram faulty;
    REQUIRE(faulty.run("store", no_access()) == CL_OUT_OF_RESOURCES);
    *static_cast<volatile int*>(no_access()) = 1;
    _exit(4);
}

TEST_F(KernelFaults, AreTakenFromAnEarlierHandlerOnDemand) {
    EXPECT_EXIT(force_handling(), testing::ExitedWithCode(9), "");
}

[[noreturn]] void do_not_handle() {
    setenv("LANEWISE_FAULTS", "0", 1);
    FaultyProgram faulty;
    faulty.run("store", no_access());
    _exit(4);
}

TEST_F(KernelFaults, AreTheProcesssOnDemand) { EXPECT_EXIT(do_not_handle(), testing::KilledBySignal(SIGSEGV), ""); }

struct sigaction before_later_handler;

/// Handler of a tool that reports crashes. The handler writes a message and restores the previous handler, so that the
/// instruction faults again.
void tell_and_restore(int signal, siginfo_t*, void*) {
    static_cast<void>(!write(2, "told\n", 5));
    sigaction(signal, &before_later_handler, nullptr);
}

[[noreturn]] void fail_with_a_handler_after() {
    FaultyProgram faulty;
    REQUIRE(faulty.run("store", no_access()) == CL_OUT_OF_RESOURCES);
    struct sigaction action{};
    action.sa_sigaction = &tell_and_restore;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, &before_later_handler);
    REQUIRE(faulty.run("store", no_access()) == CL_OUT_OF_RESOURCES);
    _exit(3);
}

TEST_F(KernelFaults, ALaterHandlerMayHandThemBack) {
    EXPECT_EXIT(fail_with_a_handler_after(), testing::ExitedWithCode(3), "told");
}

// A thread must still have its own signal stack after faults of kernels.
[[noreturn]] void keep_the_signal_stack() {
    static char stack[256 * 1024];
    const stack_t mine{stack, 0, sizeof stack};
    REQUIRE(sigaltstack(&mine, nullptr) == 0);
    FaultyProgram faulty;
    for (int i = 0; i < 50; ++i) REQUIRE(faulty.run("with_barriers", no_access(), 100'000) == CL_OUT_OF_RESOURCES);
    stack_t present{};
    REQUIRE(sigaltstack(nullptr, &present) == 0 && present.ss_sp == stack && (present.ss_flags & SS_ONSTACK) == 0);
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    REQUIRE(sigismember(&mask, SIGSEGV) == 0);
    _exit(3);
}

TEST_F(KernelFaults, LeaveSignalStackAndMaskAsTheyWere) {
    EXPECT_EXIT(keep_the_signal_stack(), testing::ExitedWithCode(3), "");
}

// The host reads the arguments of a kernel's printf, which may be inaccessible addresses.
TEST(KernelPrintf, OfTextsThatAreNotThere) {
    const Session good;
    const char* text =
        "kernel void k(global int* p) {"
        "  p[0] = printf(\"%s\", (constant char*)8);"
        "  p[1] = printf((constant char*)((ulong)p + (1ul << 42)), 5);"
        "  p[2] = printf(p[0] ? (constant char*)0 : \"\");"
        "  p[3] = printf(\"%s\", \"\");"
        "}";
    cl_program program = clCreateProgramWithSource(good.context, 1, &text, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    cl_int results[4] = {1, 1, 1, 1};
    cl_mem buffer = clCreateBuffer(good.context, CL_MEM_COPY_HOST_PTR, sizeof results, results, nullptr);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    const std::size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(good.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(good.queue, buffer, CL_TRUE, 0, sizeof results, results, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(results[0], -1);
    EXPECT_EQ(results[1], -1);
    EXPECT_EQ(results[2], -1);
    EXPECT_EQ(results[3], 0);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

}  // namespace
}  // namespace lanewise::test
