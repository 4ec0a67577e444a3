// Starts commands whose dependencies are met: hands them to the arena of their device. Thread-safe.
#pragma once

#include "device/pool/arena.h"

namespace lanewise::runtime {

class Command;

class Scheduler {
public:
    /// Records that one dependency of `command` is met; `failed` makes the command fail. The call for the last
    /// dependency hands the command over to its arena. When the call returns, the command may already have run and been
    /// destroyed.
    static void dependency_met(Command& command, bool failed) noexcept;

    /// Counts the enqueue of `command` as a met dependency. Unlike dependency_met(), this call wakes no thread: a later
    /// flush or wait ensures that the command runs.
    static void enqueued(Command& command) noexcept;

    /// Like enqueued(), for a queue that runs commands on the calling thread (Queue::runs_on_caller). Waits until all
    /// other dependencies are met, and runs the command.
    static void enqueued_on_caller(Command& command) noexcept;

private:
    static bool is_last_dependency(Command& command) noexcept;
    static void announce(Command& command) noexcept;
    static void hand_over(Command& command, device::Arena& arena) noexcept;
};

}  // namespace lanewise::runtime
