// Waits for a process in which a fuzzer runs its cases, and ends it when it hangs. A busy machine may keep it waiting
// for a processor as long as it likes, or stop it: that is no hang.
//
// Thread-safety: none needed; calls of different processes do not meet.
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

/// `steps` differs whenever the process got on. It hangs when it makes no step while it uses `patience` of CPU time, or
/// while for as long none of its threads wants to run.
Ending watch_child(pid_t child, const std::function<std::uint64_t()>& steps, std::chrono::seconds patience);

}  // namespace lanewise::fuzz
