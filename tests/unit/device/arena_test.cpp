#include "device/pool/arena.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lanewise::device {
namespace {

/// A task that counts the runs of each of its units. When the task finishes, it marks `waiter` as done, unless `waiter`
/// is null.
class CountingTask final : public Task {
public:
    CountingTask(std::uint64_t units, std::uint64_t unit_ns, Waiter* waiter) : runs(units), waiter_(waiter) {
        set_cost(units * unit_ns, unit_ns);
    }

    std::vector<std::atomic<int>> runs;
    std::atomic<int> starts = 0;

private:
    std::uint64_t start() noexcept override {
        ++starts;
        return runs.size();
    }
    void run_units(std::uint64_t first, std::uint64_t count, WorkerMemory&) noexcept override {
        for (std::uint64_t i = first; i < first + count; ++i) ++runs[i];
    }
    void finish() noexcept override {
        if (waiter_) waiter_->set_done();
    }

    Waiter* waiter_;
};

void expect_one_run_each(const CountingTask& task) {
    EXPECT_EQ(task.starts, 1);
    for (const auto& runs : task.runs) EXPECT_EQ(runs, 1);
}

TEST(Arena, HelperRunsEveryUnitOnce) {
    const auto arena = std::make_shared<Arena>(2);
    for (const std::uint64_t unit_ns : {1u, 100u, 100'000u}) {
        Waiter waiter;
        CountingTask task(1000, unit_ns, &waiter);
        arena->post(task);
        arena->help(waiter);
        expect_one_run_each(task);
    }
}

/// A task of long units that wait, for a limited time, until all of them run at the same time.
class MeetingTask final : public Task {
public:
    MeetingTask(Waiter& waiter, int units, bool is_known) : waiter_(waiter), units_(units) {
        const float unit_ns = is_known ? 1e6f : 100;
        set_cost(static_cast<float>(units) * unit_ns, unit_ns);
        if (!is_known) set_unknown();
    }

    std::atomic<int> inside = 0;
    std::atomic<int> met = 0;

private:
    std::uint64_t start() noexcept override { return static_cast<std::uint64_t>(units_); }
    void run_units(std::uint64_t, std::uint64_t count, WorkerMemory&) noexcept override {
        inside += static_cast<int>(count);
        for (int i = 0; i < 10'000 && inside < units_; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        met += inside == units_ && count == 1;
    }
    void finish() noexcept override { waiter_.set_done(); }

    Waiter& waiter_;
    const int units_;
};

TEST(Arena, UnitsKnownToBeLongStartTogether) {
    const auto arena = std::make_shared<Arena>(2);
    Waiter waiter;
    MeetingTask task(waiter, 2, /*is_known=*/true);
    arena->post(task);
    arena->help(waiter);
    EXPECT_EQ(task.met, 2);
}

TEST(Arena, UnitsOfWhichNothingIsKnownStartTogether) {
    const int most = static_cast<int>(std::thread::hardware_concurrency()) + 1;  // with the helper
    for (int threads = 2; threads <= std::min(4, most); ++threads) {
        const auto arena = std::make_shared<Arena>(static_cast<unsigned>(threads));
        Waiter waiter;
        MeetingTask task(waiter, threads, /*is_known=*/false);
        arena->post(task);
        arena->help(waiter);
        EXPECT_EQ(task.met, threads);
    }
}

TEST(Arena, TaskWithoutUnitsFinishes) {
    const auto arena = std::make_shared<Arena>(1);
    Waiter waiter;
    CountingTask task(0, 1, &waiter);
    arena->post(task);
    arena->help(waiter);
    EXPECT_EQ(task.starts, 1);
}

TEST(Arena, KickedWorkNeedsNoHelper) {
    const auto arena = std::make_shared<Arena>(1);
    Waiter waiter;
    CountingTask task(10, 1, &waiter);
    arena->post(task);
    arena->kick();
    for (int i = 0; i < 2000 && !waiter.done(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_TRUE(waiter.done());
    expect_one_run_each(task);
}

TEST(Arena, ThreadsThatWaitAtOnceAllGetTheirs) {
    const auto arena = std::make_shared<Arena>(2);
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 200; ++i) {
                Waiter waiter;
                CountingTask task(i % 7 + 1, 1000, &waiter);
                arena->post(task);
                arena->help(waiter);
                expect_one_run_each(task);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

/// Records the order in which tasks start. Thread-safe, because a waiting thread and the arena's thread may start tasks
/// at the same time.
class StartOrder {
public:
    void add(int name) {
        const std::lock_guard lock(mutex_);
        names_.push_back(name);
    }
    std::vector<int> names() const {
        const std::lock_guard lock(mutex_);
        return names_;
    }

private:
    mutable std::mutex mutex_;
    std::vector<int> names_;
};

/// A task that records its start in `order`. It also records the maximum number of threads that ran the task at the
/// same time.
class WatchedTask final : public Task {
public:
    WatchedTask(std::uint64_t units, Urgency urgency, unsigned max_threads, Waiter* waiter, StartOrder* order = nullptr)
        : units_(units), waiter_(waiter), order_(order) {
        set_cost(static_cast<float>(units) * 100'000, 100'000);
        set_urgency(urgency);
        set_max_threads(max_threads);
    }

    std::atomic<int> most_inside = 0;

private:
    std::uint64_t start() noexcept override {
        if (order_) order_->add(static_cast<int>(units_));
        return units_;
    }
    void run_units(std::uint64_t, std::uint64_t, WorkerMemory&) noexcept override {
        const int inside = ++inside_;
        int most = most_inside;
        while (inside > most && !most_inside.compare_exchange_weak(most, inside)) {
        }
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        --inside_;
    }
    void finish() noexcept override {
        if (waiter_) waiter_->set_done();
    }

    const std::uint64_t units_;
    Waiter* const waiter_;
    StartOrder* const order_;
    std::atomic<int> inside_ = 0;
};

/// A task that occupies its thread until a test opens the gate. The test posts several tasks before it opens the gate,
/// so that the thread sees all these tasks when it looks for its next task.
class Gate final : public Task {
public:
    void occupy(Arena& arena) {
        arena.post(*this);
        arena.kick();
        while (!entered_) std::this_thread::yield();
    }
    void open() { open_ = true; }

private:
    std::uint64_t start() noexcept override { return 1; }
    void run_units(std::uint64_t, std::uint64_t, WorkerMemory&) noexcept override {
        entered_ = true;
        while (!open_) std::this_thread::yield();
    }
    void finish() noexcept override {}

    std::atomic<bool> entered_ = false;
    std::atomic<bool> open_ = false;
};

TEST(Arena, UrgentTasksStartFirst) {
    const auto arena = std::make_shared<Arena>(1);
    Gate gate;
    gate.occupy(*arena);
    Waiter low_done, normal_done, high_done;
    StartOrder order;
    WatchedTask low(1, Urgency::low, ~0u, &low_done, &order);
    WatchedTask normal(2, Urgency::normal, ~0u, &normal_done, &order);
    WatchedTask high(3, Urgency::high, ~0u, &high_done, &order);
    for (Task* task : {static_cast<Task*>(&low), static_cast<Task*>(&normal), static_cast<Task*>(&high)}) {
        arena->post(*task);
    }
    gate.open();
    for (Waiter* waiter : {&low_done, &normal_done, &high_done}) arena->help(*waiter);
    EXPECT_EQ(order.names(), (std::vector{3, 2, 1}));
}

TEST(Arena, LowUrgencyIsNotStarved) {
    const auto arena = std::make_shared<Arena>(1);
    Gate gate;
    gate.occupy(*arena);
    Waiter low_done;
    std::array<Waiter, 100> high_done;
    StartOrder order;
    WatchedTask low(1, Urgency::low, ~0u, &low_done);
    std::vector<std::unique_ptr<WatchedTask>> high;
    for (Waiter& done : high_done) {
        high.push_back(std::make_unique<WatchedTask>(1, Urgency::high, ~0u, &done, &order));
        arena->post(*high.back());
    }
    arena->post(low);
    gate.open();
    arena->help(low_done);
    EXPECT_LT(order.names().size(), 50u);
    for (Waiter& done : high_done) arena->help(done);
    EXPECT_EQ(order.names().size(), 100u);
}

TEST(Arena, ThreadsOfATaskAreLimited) {
    const auto arena = std::make_shared<Arena>(4);
    for (const unsigned limit : {1u, 2u}) {
        Waiter waiter;
        WatchedTask task(200, Urgency::normal, limit, &waiter);
        arena->post(task);
        arena->help(waiter);
        EXPECT_LE(task.most_inside, static_cast<int>(limit));
    }
}

/// A background task that counts in `count` how many background tasks run at the same time.
class BackgroundTask final : public Task {
public:
    struct Count {
        std::atomic<int> running = 0, most = 0, ended = 0;
    };
    explicit BackgroundTask(Count& count) : count_(count) {
        set_cost(1e7f, 1e7f);
        set_unknown();
        set_urgency(Urgency::low);
        set_background();
    }

private:
    std::uint64_t start() noexcept override { return 1; }
    void run_units(std::uint64_t, std::uint64_t, WorkerMemory&) noexcept override {
        const int running = ++count_.running;
        int most = count_.most;
        while (most < running && !count_.most.compare_exchange_weak(most, running)) {
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        --count_.running;
    }
    void finish() noexcept override { ++count_.ended; }

    Count& count_;
};

TEST(Arena, BackgroundTasksLeaveThreadsToOthers) {
    for (const unsigned threads : {1u, 4u, 8u}) {
        const auto arena = std::make_shared<Arena>(threads);
        BackgroundTask::Count count;
        std::vector<std::unique_ptr<BackgroundTask>> tasks;
        for (int round = 0; round < 2; ++round) {
            const int ended = count.ended + 10;
            for (int i = 0; i < 10; ++i) {
                tasks.push_back(std::make_unique<BackgroundTask>(count));
                arena->post(*tasks.back());
                arena->kick();
            }
            for (int i = 0; i < 10'000 && count.ended < ended; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            ASSERT_EQ(count.ended, ended);
        }
        EXPECT_LE(count.most, threads == 8 ? 2 : 1);
    }
}

// The task is so short that posting it wakes no thread, and no thread kicks the arena.
TEST(Arena, SleepersLookAgainForWhatWasPostedMeanwhile) {
    const auto arena = std::make_shared<Arena>(2);
    Waiter waiter;
    CountingTask task(1, 1, &waiter);
    std::thread poster([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        arena->post(task);
    });
    arena->help(waiter);
    poster.join();
    expect_one_run_each(task);
}

TEST(Arena, SleepersAreWokenWhenItIsDone) {
    const auto arena = std::make_shared<Arena>(2);
    for (int i = 0; i < 2000; ++i) {
        Waiter waiter;
        std::thread other([&] {
            for (volatile int pause = 0; pause < i * 20; pause = pause + 1) {
            }
            waiter.set_done();
        });
        arena->help(waiter);
        EXPECT_TRUE(waiter.done());
        other.join();
    }
}

/// A background task that runs until another task is done, and records its thread's priority.
class PatientTask final : public Task {
public:
    explicit PatientTask(const Waiter& other) : other_(other) {
        set_cost(1e7f, 1e7f);
        set_unknown();
        set_urgency(Urgency::low);
        set_background();
    }

    std::atomic<bool> has_begun = false, has_ended = false, saw_other = false;
    std::atomic<int> niceness = 0, policy = 0;

private:
    std::uint64_t start() noexcept override { return 1; }
    void run_units(std::uint64_t, std::uint64_t, WorkerMemory&) noexcept override {
        niceness = getpriority(PRIO_PROCESS, 0);
        policy = sched_getscheduler(0);
        has_begun = true;
        for (int i = 0; i < 10'000 && !other_.done(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        saw_other = other_.done();
    }
    void finish() noexcept override { has_ended = true; }

    const Waiter& other_;
};

TEST(Arena, BackgroundTasksTakeNobodysPlace) {
    const auto arena = std::make_shared<Arena>(1);
    Waiter done;
    PatientTask background(done);
    arena->post(background);
    arena->kick();
    while (!background.has_begun) std::this_thread::yield();
    CountingTask task(1000, 1'000'000, &done);
    arena->post(task);
    arena->help(done);
    expect_one_run_each(task);
    while (!background.has_ended) std::this_thread::yield();
    EXPECT_TRUE(background.saw_other);
    constexpr int least_priority = 19;
    EXPECT_TRUE(background.niceness == least_priority || background.niceness > getpriority(PRIO_PROCESS, 0));
}

// Application threads with real-time priority kick the arena, which then creates its threads. The new threads must not
// inherit the priority.
TEST(Arena, BackgroundTasksHaveNoRealTimePriority) {
    std::thread([] {
        const sched_param least{.sched_priority = sched_get_priority_min(SCHED_RR)};
        if (sched_setscheduler(0, SCHED_RR, &least) != 0) GTEST_SKIP() << "this process may not have such threads";
        const auto arena = std::make_shared<Arena>(1);
        Waiter done;
        done.set_done();
        PatientTask background(done);
        arena->post(background);
        arena->kick();
        while (!background.has_ended) std::this_thread::yield();
        EXPECT_EQ(background.policy, SCHED_OTHER);
    }).join();
}

TEST(Arena, LongTasksTakeTurnsWithShortOnes) {
    const auto arena = std::make_shared<Arena>(1);
    Waiter long_done, short_done;
    WatchedTask longer(2000, Urgency::normal, ~0u, &long_done);
    WatchedTask shorter(1, Urgency::normal, ~0u, &short_done);
    arena->post(longer);
    arena->post(shorter);
    arena->help(short_done);
    EXPECT_FALSE(long_done.done());
    arena->help(long_done);
}

/// Returns the CPU time that the process has used, in seconds.
double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

TEST(Arena, IdleCostsNothing) {
    const auto arena = std::make_shared<Arena>(4);
    Waiter waiter;
    WatchedTask task(100, Urgency::normal, ~0u, &waiter);
    arena->post(task);
    arena->help(waiter);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const double before = cpu_seconds();
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    EXPECT_LT(cpu_seconds() - before, 0.004);
}

}  // namespace
}  // namespace lanewise::device
