// Tests which processes the watcher treats as hanging.
#include "watch_child.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <ctime>
#include <new>

namespace lanewise::fuzz {
namespace {

using namespace std::chrono_literals;

class WatchChild : public testing::Test {
protected:
    /// Runs `work` in a child process and returns how it ended. The child process is considered to hang after one
    /// second without progress.
    template <class Work>
    Ending ending_of(Work work) {
        const pid_t child = fork();
        if (child == 0) {
            work();
            _exit(0);
        }
        return watch_child(child, [this] { return steps_->load(); }, 1s);
    }
    ~WatchChild() override { munmap(steps_, sizeof *steps_); }

    static void use_cpu(std::chrono::milliseconds time) {
        const std::clock_t end = std::clock() + static_cast<std::clock_t>(time.count()) * (CLOCKS_PER_SEC / 1000);
        while (std::clock() < end) {
        }
    }

    std::atomic<std::uint64_t>* steps_ = new (mmap(nullptr, sizeof(std::atomic<std::uint64_t>), PROT_READ | PROT_WRITE,
                                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0)) std::atomic<std::uint64_t>(0);
};

TEST_F(WatchChild, TellsHowItEnds) {
    EXPECT_TRUE(ending_of([] {}).is_good());
    EXPECT_FALSE(ending_of([] { _exit(3); }).is_good());
    const Ending crashed = ending_of([] { raise(SIGKILL); });
    EXPECT_FALSE(crashed.is_good());
    EXPECT_FALSE(crashed.hung);
}

TEST_F(WatchChild, HangsAreWorkWithoutSteps) {
    EXPECT_TRUE(ending_of([] { use_cpu(1h); }).hung);
}

TEST_F(WatchChild, HangsAreSleepWithoutSteps) {
    EXPECT_TRUE(ending_of([] { pause(); }).hung);
}

TEST_F(WatchChild, BeingStoppedIsNoHang) {
    const pid_t watcher = getpid();
    // Stops a process and continues it. Benchmarks stop all other processes in the same way during a measurement.
    const auto stop_for = [](pid_t whom, unsigned seconds) {
        kill(whom, SIGSTOP);
        sleep(seconds);
        kill(whom, SIGCONT);
    };
    const pid_t stopper = fork();
    if (stopper == 0) {
        stop_for(watcher, 2);
        _exit(0);
    }
    const Ending both = ending_of([&] {
        const pid_t own_stopper = fork();
        if (own_stopper == 0) {
            stop_for(getppid(), 2);
            _exit(0);
        }
        waitpid(own_stopper, nullptr, 0);
    });
    waitpid(stopper, nullptr, 0);
    EXPECT_TRUE(both.is_good());
}

TEST_F(WatchChild, StepsAreNoHang) {
    const Ending ending = ending_of([this] {
        for (int i = 0; i < 5; ++i) {
            use_cpu(400ms);
            ++*steps_;
        }
    });
    EXPECT_TRUE(ending.is_good());
}

}  // namespace
}  // namespace lanewise::fuzz
