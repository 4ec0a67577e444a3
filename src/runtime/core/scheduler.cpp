#include "runtime/core/scheduler.h"

#include "runtime/core/command.h"
#include "runtime/core/device.h"

namespace lanewise::runtime {

void Scheduler::dependency_met(Command& command, bool failed) noexcept {
    // Section 5.11: "all commands that wait on this event are terminated" with an error code.
    if (failed) command.fail_with_wait_list();
    if (!is_last_dependency(command)) return;
    device::Arena& arena = command.arena();
    // If the calling thread is a participant, it looks for work itself after this call, so no thread need be woken.
    if (arena.is_participant()) return hand_over(command, arena);
    const auto alive = arena.shared_from_this();
    hand_over(command, arena);
    arena.kick_or_work();
}

void Scheduler::enqueued(Command& command) noexcept {
    if (is_last_dependency(command)) hand_over(command, command.arena());
}

bool Scheduler::is_last_dependency(Command& command) noexcept {
    return command.unmet_.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

void Scheduler::hand_over(Command& command, device::Arena& arena) noexcept {
    if (command.queue()->profiles()) command.stamp(Moment::submitted);
    command.advance(CL_SUBMITTED);
    arena.post(command);
}

}  // namespace lanewise::runtime
