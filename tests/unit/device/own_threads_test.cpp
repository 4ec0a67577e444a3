#include "device/pool/own_threads.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <iterator>

namespace lanewise::device {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kept = 3;

std::atomic<int> calls = 0;

void count(void*) { ++calls; }

void wait_for_calls(int wanted) {
    while (calls != wanted) usleep(100);
}

long threads_of_process() { return std::distance(fs::directory_iterator("/proc/self/task"), fs::directory_iterator()); }

class OwnThreadsTest : public testing::Test {
protected:
    void SetUp() override {
        calls = 0;
        OwnThreads::instance().keep(kept);
    }
};

TEST_F(OwnThreadsTest, EachCallIsMade) {
    for (int i = 1; i <= 1000; ++i) {
        OwnThreads::instance().call(count, nullptr);
        if (i % 7 == 0) wait_for_calls(i);
    }
    wait_for_calls(1000);
}

TEST_F(OwnThreadsTest, AreKeptUpToANumber) {
    const long before = threads_of_process();
    for (int i = 0; i < 50; ++i) OwnThreads::instance().call(count, nullptr);
    wait_for_calls(50);
    // Arenas of other tests keep up to 64 further threads.
    const long most = before + 64;
    while (threads_of_process() > most) usleep(100);
    for (int i = 51; i <= 500; ++i) {
        OwnThreads::instance().call(count, nullptr);
        wait_for_calls(i);
    }
    EXPECT_LE(threads_of_process(), most);
}

TEST_F(OwnThreadsTest, TakeNoSignalsOfTheProcess) {
    static sigset_t blocked;
    OwnThreads::instance().call(
        [](void*) {
            pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
            ++calls;
        },
        nullptr);
    wait_for_calls(1);
    for (const int signal : {SIGINT, SIGTERM, SIGALRM, SIGCHLD, SIGUSR1, SIGPROF})
        EXPECT_TRUE(sigismember(&blocked, signal)) << signal;
    EXPECT_FALSE(sigismember(&blocked, SIGSEGV));
}

// Kernels run on the stacks of these threads, so that the stacks must always be large enough.
TEST_F(OwnThreadsTest, StacksHaveOneSizeWhateverTheLimit) {
    static std::size_t bytes = 0;
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_STACK, &before), 0);
    const rlimit small{256 << 10, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_STACK, &small), 0);
    OwnThreads::instance().call(
        [](void*) {
            pthread_attr_t attributes;
            pthread_getattr_np(pthread_self(), &attributes);
            pthread_attr_getstacksize(&attributes, &bytes);
            pthread_attr_destroy(&attributes);
            ++calls;
        },
        nullptr);
    wait_for_calls(1);
    ASSERT_EQ(setrlimit(RLIMIT_STACK, &before), 0);
    EXPECT_EQ(bytes, std::size_t{4} << 20);
}

TEST_F(OwnThreadsTest, ServeTheChildOfAFork) {
    OwnThreads::instance().call(count, nullptr);
    wait_for_calls(1);
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);
        for (int i = 2; i <= 20; ++i) {
            OwnThreads::instance().call(count, nullptr);
            wait_for_calls(i);
        }
        _exit(0);
    }
    int status = 1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    OwnThreads::instance().call(count, nullptr);
    wait_for_calls(2);
}

}  // namespace
}  // namespace lanewise::device
