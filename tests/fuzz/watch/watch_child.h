// Waits for a process in which a fuzzer runs its cases, and ends it if it hangs. Waiting for a processor on a busy
// machine, or being stopped, is no hang.
//
// Thread-safety: none needed; calls for different processes are independent.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>

namespace lanewise::fuzz {

struct Ending {
    bool hung = false;
    int status = 0;  // as of waitpid
    bool is_good() const;
};

/// `steps` must change whenever the process makes progress. A process hangs if it makes no step while it uses
/// `patience` of CPU time, or if none of its threads wants to run for that long.
Ending watch_child(pid_t child, const std::function<std::uint64_t()>& steps, std::chrono::seconds patience);

}  // namespace lanewise::fuzz
