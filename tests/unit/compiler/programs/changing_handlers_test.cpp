// Tests guarded calls while the application changes its signal handlers at the start, in the middle or at the end of
// the call. The executable defines its own sigaction, so that a change can come between two calls of sigaction by the
// guard.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "compiler/guard/guarded_call.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LANEWISE_IS_SANITIZED
#endif
#endif

#ifndef LANEWISE_IS_SANITIZED
namespace {

using SigAction = int (*)(int, const struct sigaction*, struct sigaction*);

/// Functions that change handlers. Each time the guard has called sigaction for SIGSEGV, the first function in the list
/// is removed and then runs. A null function changes nothing.
std::vector<std::function<void()>> changes;

int system_sigaction(int signal, const struct sigaction* next, struct sigaction* found) {
    static const auto function = reinterpret_cast<SigAction>(dlsym(RTLD_NEXT, "sigaction"));
    return function(signal, next, found);
}

}  // namespace

extern "C" int sigaction(int signal, const struct sigaction* next, struct sigaction* found) noexcept {
    const int result = system_sigaction(signal, next, found);
    if (signal != SIGSEGV || changes.empty()) return result;
    const auto change = std::move(changes.front());
    changes.erase(changes.begin());
    if (change) change();
    return result;
}

namespace lanewise::test {
namespace {

using namespace compiler;

using Action = struct sigaction;

void do_nothing(int, siginfo_t*, void*) {}

Action application_action() {
    Action action{};
    action.sa_sigaction = &do_nothing;
    action.sa_flags = SA_SIGINFO;
    return action;
}

void set_action(const Action& action) { system_sigaction(SIGSEGV, &action, nullptr); }

Action present_action() {
    Action found{};
    system_sigaction(SIGSEGV, nullptr, &found);
    return found;
}

void fault() {
    volatile int* nowhere = nullptr;
    asm volatile("" : "+r"(nowhere));
    *nowhere = 1;
}

class ChangingHandlers : public testing::Test {
protected:
    void SetUp() override { set_action(Action{}); }
    void TearDown() override {
        EXPECT_TRUE(changes.empty());
        changes.clear();
        set_action(Action{});
    }
};

// While one thread is in a guarded call, the application sets SIGSEGV to the default action. The new action replaces
// the guard's handler, so that the next guarded call must install this handler again.
TEST_F(ChangingHandlers, LeaveLaterCallsGuarded) {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_begun = false, may_end = false;
    std::thread other([&] {
        run_guarded([&] {
            std::unique_lock lock(mutex);
            is_begun = true;
            changed.notify_all();
            changed.wait(lock, [&] { return may_end; });
        });
    });
    {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return is_begun; });
    }
    set_action(Action{});
    EXPECT_EQ(run_guarded([] { fault(); }).end, CallEnd::fault);
    {
        const std::lock_guard lock(mutex);
        may_end = true;
    }
    changed.notify_all();
    other.join();
    EXPECT_EQ(run_guarded([] { fault(); }).end, CallEnd::fault);
}

// The application installs a handler after the guard has queried the old handler. The application removes this handler
// again after the guard's handler has replaced it. The guard must not restore the removed handler.
TEST_F(ChangingHandlers, AreNotPutBackWhenACallBegins) {
    changes = {[] { set_action(application_action()); }, [] { set_action(Action{}); }};
    EXPECT_EQ(run_guarded([] { fault(); }).end, CallEnd::fault);
    EXPECT_NE(present_action().sa_sigaction, &do_nothing);
}

TEST_F(ChangingHandlers, AreNotPutBackWhenACallEnds) {
    Action before{};
    const auto install = [&] {
        before = present_action();
        set_action(application_action());
    };
    EXPECT_EQ(run_guarded([&] { changes = {install, [&] { set_action(before); }}; }).end, CallEnd::returned);
    EXPECT_NE(present_action().sa_sigaction, &do_nothing);
    EXPECT_EQ(run_guarded([] { fault(); }).end, CallEnd::fault);
}

// The application installs a new handler after the guard has queried the old handler. The guard must replace the new
// handler by the guard's handler, and restore the new handler at the end of the guarded call.
TEST_F(ChangingHandlers, AreFoundWhenACallBegins) {
    changes = {[] { set_action(application_action()); }};
    EXPECT_EQ(run_guarded([] { fault(); }).end, CallEnd::fault);
    EXPECT_EQ(present_action().sa_sigaction, &do_nothing);
}

}  // namespace
}  // namespace lanewise::test
#endif
