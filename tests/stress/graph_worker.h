// One host thread of `stress graphs`. The thread enqueues random commands on random queues. Wait lists order each
// command after the commands that conflict with it. A model has the expected content of every buffer. The thread knows
// in advance which commands fail: a command fails if it waits, directly or indirectly, for a user event that fails.
// Each thread has its own buffers and events, but all threads share the queues.
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
    /// Waits for all commands and checks all buffers.
    void finish();

    std::uint64_t commands() const { return commands_.load(std::memory_order_relaxed); }

private:
    using Words = std::vector<std::uint32_t>;

    /// A command or user event, and whether it fails.
    struct Node {
        Event event;
        bool fails = false;
    };
    struct TestBuffer {
        Buffer object;
        Words model;
        std::vector<Node> writer;   // last command that writes the buffer, if any
        std::vector<Node> readers;  // commands that read the buffer after the last write
    };
    struct Waits {
        std::vector<Node> nodes;
        std::vector<cl_event> events;
        bool fail = false;
        cl_uint count() const { return static_cast<cl_uint>(events.size()); }
        const cl_event* list() const { return events.empty() ? nullptr : events.data(); }
    };
    /// A pending command, the host memory that it uses, and the values that it must read.
    struct InFlight {
        Node node;
        std::shared_ptr<Words> memory;
        Words expected;  // values that a read must return; empty for other commands
    };

    unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
    cl_command_queue any_queue() { return setup_.queues[pick(setup_.queues.size())].get(); }
    TestBuffer& any_buffer() { return buffers_[pick(buffers_.size())]; }
    TestBuffer new_buffer();

    Node user_event();
    void add(Waits& waits, const Node& node);
    Waits waits_for(const TestBuffer* written, const TestBuffer* read);
    /// Records an enqueued command: its effect on the order of later commands, and the values to check after its end.
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
