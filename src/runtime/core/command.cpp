#include "runtime/core/command.h"

#include <algorithm>

#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/object/error.h"
#include "runtime/object/log.h"

namespace lanewise::runtime {

Command::~Command() = default;

device::Arena& Command::arena() const noexcept { return queue_->device().arena(); }

Dependency* Command::reserve_dependencies(std::size_t count) {
    if (count <= few_dependencies_.size()) return few_dependencies_.data();
    many_dependencies_ = std::make_unique<Dependency[]>(count);
    many_count_ = count;
    return many_dependencies_.get();
}

void Command::depend_on(Event& event, Dependency& slot, bool passes_failure) noexcept {
    slot.command = this;
    slot.passes_failure = passes_failure;
    unmet_.fetch_add(1, std::memory_order_relaxed);
    slot.set_event(&event);
    if (event.add_successor(slot)) return;
    slot.set_event(nullptr);
    unmet_.fetch_sub(1, std::memory_order_relaxed);
    if (passes_failure && event.status() < 0) fail_with_wait_list();
}

Ref<Command> Command::find_startable() noexcept {
    constexpr unsigned most_looks = 64;
    unsigned looks = most_looks;
    return find_startable(arena(), looks);
}

// Searches the dependencies depth first and visits at most `looks` commands. In an in-order queue, only the first
// unsettled command can be ready to start.
Ref<Command> Command::find_startable(const device::Arena& wanted, unsigned& looks) noexcept {
    if (looks == 0) return {};
    --looks;
    if (queue_->in_order()) {
        const Ref<Command> first = queue_->first_unsettled();
        if (first && first->number_in_queue_ < number_in_queue_) return first->find_startable(wanted, looks);
    }
    if (is_handed_over()) {
        return &arena() == &wanted ? Ref<Command>(this) : Ref<Command>();
    }
    const std::span<Dependency> slots = many_count_ != 0 ? std::span<Dependency>(many_dependencies_.get(), many_count_)
                                                         : std::span<Dependency>(few_dependencies_);
    for (const Dependency& slot : slots.first(std::min<std::size_t>(slots.size(), looks))) {
        const Ref<Event> event = slot.event();
        Command* const before = event ? event->as_command() : nullptr;
        if (!before) continue;
        if (Ref<Command> found = before->find_startable(wanted, looks)) return found;
    }
    return {};
}

bool Command::fail(cl_int status) noexcept {
    cl_int expected = CL_COMPLETE;
    return result_.compare_exchange_strong(expected, status, std::memory_order_seq_cst);
}

void Command::fail_with_wait_list() noexcept {
    fail(context().is_terminated() ? CL_CONTEXT_TERMINATED_KHR : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    give_up();
}

std::uint64_t Command::start() noexcept {
    if (has_failed()) return 0;
    advance(CL_RUNNING);
    // Adding 0 does not change the status, but is a sequentially consistent operation. Therefore either may_call() sees
    // that the context has been terminated, or the terminating thread sees that this command is running.
    if (runs_host_function()) result_.fetch_add(0, std::memory_order_seq_cst);
    if (queue_->profiles()) stamp(Moment::started);
    return plan();
}

void Command::run_units(std::uint64_t, std::uint64_t, device::WorkerMemory&) noexcept {
    const cl_int status = run();
    if (status < 0) fail(status);
}

void Command::finish() noexcept {
    if (may_go_on_) {
        if (queue_->profiles()) stamp(Moment::ended);
        const Ref<Command> held(this);
        if (is_complete()) complete();
    } else {
        complete();
    }
}

void Command::complete() noexcept {
    release_resources();
    if (queue_->profiles()) stamp(may_go_on_ ? Moment::completed : Moment::ended);
    const cl_int result = result_.load(std::memory_order_relaxed);
    // An error is not reported if it follows from the failure of another command, because the other command has
    // reported its own error.
    const bool follows = result == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST || result == CL_CONTEXT_TERMINATED_KHR;
    if (result < 0 && !follows) {
        const std::string details = failure();
        const char* const text =
            details.empty() ? "The command failed while it ran. The usual cause is a lack of memory." : details.c_str();
        log_line("A command fails with %s (%d): %s", error_name(result), result, text);
        context().report(text);
    }
    settle(result);
    queue_->remove(*this);
    release();
}

}  // namespace lanewise::runtime
