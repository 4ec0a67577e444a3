// Tests the order of a queue's commands, which is stored as dependencies between commands.
#include "commands.h"
#include "runtime/object/error.h"

namespace lanewise::runtime::test {
namespace {

using Queues = CoreTest;

TEST_F(Queues, InOrderEachCommandWaitsForTheOneBefore) {
    const auto queue = queue_of(0);
    const auto start = gate();
    enqueue(queue, "a", {start.get()});
    const auto b = enqueue(queue, "b");
    const auto c = enqueue(queue, "c");
    EXPECT_FALSE(b->is_handed_over());
    EXPECT_FALSE(c->is_handed_over());
    start->set_status(CL_COMPLETE);
    queue->finish();
    EXPECT_EQ(ran(), (Names{"a", "b", "c"}));
}

TEST_F(Queues, OutOfOrderACommandWaitsForItsListAlone) {
    const auto queue = unordered_queue();
    const auto start = gate();
    const auto a = enqueue(queue, "a", {start.get()});
    const auto b = enqueue(queue, "b");
    EXPECT_EQ(b->wait(), CL_COMPLETE);
    EXPECT_EQ(ran(), Names{"b"});
    start->set_status(CL_COMPLETE);
    EXPECT_EQ(a->wait(), CL_COMPLETE);
}

TEST_F(Queues, AMarkerComesAfterAllBeforeIt) {
    const auto queue = unordered_queue();
    const auto first = gate(), second = gate();
    enqueue(queue, "a", {first.get()});
    enqueue(queue, "b", {second.get()});
    const auto marker = enqueue(queue, "marker", {}, Order::after_all);
    first->set_status(CL_COMPLETE);
    EXPECT_FALSE(marker->is_handed_over());
    // Commands after a marker do not wait for the marker.
    EXPECT_EQ(enqueue(queue, "c")->wait(), CL_COMPLETE);
    EXPECT_FALSE(marker->is_handed_over());
    second->set_status(CL_COMPLETE);
    queue->finish();
    EXPECT_EQ(ran().back(), "marker");
    EXPECT_EQ(ran().size(), 4u);
}

// The second marker waits for the first marker and for the commands between the two markers.
TEST_F(Queues, AMarkerRestsOnTheMarkerBeforeIt) {
    const auto queue = unordered_queue();
    const auto first = gate(), between = gate();
    enqueue(queue, "a", {first.get()});
    const auto one = enqueue(queue, "one", {}, Order::after_all);
    enqueue(queue, "b", {between.get()});
    const auto two = enqueue(queue, "two", {}, Order::after_all);
    between->set_status(CL_COMPLETE);
    EXPECT_FALSE(two->is_handed_over());
    first->set_status(CL_COMPLETE);
    EXPECT_EQ(two->wait(), CL_COMPLETE);
    EXPECT_TRUE(one->is_settled());
    EXPECT_EQ(ran().back(), "two");
}

TEST_F(Queues, AMarkerAfterADoneOneWaitsForWhatIsLeft) {
    const auto queue = unordered_queue();
    EXPECT_EQ(enqueue(queue, "one", {}, Order::after_all)->wait(), CL_COMPLETE);
    const auto start = gate();
    enqueue(queue, "a", {start.get()});
    const auto two = enqueue(queue, "two", {}, Order::after_all);
    EXPECT_FALSE(two->is_handed_over());
    start->set_status(CL_COMPLETE);
    EXPECT_EQ(two->wait(), CL_COMPLETE);
    EXPECT_EQ(ran(), (Names{"one", "a", "two"}));
}

// Section 5.12: a marker with a wait list waits for the list's events, but not for earlier commands of the queue.
TEST_F(Queues, AMarkerWithAListWaitsForTheListAlone) {
    const auto queue = unordered_queue();
    const auto never_before = gate(), soon = gate();
    enqueue(queue, "a", {never_before.get()});
    const auto marker = enqueue(queue, "marker", {soon.get()}, Order::after_all);
    soon->set_status(CL_COMPLETE);
    EXPECT_EQ(marker->wait(), CL_COMPLETE);
    EXPECT_EQ(ran(), Names{"marker"});
    never_before->set_status(CL_COMPLETE);
    queue->finish();
}

TEST_F(Queues, WhatComesAfterABarrierWaitsForIt) {
    const auto queue = unordered_queue();
    const auto start = gate();
    enqueue(queue, "a", {start.get()});
    enqueue(queue, "barrier", {}, Order::barrier);
    const auto b = enqueue(queue, "b");
    const auto c = enqueue(queue, "c");
    EXPECT_FALSE(b->is_handed_over());
    EXPECT_FALSE(c->is_handed_over());
    start->set_status(CL_COMPLETE);
    queue->finish();
    const Names order = ran();
    ASSERT_EQ(order.size(), 4u);
    EXPECT_EQ(order[0], "a");
    EXPECT_EQ(order[1], "barrier");
}

// Commands do not wait for a barrier that has finished.
TEST_F(Queues, ABarrierIsForgottenWhenItIsDone) {
    const auto queue = unordered_queue();
    EXPECT_EQ(enqueue(queue, "barrier", {}, Order::barrier)->wait(), CL_COMPLETE);
    EXPECT_EQ(enqueue(queue, "a")->wait(), CL_COMPLETE);
    const auto start = gate();
    const auto held = enqueue(queue, "held", {start.get()}, Order::barrier);
    EXPECT_FALSE(enqueue(queue, "b")->is_handed_over());
    start->set_status(CL_COMPLETE);
    queue->finish();
    EXPECT_EQ(ran(), (Names{"barrier", "a", "held", "b"}));
}

// The wait list has more events than a command can store inline.
TEST_F(Queues, LongWaitLists) {
    const auto queue = unordered_queue();
    std::vector<Ref<UserEvent>> gates;
    std::vector<Event*> waits;
    for (int i = 0; i < 100; ++i) {
        gates.push_back(gate());
        waits.push_back(gates.back().get());
    }
    const auto command = enqueue(queue, "a", waits);
    for (const auto& each : gates) {
        EXPECT_FALSE(command->is_handed_over());
        each->set_status(CL_COMPLETE);
    }
    EXPECT_EQ(command->wait(), CL_COMPLETE);
    // If a wait list contains the same event many times, each occurrence is a dependency.
    const auto again = gate();
    const auto other = enqueue(queue, "b", std::vector<Event*>(50, again.get()));
    EXPECT_FALSE(other->is_handed_over());
    again->set_status(CL_COMPLETE);
    EXPECT_EQ(other->wait(), CL_COMPLETE);
}

TEST_F(Queues, TheFirstUnsettledCommandIsTheOldest) {
    const auto queue = unordered_queue();
    EXPECT_FALSE(queue->first_unsettled());
    const auto first = gate(), second = gate();
    const auto a = enqueue(queue, "a", {first.get()});
    const auto b = enqueue(queue, "b", {second.get()});
    EXPECT_EQ(queue->first_unsettled().get(), a.get());
    first->set_status(CL_COMPLETE);
    EXPECT_EQ(a->wait(), CL_COMPLETE);
    EXPECT_EQ(queue->first_unsettled().get(), b.get());
    second->set_status(CL_COMPLETE);
    queue->finish();
    EXPECT_FALSE(queue->first_unsettled());
}

TEST_F(Queues, BlockingCallsThrowTheStatusAndMakeNoEvent) {
    const auto queue = queue_of(0);
    cl_event event = nullptr;
    try {
        queue->enqueue_blocking(command(queue, "a", {.result = CL_OUT_OF_RESOURCES}), {}, &event);
        FAIL() << "the command failed";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), CL_OUT_OF_RESOURCES);
    }
    EXPECT_EQ(event, nullptr);
    queue->enqueue_blocking(command(queue, "b"), {}, &event);
    ASSERT_NE(event, nullptr);
    const Ref<Event> b(find_object(event));
    EXPECT_EQ(b->status(), CL_COMPLETE);
    EXPECT_EQ(ran(), (Names{"a", "b"}));
    EXPECT_TRUE(b->release_for_application());
}

// The application may release its queue and context before enqueued commands end. The commands still run, and release
// the queue and the context when they end.
TEST_F(Queues, CommandsKeepTheirQueueAlive) {
    const auto start = gate();
    Ref<Queue> queue = queue_of(0);
    const Queue* const address = queue.get();
    auto a = enqueue(queue, "a", {start.get()});
    EXPECT_EQ(queue->reference_count(), 2u);
    queue = {};
    EXPECT_EQ(a->queue(), address);
    start->set_status(CL_COMPLETE);
    EXPECT_EQ(a->wait(), CL_COMPLETE);
    a = {};
    EXPECT_TRUE(comes_true([this] { return journal.entries().back() == "a is gone"; }));
    EXPECT_EQ(ran(), Names{"a"});
}

TEST_F(Queues, SettingsReachTheCommands) {
    const auto all = queue_of(CL_QUEUE_PROFILING_ENABLE);
    EXPECT_TRUE(all->in_order());
    EXPECT_TRUE(all->profiles());
    EXPECT_EQ(all->max_threads(), device->compute_units());
    const auto throttled = make<Queue>(*context, *device, QueueSettings{.is_throttled = true});
    EXPECT_EQ(throttled->max_threads(), std::max(1u, device->compute_units() / 2));
    EXPECT_FALSE(unordered_queue()->in_order());
}

// The test does not flush the queue. The queue starts the command without a flush, because the command's cost is high.
TEST_F(Queues, OverdueWorkNeedsNoFlush) {
    const auto queue = queue_of(0);
    const auto a = enqueue(queue, "a", {.cost_ns = 1e6f});
    EXPECT_TRUE(comes_true([&] { return a->is_settled(); }));
}

TEST_F(Queues, FlushedWorkNeedsNoWait) {
    const auto queue = queue_of(0);
    queue->flush();  // flushes the empty queue, which must not affect later commands
    const auto a = enqueue(queue, "a");
    queue->flush();
    EXPECT_TRUE(comes_true([&] { return a->is_settled(); }));
}

// Several threads enqueue commands and call finish() at the same time. After finish(), each thread must find its own
// commands complete.
TEST_F(Queues, ManyThreadsShareOne) {
    for (const auto& queue : {queue_of(0), unordered_queue()}) {
        std::vector<std::thread> threads;
        for (int thread = 0; thread < 4; ++thread)
            threads.emplace_back([this, &queue] {
                for (int round = 0; round < 50; ++round) {
                    std::vector<Ref<TestCommand>> mine;
                    for (const Order order : {Order::normal, Order::after_all, Order::normal, Order::barrier})
                        mine.push_back(enqueue(queue, "c", {}, order));
                    queue->finish();
                    for (const auto& command : mine) EXPECT_EQ(command->status(), CL_COMPLETE);
                }
            });
        for (std::thread& thread : threads) thread.join();
        EXPECT_FALSE(queue->first_unsettled());
    }
    EXPECT_EQ(ran().size(), 2u * 4 * 50 * 4);
}

}  // namespace
}  // namespace lanewise::runtime::test
