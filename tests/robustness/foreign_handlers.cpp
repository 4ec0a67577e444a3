// Installs and removes an application's handlers of fault signals while programs are built and kernels fault. Also
// tests threads that block these signals.
#include <gtest/gtest.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "session.h"
#include "time_limit.h"

namespace lanewise::test {
namespace {

class ForeignHandlers : public testing::Test {
protected:
    void SetUp() override {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
        GTEST_SKIP() << "a sanitizer handles the signals";
#endif
#endif
        testing::GTEST_FLAG(death_test_style) = "threadsafe";
        setenv("LANEWISE_CACHE", "0", 1);
    }
};

/// If `condition` is false, exits with a number derived from the source line. If all conditions of a process hold, the
/// process exits with 3.
#define REQUIRE(condition) \
    if (!(condition)) _exit(__LINE__ % 200 + 20)

constexpr std::size_t page_bytes = 4096;

/// Returns inaccessible memory, at least as large as the memory that the largest launch accesses.
void* no_access() { return mmap(nullptr, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

void* new_page(int protection) { return mmap(nullptr, page_bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

/// A session with a kernel that stores to a given address.
class Storing {
public:
    explicit Storing(int salt) {
        cl_int code = CL_SUCCESS;
        session.build(salt);
        const char* text = "kernel void store(global int* out) { out[get_global_id(0)] = 1; }";
        program_ = clCreateProgramWithSource(session.context, 1, &text, nullptr, &code);
        REQUIRE(clBuildProgram(program_, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    }
    ~Storing() { clReleaseProgram(program_); }

    cl_int run(void* where, std::size_t items) {
        cl_kernel kernel = clCreateKernel(program_, "store", nullptr);
        clSetKernelArgSVMPointer(kernel, 0, where);
        cl_event event = nullptr;
        clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, &event);
        clWaitForEvents(1, &event);
        cl_int status = 1;
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        clReleaseEvent(event);
        clReleaseKernel(kernel);
        return status;
    }

    Session session;

private:
    cl_program program_ = nullptr;
};

/// Builds a source whose nesting exceeds every stack. Returns whether the build fails without ending the process.
bool survives_a_deep_source(const Session& session) {
    const std::string deep = "kernel void k(global int* p) { *p = " + std::string(3'000'000, '~') + "1; }";
    const char* text = deep.c_str();
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(session.context, 1, &text, nullptr, &code);
    code = clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr);
    clReleaseProgram(program);
    return code != CL_SUCCESS;
}

/// The application's handler makes the page accessible, so that the instruction can run again.
std::atomic<int> handled = 0;
thread_local void* own_page = nullptr;

void open_own_page(int, siginfo_t* info, void*) {
    const auto address = reinterpret_cast<std::size_t>(info->si_addr) / page_bytes * page_bytes;
    if (!own_page || address != reinterpret_cast<std::size_t>(own_page)) _exit(10);
    mprotect(own_page, page_bytes, PROT_READ | PROT_WRITE);
    ++handled;
}

struct sigaction with_handler(int flags) {
    struct sigaction action{};
    action.sa_sigaction = &open_own_page;
    action.sa_flags = SA_SIGINFO | flags;
    return action;
}

void fault_in_own_page() {
    mprotect(own_page, page_bytes, PROT_NONE);
    *static_cast<volatile int*>(own_page) = 1;
}

void build_until(std::atomic<bool>& stop, int first_salt) {
    for (int salt = first_salt; !stop; salt += 2) {
        Session session;
        session.build(salt);
        REQUIRE(session.computes());
    }
}

// Each handler must be called for all faults of the application between the handler's installation and removal, and
// never later.
[[noreturn]] void come_and_go() {
    limit_time(100);
    std::atomic<bool> stop = false;
    Storing storing(1000);
    std::vector<std::thread> builders;
    for (int t = 0; t < 2; ++t) builders.emplace_back([&, t] { build_until(stop, t); });
    own_page = new_page(PROT_NONE);
    for (int i = 0; i < 400; ++i) {
        struct sigaction before{};
        const struct sigaction ours = with_handler(i % 2 ? SA_ONSTACK : SA_NODEFER);
        REQUIRE(sigaction(SIGSEGV, &ours, &before) == 0);
        for (int fault = 0; fault < 3; ++fault) fault_in_own_page();
        REQUIRE(handled == 3 * (i + 1));
        REQUIRE(storing.session.computes());
        REQUIRE(sigaction(SIGSEGV, &before, nullptr) == 0);
        if (i % 8 == 0) REQUIRE(storing.run(new_page(PROT_NONE), 1000) == CL_OUT_OF_RESOURCES);
    }
    stop = true;
    for (std::thread& builder : builders) builder.join();
    // The compiler's own handler must still catch a stack overflow.
    REQUIRE(survives_a_deep_source(storing.session));
    REQUIRE(storing.session.computes());
    _exit(3);
}

TEST_F(ForeignHandlers, ComeAndGoWhileProgramsAreBuilt) { EXPECT_EXIT(come_and_go(), testing::ExitedWithCode(3), ""); }

// A handler that was installed before the driver's handler must handle the application's faults on all threads, during
// builds and between faults of kernels.
[[noreturn]] void stay() {
    limit_time(100);
    setenv("LANEWISE_FAULTS", "1", 1);
    const struct sigaction ours = with_handler(SA_ONSTACK);
    REQUIRE(sigaction(SIGSEGV, &ours, nullptr) == 0);
    std::atomic<bool> stop = false;
    std::vector<std::thread> builders;
    for (int t = 0; t < 2; ++t) builders.emplace_back([&, t] { build_until(stop, t); });
    std::vector<std::thread> hosts;
    for (int t = 0; t < 3; ++t) {
        hosts.emplace_back([t] {
            own_page = new_page(PROT_NONE);
            std::vector<char> stack(t == 0 ? 0 : 64 * 1024);
            const stack_t alternate{stack.data(), 0, stack.size()};
            if (t != 0) REQUIRE(sigaltstack(&alternate, nullptr) == 0);
            Storing storing(1000 + t);
            for (int i = 0; i < 100; ++i) {
                fault_in_own_page();
                REQUIRE(storing.run(no_access(), i % 2 ? 64 : 100'000) == CL_OUT_OF_RESOURCES);
                REQUIRE(storing.session.computes());
            }
            const stack_t none{nullptr, SS_DISABLE, 0};
            if (t != 0) sigaltstack(&none, nullptr);
        });
    }
    for (std::thread& host : hosts) host.join();
    stop = true;
    for (std::thread& builder : builders) builder.join();
    REQUIRE(handled == 300);
    _exit(3);
}

TEST_F(ForeignHandlers, KeepTheFaultsThatAreTheirs) { EXPECT_EXIT(stay(), testing::ExitedWithCode(3), ""); }

sigjmp_buf way_back;
int returns = 0;

/// Installs a handler of SIGSEGV and sets `earlier`, unless null, to the earlier one. Returns false if the system
/// refuses the handler.
bool install(void (*handler)(int, siginfo_t*, void*), struct sigaction* earlier) {
    struct sigaction action{};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO;
    return sigaction(SIGSEGV, &action, earlier) == 0;
}

void jump_back(int, siginfo_t*, void*) { siglongjmp(way_back, 1); }

/// Faults after `depth` nested calls.
[[gnu::noinline]] int fault_below(int depth) {
    volatile char frame[256];
    frame[0] = static_cast<char>(depth);
    if (depth == 0) *static_cast<volatile int*>(own_page) = 1;
    return depth == 0 ? 0 : fault_below(depth - 1) + frame[0];
}

// A handler that is left by siglongjmp() must be called for each later fault, also for faults with a deeper stack.
[[noreturn]] void jump() {
    limit_time(100);
    REQUIRE(install(&jump_back, nullptr));
    std::atomic<bool> stop = false;
    std::vector<std::thread> builders;
    for (int t = 0; t < 2; ++t) builders.emplace_back([&, t] { build_until(stop, t); });
    own_page = new_page(PROT_NONE);
    for (int i = 0; i < 2000; ++i) {
        if (sigsetjmp(way_back, 1) == 0) fault_below(i * 7 % 300);
        ++returns;
        usleep(100);
    }
    stop = true;
    for (std::thread& builder : builders) builder.join();
    REQUIRE(returns == 2000);
    _exit(3);
}

TEST_F(ForeignHandlers, MayJumpOutOfFaults) { EXPECT_EXIT(jump(), testing::ExitedWithCode(3), ""); }

struct sigaction handler_of_driver{};

/// Calls the driver's handler, as a library does that was loaded after the driver.
void call_handler_of_driver(int signal, siginfo_t* info, void* context) {
    volatile char after_call = 0;  // keeps the call from becoming a tail call
    handler_of_driver.sa_sigaction(signal, info, context);
    after_call = 1;
}

/// Installs call_handler_of_driver() while the driver's handler is installed.
void install_above_driver() {
    for (;;) {
        sigaction(SIGSEGV, nullptr, &handler_of_driver);
        if (handler_of_driver.sa_sigaction == &jump_back) continue;
        install(&call_handler_of_driver, &handler_of_driver);
        if (handler_of_driver.sa_sigaction != &jump_back) return;
        sigaction(SIGSEGV, &handler_of_driver, nullptr);
    }
}

[[noreturn]] void jump_through_a_chain() {
    limit_time(100);
    REQUIRE(install(&jump_back, nullptr));
    std::atomic<bool> stop = false;
    std::thread builder([&] { build_until(stop, 0); });
    install_above_driver();
    own_page = new_page(PROT_NONE);
    for (int i = 0; i < 300; ++i) {
        if (sigsetjmp(way_back, 1) == 0) fault_below(i * 7 % 300);
        ++returns;
    }
    stop = true;
    builder.join();
    REQUIRE(returns == 300);
    _exit(3);
}

TEST_F(ForeignHandlers, MayJumpThroughTheDriversHandler) {
    EXPECT_EXIT(jump_through_a_chain(), testing::ExitedWithCode(3), "");
}

// If an instruction raises a signal that is blocked, the system ends the process. The driver must therefore unblock
// these signals while kernels run.
[[noreturn]] void block_all_signals() {
    limit_time(100);
    std::thread host([] {
        sigset_t all, mask;
        sigfillset(&all);
        sigdelset(&all, SIGALRM);
        pthread_sigmask(SIG_SETMASK, &all, nullptr);
        Storing storing(0);
        for (int i = 0; i < 50; ++i) {
            REQUIRE(storing.run(no_access(), i % 2 ? 64 : 100'000) == CL_OUT_OF_RESOURCES);
            REQUIRE(storing.session.computes());
        }
        pthread_sigmask(SIG_BLOCK, nullptr, &mask);
        for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGUSR1}) REQUIRE(sigismember(&mask, signal) == 1);
    });
    host.join();
    _exit(3);
}

TEST_F(ForeignHandlers, MayBeBlockedByAThreadThatWaits) {
    EXPECT_EXIT(block_all_signals(), testing::ExitedWithCode(3), "");
}

}  // namespace
}  // namespace lanewise::test
