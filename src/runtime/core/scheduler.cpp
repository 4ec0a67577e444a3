#include "runtime/core/scheduler.h"

#include <condition_variable>
#include <mutex>
#include <utility>

#include "runtime/core/command.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"

namespace lanewise::runtime {

namespace {

/// An object on the stack of a thread that has enqueued `command` and waits until it can run this command.
struct WaitingCaller {
    const Command& command;
    bool is_ready = false;
    WaitingCaller* next = nullptr;
};

std::mutex callers_mutex;  // guards the list of waiting callers
std::condition_variable caller_is_ready;
WaitingCaller* first_caller = nullptr;

/// Tells the thread that enqueued `command` to run the command. Afterwards, the command may be destroyed at any time.
void call_caller(const Command& command) noexcept {
    const std::lock_guard lock(callers_mutex);
    for (WaitingCaller* caller = first_caller; caller; caller = caller->next)
        if (&caller->command == &command) caller->is_ready = true;
    caller_is_ready.notify_all();
}

void wait_until_called(WaitingCaller& caller) noexcept {
    std::unique_lock lock(callers_mutex);
    caller_is_ready.wait(lock, [&] { return caller.is_ready; });
}

void remove_caller(const WaitingCaller& caller) noexcept {
    const std::lock_guard lock(callers_mutex);
    WaitingCaller** place = &first_caller;
    while (*place != &caller) place = &(*place)->next;
    *place = caller.next;
}

}  // namespace

void Scheduler::dependency_met(Command& command, bool failed) noexcept {
    // Section 5.11: "all commands that wait on this event are terminated" with an error code.
    if (failed) command.fail_with_wait_list();
    if (!is_last_dependency(command)) return;
    device::Arena& arena = command.arena();
    // A participant of the arena searches for ready tasks itself after this call, so no other thread need be woken.
    if (arena.is_participant()) return hand_over(command, arena);
    const auto alive = arena.shared_from_this();
    hand_over(command, arena);
    arena.kick_or_work();
}

void Scheduler::enqueued(Command& command) noexcept {
    if (is_last_dependency(command)) hand_over(command, command.arena());
}

// If `command` has unmet dependencies, kicks the arenas of all devices, since `command` may depend on a queue that was
// not flushed.
void Scheduler::enqueued_on_caller(Command& command) noexcept {
    WaitingCaller caller{command};
    {
        const std::lock_guard lock(callers_mutex);
        caller.next = std::exchange(first_caller, &caller);
    }
    if (is_last_dependency(command)) {
        announce(command);
    } else {
        for (const Ref<Device>& device : command.context().devices()) device->arena().kick_or_work();
        wait_until_called(caller);
    }
    remove_caller(caller);
    command.arena().run_here(command);
}

bool Scheduler::is_last_dependency(Command& command) noexcept {
    return command.unmet_.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

void Scheduler::announce(Command& command) noexcept {
    if (command.queue()->profiles()) command.stamp(Moment::submitted);
    command.advance(CL_SUBMITTED);
}

void Scheduler::hand_over(Command& command, device::Arena& arena) noexcept {
    constexpr cl_command_queue_properties special = CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;
    if ((command.queue()->properties() & special) != 0) {
        if (command.queue()->runs_on_caller()) {
            announce(command);
            return call_caller(command);
        }
        command.stamp(Moment::submitted);
    }
    command.advance(CL_SUBMITTED);
    arena.post(command);
}

}  // namespace lanewise::runtime
