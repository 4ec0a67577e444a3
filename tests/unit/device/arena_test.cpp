#include "device/arena.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace lanewise::device {
namespace {

/// Counts how often each of its units runs; its end sets the waiter, if there is one.
class CountingTask final : public Task {
public:
    CountingTask(std::uint64_t units, std::uint64_t unit_ns, Waiter* waiter)
        : runs(units), waiter_(waiter) {
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

}  // namespace
}  // namespace lanewise::device
