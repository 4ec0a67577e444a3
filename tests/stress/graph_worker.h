// One host thread of the stress test of graphs. It enqueues random commands on random queues, orders each after
// conflicting commands by wait lists, and keeps a model of the content of every buffer. It knows from the start which
// commands fail: those that wait, directly or not, for a user event that fails. Buffers and events belong to one
// thread; queues are shared by all.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <vector>

#include "device_setup.h"
#include "user_events.h"

namespace lanewise::stress {

class GraphWorker {
public:
    GraphWorker(const Setup& setup, UserEventSetter& setter, unsigned seed);

    /// Enqueues one random command.
    void step();
    /// Waits for everything and checks all buffers.
    void finish();

    std::uint64_t commands() const { return commands_.load(std::memory_order_relaxed); }

private:
    using Words = std::vector<std::uint32_t>;

    /// A command or user event, and whether it will fail.
    struct Node {
        Event event;
        bool fails = false;
    };
    struct TestBuffer {
        Buffer object;
        Words model;
        std::vector<Node> writer;   // the last writer, if any
        std::vector<Node> readers;  // the readers since the last writer
    };
    struct Waits {
        std::vector<Node> nodes;
        std::vector<cl_event> events;
        bool fail = false;
        cl_uint count() const { return static_cast<cl_uint>(events.size()); }
        const cl_event* list() const { return events.empty() ? nullptr : events.data(); }
    };
    /// A command under way, the host memory that it uses, and the values to check when it is done.
    struct InFlight {
        Node node;
        std::shared_ptr<Words> memory;
        Words expected;  // of a read; empty for other commands
    };

    unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
    cl_command_queue any_queue() { return setup_.queues[pick(setup_.queues.size())].get(); }
    TestBuffer& any_buffer() { return buffers_[pick(buffers_.size())]; }
    TestBuffer new_buffer();

    Node user_event();
    void add(Waits& waits, const Node& node);
    Waits waits_for(const TestBuffer* written, const TestBuffer* read);
    /// Registers an enqueued command: stores its node with its buffers and among the commands under way.
    void enqueued(const Waits& waits, cl_event event, TestBuffer* written, TestBuffer* read,
                  std::shared_ptr<Words> memory = nullptr, Words expected = {});
    void watch(const Node& node);
    void settle_oldest();

    void scale();
    void add_buffers();
    void reverse();
    void write();
    void read();
    void copy();
    void fill();
    void fill_sub_buffer();
    void map();
    void marker();
    void barrier();
    void replace_buffer();
    void own_queue();
    void flush_or_finish();

    const Setup& setup_;
    UserEventSetter& setter_;
    std::minstd_rand random_;
    Kernel scale_;
    Kernel add_;
    Kernel reverse_;
    std::vector<TestBuffer> buffers_;
    std::deque<InFlight> in_flight_;
    std::vector<Node> recent_;
    std::atomic<std::uint64_t> commands_ = 0;
    std::uint64_t callbacks_wanted_ = 0;
    std::atomic<std::uint64_t> callbacks_seen_ = 0;
};

}  // namespace lanewise::stress
