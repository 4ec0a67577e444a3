// A command: a node of the dependency graph that the queues build. The command counts its unmet dependencies. When the
// count reaches 0, the scheduler hands the command to its device's arena. The arena runs the command and then settles
// the command's event.
//
// A simple command overrides run(). A command whose work several threads can share overrides plan() and run_units(). A
// command owns strong references to all objects that it uses, until it has run (release_resources).
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
#include "runtime/memory/allocation.h"

namespace lanewise::runtime {

class Command : public Event, private device::Task {
public:
    Context& context() const noexcept final { return queue_->context(); }
    Queue* queue() const noexcept final { return queue_.get(); }
    Command* as_command() noexcept final { return this; }
    cl_command_type type() const noexcept final { return type_; }
    device::Arena& arena() const noexcept final;

    /// The command as a task of the arena.
    device::Task& task() noexcept { return *this; }
    /// Returns whether the command has no unmet dependencies.
    bool is_handed_over() const noexcept { return unmet_.load(std::memory_order_acquire) == 0; }
    /// Finds a command of the same arena that can start now and must run before this command. If this command itself
    /// can start, returns this command. Returns null if no command is found, or if the search would visit too many
    /// commands.
    Ref<Command> find_startable() noexcept;

    /// Returns the task that a thread can run while it waits for this command. This function may be called only after
    /// the command was handed over to the arena. The task lives as long as the command.
    device::Task& needed_task() noexcept {
        device::Task* const rest = may_go_on_ ? find_rest() : nullptr;
        return rest ? *rest : task();
    }

    /// Estimated time of the whole command in nanoseconds. The estimate influences which threads are woken, but not
    /// whether the command runs.
    float estimated_cost_ns() const noexcept { return cost_ns_; }

    /// Returns whether the command may use memory of the allocation. May read only data that never changes: other
    /// threads call this function at any time until the command is removed from its queue, even while the command runs.
    virtual bool may_use(const Allocation&) const noexcept { return false; }

protected:
    Command(Ref<Queue>&& queue, cl_command_type type) noexcept
        : Event(CL_QUEUED), queue_(std::move(queue)), type_(type) {
        set_owner(queue_.get());
        set_urgency(queue_->urgency());
        set_max_threads(queue_->max_threads());
    }
    ~Command() override;

    /// Runs a simple command; returns CL_COMPLETE or a negative error code.
    virtual cl_int run() noexcept { return CL_COMPLETE; }

    /// Returns the number of units of work. A simple command has one unit, which run() performs. Called once, when the
    /// command starts.
    virtual std::uint64_t plan() noexcept { return 1; }

    /// Runs `count` units from `first` on; several threads may call this at once. If a unit fails, calls fail().
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;

    /// Called after the last unit. Returns false if the command is not complete yet; complete() must then be called
    /// later.
    virtual bool is_complete() noexcept { return true; }
    /// Settles the event and releases the command's reference to itself. Called when all work is done.
    void complete() noexcept;
    /// Returns a task that a waiting thread can run if the command is not complete after its last unit; null if there
    /// is none. Only for commands that override is_complete().
    virtual device::Task* find_rest() noexcept { return nullptr; }
    void set_goes_on() noexcept { may_go_on_ = true; }

    /// Releases the objects that the command uses. Called once after the last unit, before the event is settled.
    virtual void release_resources() noexcept {}

    /// Returns whether the command runs a function of the application, which cannot be ended. If so, run() must call
    /// may_call() before it calls the function.
    virtual bool runs_host_function() const noexcept { return false; }
    /// Returns whether the command may call the application's function; false if the command is to fail. A termination
    /// of the context has no effect on a function that has already been called.
    bool may_call() const noexcept { return result_.load(std::memory_order_seq_cst) == CL_COMPLETE; }

    /// Returns a text about the failure of this command, or an empty text if another command caused the failure. Called
    /// once, after release_resources().
    virtual std::string failure() noexcept { return {}; }

    /// Called when an event of the wait list has failed, while the command still has an unmet dependency. Some
    /// dependencies exist only to delay the run of the command. Since the command will not run, a subclass may now mark
    /// these dependencies as met. May be called under the queue's mutex, and several times.
    virtual void give_up() noexcept {}

    /// Makes the command end with this negative status; returns false if the command was already set to fail.
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

    /// Allocates `count` dependencies; throws std::bad_alloc.
    Dependency* reserve_dependencies(std::size_t count);
    void depend_on(Event& event, Dependency& slot, bool passes_failure) noexcept;
    Ref<Command> find_startable(const device::Arena& arena, unsigned& looks) noexcept;
    /// Makes the command fail because an event of its wait list has failed.
    void fail_with_wait_list() noexcept;

    std::uint64_t start() noexcept final;
    void finish() noexcept final;

    Ref<Queue> queue_;
    cl_command_type type_;
    bool may_go_on_ = false;                // whether the subclass overrides is_complete()
    std::atomic<std::uint32_t> unmet_ = 1;  // number of unmet dependencies; the enqueue counts as one
    std::atomic<cl_int> result_ = CL_COMPLETE;
    float cost_ns_ = 1000;
    std::array<Dependency, 3> few_dependencies_;
    std::unique_ptr<Dependency[]> many_dependencies_;
    std::size_t many_count_ = 0;
    Command* next_in_queue_ = nullptr;  // guarded by the queue's mutex
    Command* previous_in_queue_ = nullptr;
    std::uint64_t number_in_queue_ = 0;
};

}  // namespace lanewise::runtime
