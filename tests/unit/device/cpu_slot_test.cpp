#include "device/pool/cpu_slot.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "device/machine/cpu/cpu_set.h"

namespace lanewise::device {
namespace {

// Clears the slots that other tests of the process may have left.
class CpuSlots : public testing::Test {
protected:
    void SetUp() override { CpuSlot::clear_all(); }
};

TEST_F(CpuSlots, AreCountedWhileTheyLast) {
    const CpuSet usable = CpuSet::of_process();
    const unsigned cpu = usable.cpus().back();
    const BoundThread bound(CpuSet({cpu}));
    std::optional<CpuSlot> first, second;
    first.emplace();
    EXPECT_EQ(CpuSlot::count_on(cpu), 0u);
    first->take();
    first->take();
    EXPECT_EQ(CpuSlot::count_on(cpu), 1u);
    // The thread may use only one CPU, so both slots are on this CPU.
    second.emplace();
    second->take_aside();
    EXPECT_EQ(CpuSlot::count_on(cpu), 2u);
    first.reset();
    EXPECT_EQ(CpuSlot::count_on(cpu), 1u);
    CpuSlot::clear_all();
    EXPECT_EQ(CpuSlot::count_on(cpu), 0u);
    second.reset();
    EXPECT_EQ(CpuSlot::count_on(cpu), 0u);
}

TEST_F(CpuSlots, GoWithTheirThread) {
    const CpuSet usable = CpuSet::of_process();
    const unsigned first = usable.cpus().front(), last = usable.cpus().back();
    std::thread([&] {
        CpuSlot& slot = CpuSlot::of_host_thread();
        {
            const BoundThread bound(CpuSet({first}));
            slot.take();
            EXPECT_EQ(CpuSlot::count_on(first), 1u);
        }
        const BoundThread bound(CpuSet({last}));
        slot.take();
        EXPECT_EQ(CpuSlot::count_on(first), first == last ? 1u : 0u);
        EXPECT_EQ(CpuSlot::count_on(last), 1u);
    }).join();
    EXPECT_EQ(CpuSlot::count_on(last), 0u);
}

/// Keeps a CPU busy with a thread that has no slot, as long as an object of this class exists.
class Spinner {
public:
    explicit Spinner(unsigned cpu)
        : thread_([this, cpu] {
              const BoundThread bound(CpuSet({cpu}));
              while (!is_over_) {
              }
          }) {}
    ~Spinner() {
        is_over_ = true;
        thread_.join();
    }

private:
    std::atomic<bool> is_over_ = false;
    std::thread thread_;
};

// Threads without slots occupy all CPUs. The CPU of another thread's slot is the least busy, but take_aside() must
// nevertheless choose a different CPU for the calling thread.
TEST_F(CpuSlots, AreLeftForCpusOfOthers) {
    const CpuSet usable = CpuSet::of_process();
    if (usable.size() < 2) GTEST_SKIP() << "a single CPU";
    const unsigned taken = usable.cpus().back();
    std::vector<std::unique_ptr<Spinner>> spinners;
    for (const unsigned cpu : usable.cpus()) {
        for (int i = 0; i < (cpu == taken ? 1 : 3); ++i) spinners.push_back(std::make_unique<Spinner>(cpu));
    }
    const BoundThread bound(CpuSet({taken}));
    CpuSlot here;
    here.take();
    std::thread([&] {
        {
            const BoundThread unbound(usable);
            CpuSlot aside;
            aside.take_aside();
            EXPECT_EQ(CpuSlot::count_on(taken), 1u);
            EXPECT_EQ(CpuSet::of_process(), usable);
        }
        EXPECT_EQ(CpuSet::of_process(), CpuSet({taken}));
    }).join();
}

}  // namespace
}  // namespace lanewise::device
