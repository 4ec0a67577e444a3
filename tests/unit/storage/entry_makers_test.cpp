// Tests when a process leaves entries of the cache to processes that have already loaded the compiler.
#include "runtime/storage/entry_makers.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanewise::runtime {
namespace {

using namespace std::chrono_literals;

/// A process that does nothing until the object is destroyed.
class Other {
public:
    Other() : id_(::fork()) {
        while (id_ == 0) ::pause();
    }
    ~Other() { end(); }
    Other(const Other&) = delete;
    Other& operator=(const Other&) = delete;

    int id() const noexcept { return id_; }
    void stop() const {
        ::kill(id_, SIGSTOP);
        ::waitpid(id_, nullptr, WUNTRACED);
    }
    void kill() const {
        siginfo_t info{};
        ::kill(id_, SIGKILL);
        ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOWAIT);  // leaves a zombie
    }
    void end() {
        if (id_ <= 0) return;
        ::kill(id_, SIGKILL);
        ::waitpid(id_, nullptr, 0);
        id_ = -1;
    }

private:
    pid_t id_;
};

class Makers : public testing::Test {
protected:
    void wait_for(int maker, EntryMakers::Duration time) {
        makers_.note_maker(maker);
        makers_.note_pause(time);
        makers_.note_end(time);
    }

    EntryMakers makers_{1h};
};

TEST_F(Makers, AreUnknownBeforeTheFirstWait) { EXPECT_FALSE(makers_.come_first(0s)); }

TEST_F(Makers, ComeFirstAfterAWait) {
    wait_for(0, 1ms);
    EXPECT_TRUE(makers_.come_first(0s));
    EXPECT_TRUE(makers_.come_first(40ms));
    EXPECT_FALSE(makers_.come_first(60ms));
}

TEST_F(Makers, ComeFirstForLongerWhileTheyRun) {
    Other maker;
    wait_for(maker.id(), 1h);
    EXPECT_TRUE(makers_.come_first(10min));
    maker.stop();
    EXPECT_FALSE(makers_.come_first(10min));
    maker.kill();
    EXPECT_FALSE(makers_.come_first(10min));
    maker.end();
    EXPECT_FALSE(makers_.come_first(10min));
    EXPECT_TRUE(makers_.come_first(10ms));
}

TEST_F(Makers, DoNotWaitForOthers) {
    Other maker;
    wait_for(maker.id(), 1h);
    makers_.note_own_entry();
    EXPECT_FALSE(makers_.come_first(0s));
}

TEST_F(Makers, OnOtherCpusComeFirstOnlyForAMoment) {
    cpu_set_t own;
    ASSERT_EQ(::sched_getaffinity(0, sizeof own, &own), 0);
    if (CPU_COUNT(&own) < 2) GTEST_SKIP() << "needs two CPUs";
    int cpu = 0;
    while (!CPU_ISSET(cpu, &own)) ++cpu;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    Other maker;
    ASSERT_EQ(::sched_setaffinity(maker.id(), sizeof one, &one), 0);
    wait_for(maker.id(), 1h);
    EXPECT_TRUE(makers_.come_first(10ms));
    EXPECT_FALSE(makers_.come_first(10min));
}

TEST(ProcessState, OfOtherProcesses) {
    Other process;
    EXPECT_EQ(state_of_process(process.id()), ProcessState::runs);
    process.stop();
    EXPECT_EQ(state_of_process(process.id()), ProcessState::stopped);
    process.kill();
    EXPECT_EQ(state_of_process(process.id()), ProcessState::none);
    EXPECT_EQ(state_of_process(0), ProcessState::none);
}

}  // namespace
}  // namespace lanewise::runtime
