// Starts commands whose dependencies are met: hands them to the arena of their device.
#pragma once

namespace lanewise::runtime {

class Command;

class Scheduler {
public:
    /// One thing that `command` waited for has happened (`failed`: and makes it fail). The last one
    /// hands the command over; it may have run and be gone when this returns.
    static void dependency_met(Command& command, bool failed) noexcept;
};

}  // namespace lanewise::runtime
