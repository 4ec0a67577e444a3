// Starts commands whose dependencies are met: hands them to the arena of their device. Thread-safe.
#pragma once

#include "device/pool/arena.h"

namespace lanewise::runtime {

class Command;

class Scheduler {
public:
    /// Counts one met dependency of `command`; `failed` makes the command fail. The last dependency hands the command
    /// over, and the command may have run and be destroyed when this returns.
    static void dependency_met(Command& command, bool failed) noexcept;

    /// Counts the enqueue itself as a met dependency of `command`. Unlike dependency_met(), this wakes no thread: a
    /// later flush or wait makes sure that the command runs.
    static void enqueued(Command& command) noexcept;

private:
    static bool is_last_dependency(Command& command) noexcept;
    static void hand_over(Command& command, device::Arena& arena) noexcept;
};

}  // namespace lanewise::runtime
