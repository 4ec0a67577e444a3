#include "runtime/scheduler.h"

#include "runtime/command/command.h"
#include "runtime/core/device.h"

namespace lanewise::runtime {

void Scheduler::dependency_met(Command& command, bool failed) noexcept {
    // Section 5.11: "all commands that wait on this event are terminated" with this code.
    if (failed) command.fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    if (command.unmet_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    // The callbacks of CL_SUBMITTED and the arena's use of the command may overlap with its end.
    device::Arena& arena = command.arena();
    if (command.queue()->profiles()) command.stamp(Moment::submitted);
    command.advance(CL_SUBMITTED);
    arena.post(command);
}

}  // namespace lanewise::runtime
