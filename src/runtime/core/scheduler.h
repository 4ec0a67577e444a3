// Starts commands whose dependencies are met: hands them to the arena of their device.
#pragma once

#include "device/pool/arena.h"

namespace lanewise::runtime {

class Command;

class Scheduler {
public:
    /// One thing that `command` waited for has happened (`failed`: and makes it fail). The last one
    /// hands the command over; it may have run and be gone when this returns.
    static void dependency_met(Command& command, bool failed) noexcept;

    /// The command is being enqueued and waits for nothing of its own: the last thing it waited for.
    /// Unlike dependency_met this leaves it to a flush or a wait that somebody takes the command up.
    static void enqueued(Command& command) noexcept;

private:
    static bool is_last_dependency(Command& command) noexcept;
    static void hand_over(Command& command, device::Arena& arena) noexcept;
};

}  // namespace lanewise::runtime
