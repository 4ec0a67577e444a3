// Tests static variables whose initialization fails in a guarded call: the next call must initialize them again.
#include "compiler/guard/abandoned_once.h"

#include <gtest/gtest.h>
#include <llvm/Support/ErrorHandling.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "compiler/guard/guarded_call.h"

namespace lanewise::test {
namespace {

using namespace compiler;

// Returns 7, but fails at the first call.
int fail_once(std::atomic<int>& tries) {
    if (++tries == 1) llvm::report_bad_alloc_error("none");
    return 7;
}

TEST(AbandonedOnce, StaticsAreMadeByTheNextCall) {
    static std::atomic<int> tries = 0;
    const auto value = [] {
        static const int made = fail_once(tries);
        return made;
    };
    EXPECT_EQ(run_guarded([&] { value(); }).end, CallEnd::out_of_memory);
    int seen = 0;
    EXPECT_EQ(run_guarded([&] { seen = value(); }).end, CallEnd::returned);
    EXPECT_EQ(seen, 7);
    run_guarded([&] { seen += value(); });
    EXPECT_EQ(seen, 14);
    EXPECT_EQ(tries, 2);
}

TEST(AbandonedOnce, StaticsInStaticsAreMadeByTheNextCall) {
    static std::atomic<int> tries = 0;
    const auto value = [] {
        static const int outer = [] {
            static const int inner = fail_once(tries);
            return inner + 1;
        }();
        return outer;
    };
    EXPECT_EQ(run_guarded([&] { value(); }).end, CallEnd::out_of_memory);
    int seen = 0;
    EXPECT_EQ(run_guarded([&] { seen = value(); }).end, CallEnd::returned);
    EXPECT_EQ(seen, 8);
}

TEST(AbandonedOnce, CallsAreMadeByTheNextCall) {
    std::once_flag flag;
    std::atomic<int> tries = 0;
    int runs = 0;
    const auto work = [&] {
        std::call_once(flag, [&] {
            fail_once(tries);
            ++runs;
        });
    };
    EXPECT_EQ(run_guarded(work).end, CallEnd::out_of_memory);
    EXPECT_EQ(run_guarded(work).end, CallEnd::returned);
    EXPECT_EQ(run_guarded(work).end, CallEnd::returned);
    work();
    EXPECT_EQ(runs, 1);
}

TEST(AbandonedOnce, OneThatWaitsMakesIt) {
    std::once_flag flag;
    std::atomic<bool> is_begun = false, may_fail = false;
    std::atomic<int> tries = 0, runs = 0;
    const auto work = [&] {
        std::call_once(flag, [&] {
            is_begun = true;
            while (!may_fail) std::this_thread::yield();
            fail_once(tries);
            ++runs;
        });
    };
    CallEnd first = CallEnd::returned;
    std::thread fails([&] { first = run_guarded(work).end; });
    while (!is_begun) std::this_thread::yield();
    std::thread waits([&] { EXPECT_EQ(run_guarded(work).end, CallEnd::returned); });
    may_fail = true;
    fails.join();
    waits.join();
    EXPECT_EQ(first, CallEnd::out_of_memory);
    EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace lanewise::test
