// Waits for a child process in which a fuzzer runs its cases, and kills the child if it hangs. A process that waits for
// a processor on a busy machine does not hang, nor does a stopped process.
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
    int status = 0;  // as waitpid returns it
    bool is_good() const;
};

/// Waits for the end of `child`. `steps` must change whenever the child makes progress. The child hangs if it uses
/// `patience` of CPU time without progress, or if none of its threads runs or waits for a processor for that long.
Ending watch_child(pid_t child, const std::function<std::uint64_t()>& steps, std::chrono::seconds patience);

}  // namespace lanewise::fuzz
