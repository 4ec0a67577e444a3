// Tests guarded calls: a failure ends only the guarded call, and stacks of any size work.
#include "compiler/guard/guarded_call.h"

#include <gtest/gtest.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/MemAlloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#include "compiler/guard/made_once.h"

namespace lanewise::test {
namespace {

using namespace compiler;

constexpr bool is_sanitized =
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    true;
#else
    false;
#endif
#else
    false;
#endif

// Returns `value`, but hides it from the optimizer.
template <class T>
T opaque(T value) {
    asm volatile("" : "+r"(value));
    return value;
}

[[gnu::noinline]] int recurse(int depth) {
    volatile char frame[200];
    frame[0] = static_cast<char>(depth);
    return depth == 0 ? 0 : recurse(depth - 1) + frame[0] - frame[0];
}

// Calls itself and malloc until the stack overflows. The function's frames are small, so that the stack most probably
// overflows within malloc.
[[gnu::noinline]] void recurse_allocating(std::vector<void*>& blocks, int depth) {
    volatile char frame[16];
    frame[0] = 1;
    blocks.push_back(std::malloc(40));
    if (opaque(depth) != 0) recurse_allocating(blocks, depth - 1);
    frame[0] = 2;
}

CallEnd end_of(llvm::function_ref<void()> work) { return run_guarded(work).end; }

void expect_work_to_go_on() {
    int result = 0;
    EXPECT_EQ(end_of([&] { result = recurse(10000) + 7; }), CallEnd::returned);
    EXPECT_EQ(result, 7);
    std::unique_ptr<char[]> memory(new char[100]);
    EXPECT_NE(memory, nullptr);
}

class GuardedCallTest : public testing::Test {
protected:
    void SetUp() override {
        if (is_sanitized) GTEST_SKIP() << "a sanitizer reports what is done here on purpose";
    }
    void TearDown() override { expect_work_to_go_on(); }
};

TEST_F(GuardedCallTest, FatalErrorOfLlvm) {
    const CallOutcome outcome = run_guarded([] { llvm::report_fatal_error("this is what it says"); });
    EXPECT_EQ(outcome.end, CallEnd::fault);
    EXPECT_EQ(outcome.reason, "this is what it says");
    EXPECT_EQ(end_of([] { llvm::reportFatalUsageError("another one"); }), CallEnd::fault);
}

TEST_F(GuardedCallTest, LackOfMemory) {
    EXPECT_EQ(end_of([] { llvm::report_bad_alloc_error("Allocation failed"); }), CallEnd::out_of_memory);
    EXPECT_EQ(end_of([] { operator delete(operator new(opaque(std::size_t{1} << 60))); }), CallEnd::out_of_memory);
    EXPECT_EQ(end_of([] { std::free(llvm::safe_malloc(opaque(std::size_t{1} << 60))); }), CallEnd::out_of_memory);
}

TEST_F(GuardedCallTest, ExceptionOfTheLibrary) {
    const CallOutcome outcome = run_guarded([] { static_cast<void>(std::vector<int>().at(opaque(std::size_t{3}))); });
    EXPECT_EQ(outcome.end, CallEnd::fault);
    EXPECT_NE(outcome.reason, "");
}

TEST_F(GuardedCallTest, SignalsOfItsOwn) {
    const auto reason = [](llvm::function_ref<void()> work) {
        const CallOutcome outcome = run_guarded(work);
        EXPECT_EQ(outcome.end, CallEnd::fault);
        return outcome.reason.substr(0, outcome.reason.find(' '));
    };
    EXPECT_EQ(reason([] { *opaque(static_cast<volatile int*>(nullptr)) = 1; }), "SIGSEGV");
    EXPECT_EQ(reason([] { opaque(static_cast<void (*)()>(nullptr))(); }), "SIGSEGV");
    EXPECT_EQ(reason([] { asm volatile("ud2"); }), "SIGILL");
    EXPECT_EQ(reason([] { asm volatile("int3"); }), "SIGTRAP");
    EXPECT_EQ(reason([] { asm volatile("idivl %0" : : "r"(0), "a"(1), "d"(0)); }), "SIGFPE");
    EXPECT_EQ(reason([] { std::abort(); }), "SIGABRT");
    EXPECT_EQ(reason([] {
                  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                  std::memcpy(page, opaque(reinterpret_cast<void*>(16)), 64);
              }),
              "SIGSEGV");
}

TEST_F(GuardedCallTest, DeepRecursionFits) {
    int result = 0;
    EXPECT_EQ(end_of([&] { result = recurse(1'000'000) + 1; }), CallEnd::returned);
    EXPECT_EQ(result, 1);
}

// Under a limit of the address space, guarded calls get a small stack, which overflows soon.
class GuardedOverflow : public GuardedCallTest {
protected:
    void SetUp() override {
        GuardedCallTest::SetUp();
        getrlimit(RLIMIT_AS, &old);
        rlimit few = old;
        few.rlim_cur = rlim_t{3} << 30;
        setrlimit(RLIMIT_AS, &few);
    }
    void TearDown() override {
        setrlimit(RLIMIT_AS, &old);
        GuardedCallTest::TearDown();
    }
    rlimit old{};
};

TEST_F(GuardedOverflow, EndlessRecursion) {
    EXPECT_EQ(end_of([] { recurse(opaque(-1)); }), CallEnd::stack_overflow);
}

// malloc's lock must not stay held, whichever instruction of malloc overflows the stack.
TEST_F(GuardedOverflow, InsideOfMalloc) {
    static std::vector<void*> blocks;
    std::thread([] {
        for (int round = 0; round < 8; ++round) {
            blocks.clear();
            blocks.reserve(std::size_t{1} << 24);
            EXPECT_EQ(end_of([&] {
                          volatile char* shift =
                              static_cast<char*>(alloca(opaque(static_cast<std::size_t>(16 * round + 1))));
                          shift[0] = 0;
                          recurse_allocating(blocks, -1);
                      }),
                      CallEnd::stack_overflow);
            for (void* block : blocks) std::free(block);
        }
        std::free(std::malloc(100'000));
    }).join();
}

TEST_F(GuardedOverflow, OnThreadsWithTheSmallestStack) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, 16384), 0);
    pthread_t thread;
    ASSERT_EQ(pthread_create(
                  &thread, &attributes,
                  [](void*) -> void* {
                      EXPECT_EQ(end_of([] { recurse(100'000); }), CallEnd::returned);
                      EXPECT_EQ(end_of([] { recurse(opaque(-1)); }), CallEnd::stack_overflow);
                      return nullptr;
                  },
                  nullptr),
              0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

TEST_F(GuardedCallTest, SignalsThatTheCallerBlocks) {
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    EXPECT_EQ(end_of([] { *opaque(static_cast<volatile int*>(nullptr)) = 1; }), CallEnd::fault);
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, &old, &now);
    EXPECT_EQ(sigismember(&now, SIGSEGV), 1);
}

TEST_F(GuardedCallTest, ManyThreadsAtOnce) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 24; ++t)
        threads.emplace_back([] {
            for (int i = 0; i < 20; ++i) {
                EXPECT_EQ(end_of([] { *opaque(static_cast<volatile int*>(nullptr)) = 1; }), CallEnd::fault);
                EXPECT_EQ(end_of([] { recurse(1000); }), CallEnd::returned);
            }
        });
    for (std::thread& thread : threads) thread.join();
}

TEST_F(GuardedCallTest, UndoesWhatWasBegun) {
    std::vector<int> order;
    order.reserve(4);
    const auto first = [&] { order.push_back(1); };
    const auto second = [&] { order.push_back(2); };
    const auto third = [&] { order.push_back(3); };
    const auto work = [&](bool fails) {
        const UndoOnFailure one(first);
        {
            const UndoOnFailure over(second);
        }
        const UndoOnFailure three(third);
        if (fails) llvm::report_bad_alloc_error("");
    };
    EXPECT_EQ(end_of([&] { work(false); }), CallEnd::returned);
    EXPECT_TRUE(order.empty());
    EXPECT_EQ(end_of([&] { work(true); }), CallEnd::out_of_memory);
    EXPECT_EQ(order, (std::vector{3, 1}));
}

TEST_F(GuardedCallTest, ValuesAreMadeAnewAfterAFailure) {
    MadeOnce<int> value;
    EXPECT_EQ(end_of([&] { value.get([]() -> int { std::abort(); }); }), CallEnd::fault);
    int seen = 0, made = 0;
    EXPECT_EQ(end_of([&] { seen = value.get([&] { return ++made; }) + value.get([&] { return ++made; }); }),
              CallEnd::returned);
    EXPECT_EQ(seen, 2);
}

// Tests signal handlers of the application: they must receive signals that the compiler did not cause, and must be
// restored after each guarded call.
class GuardedSignals : public GuardedCallTest {
protected:
    static void note(int signal, siginfo_t*, void*) {
        noted = signal;
        if (signal == SIGSEGV) mprotect(page, 4096, PROT_READ | PROT_WRITE);
    }
    void SetUp() override {
        GuardedCallTest::SetUp();
        page = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        struct sigaction action = {};
        action.sa_sigaction = note;
        action.sa_flags = SA_SIGINFO;
        for (const int signal : {SIGSEGV, SIGABRT}) sigaction(signal, &action, &old[signal]);
        noted = 0;
    }
    void TearDown() override {
        for (const int signal : {SIGSEGV, SIGABRT}) {
            struct sigaction found;
            sigaction(signal, &old[signal], &found);
            EXPECT_EQ(found.sa_sigaction, &note);
        }
        munmap(page, 4096);
        GuardedCallTest::TearDown();
    }
    static void touch() { *static_cast<volatile char*>(page) = 1; }
    static inline void* page = nullptr;
    static inline volatile int noted = 0;
    struct sigaction old[SIGSYS + 1];
};

TEST_F(GuardedSignals, KeepTheirHandlersWhileOthersCompile) {
    EXPECT_EQ(end_of([] { std::thread([] { touch(); }).join(); }), CallEnd::returned);
    EXPECT_EQ(noted, SIGSEGV);
}

TEST_F(GuardedSignals, SentByOthersAreNotTheCompilers) {
    EXPECT_EQ(end_of([] { kill(getpid(), SIGABRT); }), CallEnd::returned);
    EXPECT_EQ(noted, SIGABRT);
}

TEST_F(GuardedSignals, OfTheCompilerAreNotTold) {
    EXPECT_EQ(end_of([] { *opaque(static_cast<volatile int*>(nullptr)) = 1; }), CallEnd::fault);
    EXPECT_EQ(noted, 0);
}

// The application installs its handler during a guarded call. The application's handler calls the handler that it has
// replaced, which is the guard's handler.
TEST_F(GuardedSignals, WithAHandlerOverOurs) {
    static struct sigaction below;
    static int calls = 0;
    struct sigaction action = {};
    action.sa_sigaction = [](int signal, siginfo_t* info, void* context) {
        if (++calls < 100) below.sa_sigaction(signal, info, context);
    };
    action.sa_flags = SA_SIGINFO;
    EXPECT_EQ(end_of([&] { sigaction(SIGSEGV, &action, &below); }), CallEnd::returned);
    EXPECT_EQ(end_of([] {}), CallEnd::returned);
    touch();
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(noted, SIGSEGV);
    // Reinstalls the handler that TearDown() expects.
    action.sa_sigaction = note;
    sigaction(SIGSEGV, &action, nullptr);
}

// Models Python's faulthandler. The guard's handler calls faulthandler's handler, which was installed before the
// guarded call. If faulthandler is disabled later, it reinstalls the handler that was installed before faulthandler's
// handler. If the guard's handler then calls faulthandler's handler, faulthandler's handler returns at once.
TEST_F(GuardedSignals, ReachWhoActsPastAHandlerThatDoesNothing) {
    struct sigaction idle = {};
    idle.sa_sigaction = [](int, siginfo_t*, void*) {};
    idle.sa_flags = SA_SIGINFO;
    struct sigaction below;
    sigaction(SIGSEGV, &idle, &below);
    EXPECT_EQ(end_of([] {}), CallEnd::returned);
    sigaction(SIGSEGV, &below, nullptr);
    EXPECT_EQ(end_of([&] { sigaction(SIGSEGV, &idle, &below); }), CallEnd::returned);
    EXPECT_EQ(end_of([&] { sigaction(SIGSEGV, &below, nullptr); }), CallEnd::returned);
    touch();
    EXPECT_EQ(noted, SIGSEGV);
    // Reinstalls the handler that TearDown() expects.
    struct sigaction action = {};
    action.sa_sigaction = note;
    sigaction(SIGSEGV, &action, nullptr);
}

TEST_F(GuardedSignals, WithoutAHandlerEndTheProcess) {
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        run_guarded([] { std::thread([] { touch(); }).join(); });
        _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV) << status;
}

}  // namespace
}  // namespace lanewise::test
