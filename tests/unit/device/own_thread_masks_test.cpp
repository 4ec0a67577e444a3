#include "device/machine/cpu/own_thread_masks.h"

#include <gtest/gtest.h>

#include <functional>
#include <semaphore>
#include <thread>
#include <utility>

#include "device/machine/cpu/thread_mask.h"

namespace lanewise::device {
namespace {

/// A thread that runs one function after another.
class Worker {
public:
    Worker() : thread_([this] { serve(); }) {}
    ~Worker() {
        run({});
        thread_.join();
    }

    void run(std::function<void()> step) {
        step_ = std::move(step);
        begin_.release();
        if (step_) end_.acquire();
    }
    void bind(const CpuSet& cpus) {
        run([&] { bind_own_thread(cpus); });
    }
    CpuSet cpus() {
        CpuSet cpus;
        run([&] { cpus = CpuSet::of_process(); });
        return cpus;
    }
    /// Changes the thread's CPU affinity mask, as job managers do while a process runs.
    void change(const CpuSet& cpus) {
        run([&] { ASSERT_TRUE(set_thread_mask(mask_of(cpus, thread_mask().size()))); });
    }

private:
    void serve() {
        for (;;) {
            begin_.acquire();
            if (!step_) return;
            step_();
            end_.release();
        }
    }

    std::function<void()> step_;
    std::binary_semaphore begin_{0}, end_{0};
    std::thread thread_;
};

/// Binds the main thread, whose mask job managers change too, while the object lives.
class MainThread {
public:
    explicit MainThread(const CpuSet& cpus) : before_(thread_mask()) {
        EXPECT_TRUE(set_thread_mask(mask_of(cpus, before_.size())));
    }
    ~MainThread() { set_thread_mask(before_); }
    MainThread(const MainThread&) = delete;
    MainThread& operator=(const MainThread&) = delete;

private:
    const ThreadMask before_;
};

class OwnThreadMasks : public testing::Test {
protected:
    void SetUp() override {
        if (all.size() < 2) GTEST_SKIP() << "this machine has one CPU";
    }

    const CpuSet all = CpuSet::of_process();
    const CpuSet first{{all.cpus().front()}};
    const CpuSet last{{all.cpus().back()}};
};

TEST_F(OwnThreadMasks, ThreadsGetTheMaskOfTheirArena) {
    Worker worker;
    worker.bind(first);
    EXPECT_EQ(worker.cpus(), first);
    worker.bind(last);
    EXPECT_EQ(worker.cpus(), last);
    worker.bind({});
    EXPECT_EQ(worker.cpus(), last);
}

TEST_F(OwnThreadMasks, ChangedMasksAreKept) {
    Worker worker;
    worker.bind(all);
    worker.change(last);
    worker.bind(all);
    EXPECT_EQ(worker.cpus(), last);
    worker.change(all);
    worker.bind(first);
    EXPECT_EQ(worker.cpus(), first);
}

TEST_F(OwnThreadMasks, LaterThreadsGetTheChangedMask) {
    Worker earlier, other;
    other.bind(all);
    earlier.bind(all);
    earlier.change(last);
    other.change(last);
    const MainThread main(last);
    Worker later;
    later.bind(all);
    EXPECT_EQ(later.cpus(), last);
    later.bind(all);
    EXPECT_EQ(later.cpus(), last);
    later.change(all);
    later.bind(first);
    EXPECT_EQ(later.cpus(), first);
}

TEST_F(OwnThreadMasks, MasksOfSingleThreadsAreNotCopied) {
    Worker pinned, other;
    pinned.bind(all);
    other.bind(all);
    pinned.change(first);
    const MainThread main(first);
    Worker later;
    later.bind(all);
    EXPECT_EQ(later.cpus(), all);
    other.change(first);
    Worker last_one;
    last_one.bind(all);
    EXPECT_EQ(last_one.cpus(), all) << "one of the driver's threads may use all CPUs";
}

TEST_F(OwnThreadMasks, DriverThreadsAreNotBoundForAWhile) {
    Worker worker;
    worker.bind(first);
    worker.run([&] {
        EXPECT_TRUE(is_own_thread());
        const BoundThread bound(last);
        EXPECT_EQ(CpuSet::of_process(), first);
    });
    EXPECT_FALSE(is_own_thread());
}

TEST_F(OwnThreadMasks, MovedThreadsKeepTheirMask) {
    Worker worker;
    worker.bind(all);
    const unsigned cpu = all.cpus().front();
    worker.run([&] { EXPECT_TRUE(move_own_thread_off(cpu)); });
    EXPECT_EQ(worker.cpus(), all);
    worker.bind(first);
    worker.run([&] { EXPECT_FALSE(move_own_thread_off(cpu)); });
    EXPECT_EQ(worker.cpus(), first);
    Worker later;
    later.bind(all);
    EXPECT_EQ(later.cpus(), all);
}

TEST_F(OwnThreadMasks, ThreadsThatEndedDoNotCount) {
    {
        Worker ended;
        ended.bind(all);
        ended.change(last);
    }
    Worker later;
    later.bind(all);
    EXPECT_EQ(later.cpus(), all);
}

}  // namespace
}  // namespace lanewise::device
