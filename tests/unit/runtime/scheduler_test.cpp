// Tests what happens to a command after its last dependency has completed. The command runs once, in the number of
// units that plan() returns. If the command fails, commands that wait for its event fail, too, and the failure is
// reported once. Resources are released before waiters are notified.
#include "commands.h"

namespace lanewise::runtime::test {
namespace {

using Commands = CoreTest;

TEST_F(Commands, RunOnceWhenTheLastDependencyIsMet) {
    const auto queue = unordered_queue();
    std::vector<Ref<UserEvent>> gates{gate(), gate(), gate()};
    const auto command = enqueue(queue, "a", {gates[0].get(), gates[1].get(), gates[2].get()});
    EXPECT_EQ(command->status(), CL_QUEUED);
    std::vector<std::thread> threads;
    for (const auto& each : gates) threads.emplace_back([&each] { each->set_status(CL_COMPLETE); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(command->is_handed_over());
    EXPECT_EQ(command->wait(), CL_COMPLETE);
    EXPECT_EQ(command->plans(), 1u);
    EXPECT_EQ(ran(), Names{"a"});
}

// No thread waits for the command or flushes its queue: the thread that completes the last dependency must start the
// command.
TEST_F(Commands, RunWithoutFurtherCallsOnceTheirEventsHappen) {
    const auto queue = queue_of(0);
    const auto start = gate();
    const auto command = enqueue(queue, "a", {start.get()});
    start->set_status(CL_COMPLETE);
    EXPECT_TRUE(comes_true([&] { return command->is_settled(); }));
}

TEST_F(Commands, RunAllUnitsOfTheirPlan) {
    const auto queue = queue_of(0);
    const auto many = enqueue(queue, "many", {.units = 1000});
    const auto none = enqueue(queue, "none", {.units = 0});
    EXPECT_EQ(many->wait(), CL_COMPLETE);
    EXPECT_EQ(many->units_run(), 1000u);
    EXPECT_EQ(many->plans(), 1u);
    EXPECT_EQ(none->wait(), CL_COMPLETE);
    EXPECT_EQ(none->units_run(), 0u);
}

TEST_F(Commands, AUnitThatFailsMakesTheCommandFail) {
    const auto queue = queue_of(0);
    const auto command = enqueue(queue, "a", {.units = 100, .failing_unit = 57});
    EXPECT_EQ(command->wait(), CL_OUT_OF_RESOURCES);
}

// Section 5.11: commands that wait for a failed command are terminated with a separate error code, and so are commands
// that wait for terminated commands.
TEST_F(Commands, FailuresArePassedOnByWaitLists) {
    const auto queue = unordered_queue();
    const auto start = gate();
    const auto a = enqueue(queue, "a", {start.get()}, Order::normal, {.result = CL_OUT_OF_RESOURCES});
    const auto good = enqueue(queue, "good", {start.get()});
    const auto b = enqueue(queue, "b", {good.get(), a.get()});
    const auto c = enqueue(queue, "c", {b.get()});
    start->set_status(CL_COMPLETE);
    EXPECT_EQ(c->wait(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(b->status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(a->status(), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(good->wait(), CL_COMPLETE);
    for (const auto& terminated : {b, c}) {
        EXPECT_EQ(terminated->plans(), 0u);
        EXPECT_EQ(terminated->units_run(), 0u);
        EXPECT_EQ(terminated->status_at_release(), CL_SUBMITTED);
    }
}

TEST_F(Commands, FailuresThatAreOldAreFailures) {
    const auto queue = unordered_queue();
    const auto failed = gate(), complete = gate();
    failed->set_status(-1);
    complete->set_status(CL_COMPLETE);
    EXPECT_EQ(enqueue(queue, "a", {complete.get()})->wait(), CL_COMPLETE);
    EXPECT_EQ(enqueue(queue, "b", {complete.get(), failed.get()})->wait(),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

// A failure affects neither later commands of an in-order queue, nor markers and barriers without wait lists.
TEST_F(Commands, FailuresAreNotPassedOnByTheOrderOfAQueue) {
    const auto start = gate();
    const auto in_order = queue_of(0);
    const auto a = enqueue(in_order, "a", {start.get()}, Order::normal, {.result = CL_OUT_OF_RESOURCES});
    const auto b = enqueue(in_order, "b");
    const auto unordered = unordered_queue();
    const auto c = enqueue(unordered, "c", {start.get()}, Order::normal, {.result = CL_OUT_OF_RESOURCES});
    const auto marker = enqueue(unordered, "marker", {}, Order::after_all);
    const auto barrier = enqueue(unordered, "barrier", {}, Order::barrier);
    const auto d = enqueue(unordered, "d");
    start->set_status(CL_COMPLETE);
    for (const auto& good : {b, marker, barrier, d}) EXPECT_EQ(good->wait(), CL_COMPLETE);
    EXPECT_EQ(a->status(), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(c->status(), CL_OUT_OF_RESOURCES);
}

// A command must release its resources before its completion is reported.
TEST_F(Commands, ReleaseTheirResourcesBeforeTheyAreDone) {
    const auto queue = queue_of(0);
    const auto good = enqueue(queue, "good");
    const auto bad = enqueue(queue, "bad", {.result = CL_OUT_OF_RESOURCES});
    EXPECT_EQ(good->wait(), CL_COMPLETE);
    EXPECT_EQ(bad->wait(), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(good->status_at_release(), CL_RUNNING);
    EXPECT_EQ(bad->status_at_release(), CL_RUNNING);
    EXPECT_EQ(journal.entries(), (Names{"good runs", "good releases", "bad runs", "bad releases"}));
}

TEST_F(Commands, GoWhenTheyAreDoneAndNobodyHasThem) {
    const auto queue = queue_of(0);
    const auto start = gate();
    Ref<TestCommand> kept = enqueue(queue, "kept", {start.get()});
    enqueue(queue, "dropped");
    EXPECT_EQ(journal.entries(), Names());
    start->set_status(CL_COMPLETE);
    queue->finish();
    const auto has = [this](const char* entry) {
        const Names entries = journal.entries();
        return std::ranges::find(entries, entry) != entries.end();
    };
    EXPECT_TRUE(comes_true([&] { return has("dropped is gone"); }));
    EXPECT_FALSE(has("kept is gone"));
    EXPECT_TRUE(comes_true([&] { return kept->reference_count() == 1; }));
    kept = {};
    EXPECT_TRUE(has("kept is gone"));
}

// Section 4.4: the context's callback is called once for each failure, for the command that failed. The callback
// receives the command's own failure text if the command has such a text.
TEST_F(Commands, FailuresAreReportedOnceAndInTheirOwnWords) {
    const auto queue = unordered_queue();
    const auto told = enqueue(queue, "a", {.result = CL_OUT_OF_RESOURCES, .failure = "out of luck"});
    const auto follows = enqueue(queue, "b", {told.get()});
    EXPECT_EQ(follows->wait(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(reports.entries(), Names{"out of luck"});
    EXPECT_EQ(enqueue(queue, "c", {.result = CL_MEM_OBJECT_ALLOCATION_FAILURE})->wait(),
              CL_MEM_OBJECT_ALLOCATION_FAILURE);
    ASSERT_EQ(reports.entries().size(), 2u);
    EXPECT_NE(reports.entries()[1].find("failed"), std::string::npos);
}

TEST_F(Commands, AWaiterFindsWhatItsCommandNeeds) {
    const auto first = unordered_queue(), second = queue_of(0);
    const auto start = gate();
    const auto blocked = enqueue(first, "blocked", {start.get()});
    const auto ready = enqueue(first, "ready");
    const auto between = enqueue(second, "between", {ready.get()});
    const auto last = enqueue(second, "last");
    // `last` waits for `between`, since both are in an in-order queue, and `between` waits for `ready`. The call of
    // find_startable() returns one of these three commands, or null.
    if (Ref<Command> found = last->find_startable()) {
        EXPECT_TRUE(found.get() == ready.get() || found.get() == between.get() || found.get() == last.get());
    }
    EXPECT_FALSE(blocked->find_startable());
    EXPECT_EQ(last->wait(), CL_COMPLETE);
    EXPECT_EQ(ran(), (Names{"ready", "between", "last"}));
    start->set_status(CL_COMPLETE);
    blocked->wait();
}

// A command of one device may wait for unflushed commands in the queue of another device.
TEST_F(Commands, WaitAcrossDevices) {
    const auto part = make<Device>(*device, 1u, std::vector<cl_device_partition_property>{}, /*place=*/0u);
    context = make<Context>(std::vector<Ref<Device>>{device, part}, std::vector<cl_context_properties>{},
                            /*can_end=*/false, nullptr, nullptr);
    const auto here = make<Queue>(*context, *device, QueueSettings{});
    const auto there = make<Queue>(*context, *part, QueueSettings{});
    Ref<TestCommand> last;
    for (int round = 0; round < 100; ++round) {
        const auto a = enqueue(here, "a", last ? std::vector<Event*>{last.get()} : std::vector<Event*>{});
        last = enqueue(there, "b", {a.get()});
    }
    EXPECT_EQ(last->wait(), CL_COMPLETE);
    EXPECT_EQ(ran().size(), 200u);
}

}  // namespace
}  // namespace lanewise::runtime::test
