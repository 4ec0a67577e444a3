// Tests the order in which threads take tasks. Urgent tasks come first. Threads alternate between new tasks and running
// tasks. Threads join a running task only up to its limit of threads.
#include "device/pool/ready_lists.h"

#include <gtest/gtest.h>

namespace lanewise::device {
namespace {

class PlainTask final : public Task {
public:
    explicit PlainTask(Urgency urgency = Urgency::normal, float cost_ns = 1000, const void* owner = nullptr) {
        set_urgency(urgency);
        set_cost(cost_ns, cost_ns);
        set_owner(owner);
    }
    using Task::set_least_cost;
    using Task::set_max_threads;

private:
    std::uint64_t start() noexcept override { return 1; }
    void run_units(std::uint64_t, std::uint64_t, WorkerMemory&) noexcept override {}
    void finish() noexcept override {}
};

TEST(PickOrder, MostUrgentFirst) {
    EXPECT_EQ(level_of_pick(0b111, 1), 2u);
    EXPECT_EQ(level_of_pick(0b011, 1), 1u);
    EXPECT_EQ(level_of_pick(0b001, 1), 0u);
}

TEST(PickOrder, LeastUrgentAtTimes) {
    EXPECT_EQ(level_of_pick(0b111, picks_per_low), 0u);
    EXPECT_EQ(level_of_pick(0b110, 2 * picks_per_low), 1u);
    EXPECT_EQ(level_of_pick(0b110, picks_per_low + 1), 2u);
}

TEST(PickOrder, AnyLevelWithoutTasks) {
    for (unsigned picks = 1; picks <= picks_per_low; ++picks) EXPECT_LT(level_of_pick(0, picks), urgencies);
}

TEST(OpenTurns, ChangeAfterATurn) {
    const auto turn = static_cast<std::uint64_t>(turn_ns / tick_ns());
    OpenTurns turns;
    const std::uint64_t start = 100 * turn;
    const bool first = turns.is_open_turn(start);
    EXPECT_EQ(turns.is_open_turn(start + turn / 2), first);
    EXPECT_NE(turns.is_open_turn(start + 2 * turn), first);
    EXPECT_NE(turns.is_open_turn(start + 2 * turn + turn / 2), first);
    EXPECT_EQ(turns.is_open_turn(start + 4 * turn), first);
}

TEST(ReadyLists, PickInOrderOfPostsWithinALevel) {
    ReadyLists lists;
    PlainTask first, second, urgent(Urgency::high);
    EXPECT_FALSE(lists.has_work());
    lists.add(first);
    lists.add(second);
    lists.add(urgent);
    EXPECT_EQ(lists.posts(), 3u);
    EXPECT_TRUE(lists.has_ready_above(first));
    EXPECT_FALSE(lists.has_ready_above(urgent));
    for (Task* const expected :
         {static_cast<Task*>(&urgent), static_cast<Task*>(&first), static_cast<Task*>(&second)}) {
        const auto picked = lists.pick();
        EXPECT_EQ(picked.task, expected);
        EXPECT_TRUE(picked.is_new);
    }
    EXPECT_EQ(lists.pick().task, nullptr);
    EXPECT_FALSE(lists.has_work());
}

TEST(ReadyLists, CostsOfReadyTasksAddUp) {
    ReadyLists lists;
    PlainTask a(Urgency::low, 100), b(Urgency::high, 200);
    lists.add(a);
    lists.add(b);
    EXPECT_FLOAT_EQ(lists.ready_cost_ns(), 300);
    lists.take(a);
    EXPECT_FLOAT_EQ(lists.ready_cost_ns(), 200);
    lists.take(b);
    EXPECT_EQ(lists.ready_cost_ns(), 0);
}

TEST(ReadyLists, ThreadsJoinAnOpenTaskWhileItHasRoom) {
    ReadyLists lists;
    PlainTask task;
    task.set_max_threads(2);
    lists.open(task);
    EXPECT_TRUE(lists.has_open());
    EXPECT_FALSE(lists.has_others());
    for (int thread = 0; thread < 3; ++thread) {
        EXPECT_EQ(lists.has_work_for_more(), thread < 3) << thread;
        const auto picked = lists.pick();
        EXPECT_EQ(picked.task, &task);
        EXPECT_FALSE(picked.is_new);
    }
    EXPECT_FALSE(lists.has_work_for_more());
    EXPECT_EQ(lists.pick().task, nullptr);
    EXPECT_EQ(lists.pick_needed(task).task, nullptr);
    EXPECT_TRUE(lists.close(task));
    EXPECT_FALSE(lists.close(task));
    EXPECT_FALSE(lists.has_work());
}

TEST(ReadyLists, NeededTasksAreTakenOutOfOrder) {
    ReadyLists lists;
    PlainTask first, needed;
    lists.add(first);
    lists.add(needed);
    EXPECT_TRUE(lists.has_work_besides(needed));
    EXPECT_EQ(lists.pick_needed(needed).task, &needed);
    EXPECT_EQ(lists.pick_needed(needed).task, nullptr);
    EXPECT_FALSE(lists.has_work_besides(first));
    lists.take(first);
}

TEST(ReadyLists, ShortTasksAreThoseThatMayEndSoon) {
    ReadyLists lists;
    PlainTask large(Urgency::high, 1e9f), perhaps(Urgency::low, 1e9f), small(Urgency::normal, 10);
    perhaps.set_least_cost(10);
    for (Task* task : {static_cast<Task*>(&large), static_cast<Task*>(&perhaps), static_cast<Task*>(&small)})
        lists.add(*task);
    EXPECT_EQ(lists.take_short(1000), &small);
    EXPECT_EQ(lists.take_short(1000), &perhaps);
    EXPECT_EQ(lists.take_short(1000), nullptr);
    lists.take(large);
}

TEST(ReadyLists, TasksOfAnOwnerComeForward) {
    ReadyLists lists;
    const int owner = 0;
    PlainTask other, first(Urgency::normal, 1000, &owner), second(Urgency::normal, 1000, &owner);
    lists.add(other);
    lists.add(first);
    lists.add(second);
    EXPECT_EQ(lists.take_front_of(&owner), nullptr);
    lists.bring_forward(&owner);
    EXPECT_EQ(lists.take_front_of(&owner), &first);
    EXPECT_EQ(lists.take_front_of(&owner), &second);
    EXPECT_EQ(lists.take_front_of(&owner), nullptr);
    lists.take(other);
}

TEST(ReadyLists, TasksSetAsideRunOnlyIfNeeded) {
    ReadyLists lists;
    PlainTask ready, open;
    lists.add(ready);
    lists.open(open);
    lists.set_all_aside();
    EXPECT_FALSE(lists.has_work());
    EXPECT_EQ(lists.pick().task, nullptr);
    EXPECT_EQ(lists.pick_needed(ready).task, &ready);
    EXPECT_EQ(lists.pick_needed(ready).task, nullptr);
}

}  // namespace
}  // namespace lanewise::device
