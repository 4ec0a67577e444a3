// Tests events: their status only decreases, and waiters and callbacks are notified in a fixed order.
#include "commands.h"
#include "runtime/core/event_callbacks.h"

namespace lanewise::runtime::test {
namespace {

using Events = CoreTest;

TEST_F(Events, AUserEventIsSettledOnce) {
    const auto event = gate();
    EXPECT_EQ(event->status(), CL_SUBMITTED);
    EXPECT_FALSE(event->is_settled());
    EXPECT_EQ(event->queue(), nullptr);
    EXPECT_EQ(event->as_command(), nullptr);
    EXPECT_TRUE(event->set_status(-7));
    EXPECT_TRUE(event->is_settled());
    EXPECT_FALSE(event->set_status(CL_COMPLETE));
    EXPECT_EQ(event->status(), -7);
    EXPECT_EQ(event->wait(), -7);
}

TEST_F(Events, AllWaitersAreToldTheStatus) {
    const auto event = gate();
    std::atomic<int> waiting = 0;
    std::vector<std::thread> threads;
    std::atomic<int> told = 0;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            ++waiting;
            told += event->wait() == -5;
        });
    EXPECT_TRUE(comes_true([&] { return waiting == 4; }));
    event->set_status(-5);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(told, 4);
}

TEST_F(Events, DependenciesKnowTheirEventUntilItIsSettled) {
    const auto queue = unordered_queue();
    const auto waiter = command(queue, "a");
    Dependency dependency;
    const auto event = gate();
    EXPECT_FALSE(dependency.event());
    dependency.set_event(event.get());
    {
        const Ref<Event> found = dependency.event();
        EXPECT_EQ(found.get(), event.get());
        EXPECT_EQ(event->reference_count(), 2u);
    }
    EXPECT_EQ(event->reference_count(), 1u);
    dependency.forget_event();
    EXPECT_FALSE(dependency.event());
}

TEST_F(Events, ASettledEventTakesNoSuccessor) {
    const auto event = gate();
    event->set_status(CL_COMPLETE);
    Dependency dependency;
    EXPECT_FALSE(event->add_successor(dependency));
}

struct Calls {
    Journal journal;
    static void CL_CALLBACK note(cl_event event, cl_int status, void* calls) {
        // The event's handle must be valid while the callback runs.
        const bool is_event = static_cast<bool>(find_object(event));
        static_cast<Calls*>(calls)->journal.add(is_event ? std::to_string(status) : "no event");
    }
    bool become(const Names& wanted) {
        return comes_true([&] { return journal.entries().size() >= wanted.size(); }) && journal.entries() == wanted;
    }
};

// Section 5.11: each callback is called once, with the status for which it was registered.
TEST_F(Events, CallbacksAreCalledInTheOrderOfTheStatuses) {
    Calls calls;
    const auto queue = queue_of(0);
    const auto start = gate();
    const auto command = enqueue(queue, "a", {start.get()});
    for (const cl_int status : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED, CL_RUNNING})
        command->add_callback(status, Calls::note, &calls);
    EXPECT_TRUE(calls.journal.entries().empty());
    start->set_status(CL_COMPLETE);
    queue->finish();
    EXPECT_TRUE(calls.become({"2", "1", "1", "0"}));
    // The command has already passed the callback's status, so the callback is called at once.
    command->add_callback(CL_SUBMITTED, Calls::note, &calls);
    EXPECT_TRUE(calls.become({"2", "1", "1", "0", "2"}));
}

// "... or the error code": callbacks for an earlier status receive the failure, too.
TEST_F(Events, CallbacksOfATerminatedCommandGetTheError) {
    Calls calls;
    const auto queue = queue_of(0);
    const auto start = gate();
    const auto command = enqueue(queue, "a", {start.get()});
    command->add_callback(CL_COMPLETE, Calls::note, &calls);
    start->set_status(-9);
    EXPECT_EQ(command->wait(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    const std::string error = std::to_string(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_TRUE(calls.become({error}));
    command->add_callback(CL_RUNNING, Calls::note, &calls);
    EXPECT_TRUE(calls.become({error, error}));
    EXPECT_TRUE(ran().empty());
}

TEST_F(Events, ADueCallbackKeepsItsEvent) {
    Calls calls;
    auto event = gate();
    event->add_callback(CL_COMPLETE, Calls::note, &calls);
    event->set_status(CL_COMPLETE);
    event = {};
    EXPECT_TRUE(calls.become({"0"}));
}

// Callbacks whose status is never reached are destroyed with their event, without a call.
TEST_F(Events, UndueCallbacksGoUncalled) {
    Calls calls;
    gate()->add_callback(CL_COMPLETE, Calls::note, &calls);
    EXPECT_TRUE(calls.journal.entries().empty());
}

TEST_F(Events, TimesAreKeptForProfilingQueuesAlone) {
    const auto profiling = queue_of(CL_QUEUE_PROFILING_ENABLE);
    const auto start = gate();
    const auto timed = enqueue(profiling, "a", {start.get()});
    start->set_status(CL_COMPLETE);
    timed->wait();
    EXPECT_GT(timed->time(Moment::queued), 0u);
    EXPECT_LE(timed->time(Moment::queued), timed->time(Moment::submitted));
    EXPECT_LE(timed->time(Moment::submitted), timed->time(Moment::started));
    EXPECT_LE(timed->time(Moment::started), timed->time(Moment::ended));
    const auto plain = enqueue(queue_of(0), "b");
    plain->wait();
    for (const Moment moment : {Moment::queued, Moment::submitted, Moment::started, Moment::ended})
        EXPECT_EQ(plain->time(moment), 0u);
}

// When a command of the chain ends, the next command becomes ready. A loop must make these commands ready, because
// nested calls would exhaust the stack.
TEST_F(Events, LongChainsNeedNoStack) {
    const auto queue = queue_of(0);
    const auto start = gate();
    constexpr int links = 20'000;
    Ref<TestCommand> last;
    for (int i = 0; i < links; ++i)
        last = enqueue(queue, "c", last ? std::vector<Event*>{last.get()} : std::vector<Event*>{start.get()});
    start->set_status(-3);
    EXPECT_EQ(last->wait(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_TRUE(ran().empty());
}

std::unique_ptr<EventCallback> waiting_for(cl_int status, int number) {
    static int numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    return std::make_unique<EventCallback>(status, nullptr, &numbers[number]);
}

std::vector<int> numbers_of(EventCallbackList list) {
    std::vector<int> numbers;
    while (!list.empty()) numbers.push_back(*static_cast<int*>(list.pop_front()->user_data));
    return numbers;
}

TEST(EventCallbackLists, GiveOutWhatIsDueOldestFirst) {
    EventCallbackList list;
    EXPECT_TRUE(list.empty());
    int number = 0;
    for (const cl_int status : {CL_COMPLETE, CL_SUBMITTED, CL_RUNNING, CL_SUBMITTED})
        list.push_back(waiting_for(status, number++));
    EXPECT_EQ(numbers_of(list.take_due(CL_QUEUED)), std::vector<int>());
    EXPECT_EQ(numbers_of(list.take_due(CL_SUBMITTED)), (std::vector<int>{1, 3}));
    list.push_back(waiting_for(CL_RUNNING, 4));
    EXPECT_EQ(numbers_of(list.take_due(CL_COMPLETE)), (std::vector<int>{0, 2, 4}));
    EXPECT_TRUE(list.empty());
    list.push_back(waiting_for(CL_COMPLETE, 5));
    EXPECT_EQ(numbers_of(list.take_due(-1)), std::vector<int>{5});
}

TEST(EventCallbackLists, OfAnyLengthGoWithoutStack) {
    EventCallbackList list;
    for (int i = 0; i < 1'000'000; ++i) list.push_back(waiting_for(CL_COMPLETE, 0));
}

}  // namespace
}  // namespace lanewise::runtime::test
