// A command: a node of the graph that the queues make. It counts what it still waits for; at 0 the
// scheduler hands it to its device's arena, where it runs; then its event is settled.
//
// A simple command overrides run(). One that many threads can share overrides plan() and run_units().
// A command owns strong references to all it touches until it has run (release_resources).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "device/pool/arena.h"
#include "runtime/core/event.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime {

class Command : public Event, private device::Task {
public:
    Context& context() const noexcept final { return queue_->context(); }
    Queue* queue() const noexcept final { return queue_.get(); }
    Command* as_command() noexcept final { return this; }
    cl_command_type type() const noexcept final { return type_; }
    device::Arena& arena() const noexcept final;

    /// What the arena knows of it.
    device::Task& task() noexcept { return *this; }
    /// Waits for nothing any more.
    bool is_handed_over() const noexcept { return unmet_.load(std::memory_order_acquire) == 0; }
    /// A command of the same arena that may be startable, and has to run before this one can; this one itself
    /// when it may. Null when there is none, or it is not found soon.
    Ref<Command> find_startable() noexcept;

    /// The task that a thread which waits for this command, once it is handed over, helps with; it stays while the
    /// command does.
    device::Task& needed_task() noexcept {
        device::Task* const rest = may_go_on_ ? find_rest() : nullptr;
        return rest ? *rest : task();
    }

    /// Estimated nanoseconds of the whole command: decides who is woken, never whether it runs.
    float estimated_cost_ns() const noexcept { return cost_ns_; }

protected:
    Command(Ref<Queue>&& queue, cl_command_type type) noexcept
        : Event(CL_QUEUED), queue_(std::move(queue)), type_(type) {
        set_owner(queue_.get());
        set_urgency(queue_->urgency());
        set_max_threads(queue_->max_threads());
    }
    ~Command() override;

    /// Does the work of a simple command: CL_COMPLETE, or a negative error code.
    virtual cl_int run() noexcept { return CL_COMPLETE; }

    /// Says into how many units the work falls; 1, which run() does, unless overridden. Called once,
    /// when the command starts.
    virtual std::uint64_t plan() noexcept { return 1; }

    /// Does some units; on many threads at once. Reports a failure by fail().
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;

    /// Called after the last unit. False: the command goes on, and complete() is to be called later.
    virtual bool is_complete() noexcept { return true; }
    /// All is done: settles the event, and lets go of the command.
    void complete() noexcept;
    /// Only of those that override is_complete(): what of it a waiting thread could help with meanwhile.
    virtual device::Task* find_rest() noexcept { return nullptr; }
    void set_goes_on() noexcept { may_go_on_ = true; }

    /// Called once after the last unit, before the event is settled: lets go of buffers, arguments...
    virtual void release_resources() noexcept {}

    /// Runs a function of the application, which cannot be ended. Its run() begins with may_call().
    virtual bool runs_host_function() const noexcept { return false; }
    /// False when the command is to fail. A terminated context takes no notice of a function once it was called.
    bool may_call() const noexcept { return result_.load(std::memory_order_seq_cst) == CL_COMPLETE; }

    /// What there is to tell of a failure of its own; called once, after release_resources().
    virtual std::string failure() noexcept { return {}; }

    /// The command will end with this negative status; false when it was to fail before.
    bool fail(cl_int status) noexcept;
    bool has_failed() const noexcept { return result_.load(std::memory_order_relaxed) != CL_COMPLETE; }

    using device::Task::is_shared;
    using device::Task::set_any_order;
    using device::Task::set_least_cost;
    using device::Task::set_max_threads;
    using device::Task::set_timed;
    using device::Task::set_unknown;
    using device::Task::skip_rest;
    using device::Task::spent_ticks;
    using device::Task::units;

    void set_cost(float total_ns, float unit_ns) noexcept {
        cost_ns_ = total_ns;
        device::Task::set_cost(total_ns, unit_ns);
    }

private:
    friend class Queue;
    friend class Event;
    friend class Scheduler;

    /// Room for `count` dependencies; throws std::bad_alloc.
    Dependency* reserve_dependencies(std::size_t count);
    void depend_on(Event& event, Dependency& slot, bool passes_failure) noexcept;
    Ref<Command> find_startable(const device::Arena& arena, unsigned& looks) noexcept;
    /// An event that it waited for has failed.
    void fail_with_wait_list() noexcept;

    std::uint64_t start() noexcept final;
    void finish() noexcept final;

    Ref<Queue> queue_;
    cl_command_type type_;
    bool may_go_on_ = false;                // is_complete() is overridden
    std::atomic<std::uint32_t> unmet_ = 1;  // dependencies, and the enqueue itself
    std::atomic<cl_int> result_ = CL_COMPLETE;
    float cost_ns_ = 1000;
    std::array<Dependency, 3> few_dependencies_;
    std::unique_ptr<Dependency[]> many_dependencies_;
    std::size_t many_count_ = 0;
    Command* next_in_queue_ = nullptr;  // under the queue's mutex
    Command* previous_in_queue_ = nullptr;
    std::uint64_t number_in_queue_ = 0;
};

}  // namespace lanewise::runtime
