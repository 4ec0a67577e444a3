#include "runtime/core/queue.h"

#include <algorithm>
#include <mutex>

#include "runtime/core/command.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/scheduler.h"
#include "runtime/core/termination.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {

namespace {

/// Maximum estimated time of the commands that wait for a flush. If the time is longer, the queue flushes itself
/// without a call of the application.
constexpr float overdue_cost_ns = 200'000;

/// Returns whether the application holds a reference to the queue and thus can flush it.
bool is_held_by_application(const Queue& queue) noexcept {
    return (queue.references.load(std::memory_order_relaxed) & ~is_known) >= one_of_application;
}

}  // namespace

Queue::Queue(Context& context, Device& device, QueueSettings settings)
    : context_(context), device_(device), settings_(std::move(settings)), room_(settings_.device_bytes) {
    if (Termination* const termination = context.termination()) termination->add(*this);
    context.add_queue(*this);
}

Queue::~Queue() {
    context_->remove_queue(*this);
    if (is_on_device()) context_->forget_device_queue(*this);
    if (Termination* const termination = context_->termination()) termination->remove(*this);
}

bool Queue::take_room(std::uint32_t bytes) noexcept {
    if (room_.fetch_sub(bytes, std::memory_order_relaxed) >= bytes) return true;
    give_room(bytes);
    return false;
}

unsigned Queue::max_threads() const noexcept {
    if (runs_on_caller()) return 1;
    const unsigned all = device_->compute_units();
    return settings_.is_throttled ? std::max(1u, all / 2) : all;
}

/// Appends the command to the queue. Returns true if the queue must now be flushed.
bool Queue::add(Command& node, WaitList waits, Order order) {
    const bool after_all = !in_order() && order != Order::normal && waits.empty();
    if (profiles()) node.stamp(Moment::queued);
    std::unique_lock lock(mutex_, std::defer_lock);
    std::size_t room = 0;
    Dependency* slot = nullptr;
    // A marker or barrier without a wait list depends on all commands before it. The number of these commands may
    // change until this thread holds the lock.
    do {
        if (lock.owns_lock()) lock.unlock();
        room = waits.size() + 1 + (after_all ? uncovered_count() : 0);
        slot = node.reserve_dependencies(room);
        lock.lock();
    } while (after_all && room < waits.size() + 1 + uncovered_);
    check(!is_closed(), CL_CONTEXT_TERMINATED_KHR,
          "The context of the queue has been terminated by clTerminateContextKHR. Create a new context and queue.");
    for (Event* waited : waits) node.depend_on(*waited, *slot++, true);
    depend_on_queue(node, after_all, slot);
    append(node);
    if (after_all) {
        covering_ = &node;
        covering_number_ = node.number_in_queue_;
        uncovered_ = 0;
    }
    if (order == Order::barrier) barrier_ = &node;
    return take_overdue_flush(node);
}

void Queue::enqueue(Ref<Command> command, WaitList waits, cl_event* event, Order order) {
    Command& node = *command;
    Queue& queue = *node.queue();
    const bool overdue = queue.add(node, waits, order);
    if (event) {
        node.retain_for_application();
        *event = node.handle();
    }
    // The command may finish before this function returns, and may then release the last reference to the queue. The
    // reference `alive` therefore keeps the queue and its device alive. `alive` is null if the code below uses only the
    // root device, which is never destroyed.
    const bool may_close = queue.context_->termination() != nullptr;
    const bool is_flushed = overdue || !is_held_by_application(queue);
    if (queue.runs_on_caller()) [[unlikely]]
        return run_on_caller(std::move(command));
    const Ref<Queue> alive(is_flushed || may_close || !queue.device_->is_root() ? &queue : nullptr);
    device::Arena& arena = queue.device_->arena();
    // From here on the command holds a reference to itself, which Command::complete releases.
    static_cast<void>(command.detach());
    Scheduler::enqueued(node);
    // Another thread may have closed the queue and run its commands before this command was handed over. A closed queue
    // is not flushed again, so this thread must start the command.
    if (may_close && queue.is_closed()) return arena.kick_or_work();
    if (is_flushed) arena.kick();
}

// "All enqueue APIs [...] submitted to such a queue never enqueue commands. An Enqueue API call is executed by the
// caller host-thread itself".
void Queue::run_on_caller(Ref<Command> command) noexcept {
    const Ref<Command> waited = command;
    const Ref<Queue> alive(waited->queue());
    static_cast<void>(command.detach());
    Scheduler::enqueued_on_caller(*waited);
    // If the command is a kernel, the kernels that it enqueued may still run on other threads.
    waited->wait();
}

void Queue::depend_on_queue(Command& command, bool after_all, Dependency* slot) noexcept {
    if (in_order()) {
        if (last_) command.depend_on(*last_, *slot, false);
    } else if (after_all) {
        for (Command* before = covering_ ? covering_ : first_; before; before = before->next_in_queue_) {
            // Skips commands whose number is below covering_number_. They are finished, but may still be at the
            // beginning of the list.
            if (before->number_in_queue_ >= covering_number_) command.depend_on(*before, *slot++, false);
        }
    } else if (barrier_) {
        command.depend_on(*barrier_, *slot, false);
    }
}

void Queue::append(Command& command) noexcept {
    command.number_in_queue_ = ++enqueued_;
    command.previous_in_queue_ = last_;
    (last_ ? last_->next_in_queue_ : first_) = &command;
    last_ = &command;
    ++uncovered_;
}

bool Queue::take_overdue_flush(const Command& command) noexcept {
    unflushed_cost_ns_ += command.estimated_cost_ns();
    if (unflushed_cost_ns_ < overdue_cost_ns) return false;
    unflushed_cost_ns_ = 0;
    return true;
}

std::size_t Queue::uncovered_count() noexcept {
    std::lock_guard lock(mutex_);
    return uncovered_;
}

void Queue::enqueue_blocking(Ref<Command> command, WaitList waits, cl_event* event) {
    const Ref<Command> waited = command;
    Queue::enqueue(std::move(command), waits, nullptr);
    const cl_int status = waited->wait();
    check(status >= CL_COMPLETE, status,
          "The blocking command was enqueued, but it or a command that it waited for failed. The log names the first "
          "failure.");
    if (event) {
        waited->retain_for_application();
        *event = waited->handle();
    }
}

void Queue::close() noexcept {
    const std::lock_guard lock(mutex_);
    is_closed_.store(true, std::memory_order_relaxed);
    for (Command* command = first_; command; command = command->next_in_queue_) {
        command->fail(CL_CONTEXT_TERMINATED_KHR);
    }
}

void Queue::settle_host_functions() noexcept {
    while (const Ref<Command> command = running_host_function()) command->settle(CL_CONTEXT_TERMINATED_KHR);
}

Ref<Command> Queue::running_host_function() noexcept {
    const std::lock_guard lock(mutex_);
    Command* command = first_;
    while (command && !(command->runs_host_function() && command->status() == CL_RUNNING)) {
        command = command->next_in_queue_;
    }
    return Ref<Command>(command);
}

void Queue::flush() noexcept {
    {
        std::lock_guard lock(mutex_);
        unflushed_cost_ns_ = 0;
        if (!first_) return;
    }
    device_->arena().kick_or_work();
}

void Queue::finish() noexcept {
    std::uint64_t number;
    {
        std::lock_guard lock(mutex_);
        number = enqueued_;
        unflushed_cost_ns_ = 0;
    }
    // Waits for the last command first: when it is done, usually all commands are done.
    while (const Ref<Command> command = last_up_to(number)) command->wait();
}

std::optional<std::uint64_t> Queue::last_number_if_busy() noexcept {
    const std::lock_guard lock(mutex_);
    return first_ ? std::optional(enqueued_) : std::nullopt;
}

void Queue::finish_users_of(const Allocation& allocation, std::uint64_t last_number) noexcept {
    // Starts with the last command that uses the allocation, for the same reason as finish().
    while (const Ref<Command> command = last_user_of(allocation, last_number)) command->wait();
}

Ref<Command> Queue::last_user_of(const Allocation& allocation, std::uint64_t number) noexcept {
    const std::lock_guard lock(mutex_);
    Command* command = last_;
    while (command && (command->number_in_queue_ > number || command->is_settled() || !command->may_use(allocation))) {
        command = command->previous_in_queue_;
    }
    return Ref<Command>(command);
}

Ref<Command> Queue::first_unsettled() noexcept {
    std::lock_guard lock(mutex_);
    Command* command = first_;
    while (command && command->is_settled()) command = command->next_in_queue_;
    return Ref<Command>(command);
}

Ref<Command> Queue::last_up_to(std::uint64_t number) noexcept {
    std::lock_guard lock(mutex_);
    Command* command = last_;
    while (command && (command->number_in_queue_ > number || command->is_settled())) {
        command = command->previous_in_queue_;
    }
    return Ref<Command>(command);
}

void Queue::remove(Command& command) noexcept {
    std::lock_guard lock(mutex_);
    Command* const previous = command.previous_in_queue_;
    Command* const next = command.next_in_queue_;
    (previous ? previous->next_in_queue_ : first_) = next;
    (next ? next->previous_in_queue_ : last_) = previous;
    if (barrier_ == &command) barrier_ = nullptr;
    if (covering_ == &command) covering_ = nullptr;
    if (command.number_in_queue_ > covering_number_) --uncovered_;
}

}  // namespace lanewise::runtime
