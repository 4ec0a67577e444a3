// Waits for a child process in which a fuzzer runs its cases, and kills the child if it hangs. A process that waits for
// a processor on a busy machine, or that is stopped, does not count as hanging.
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
    int status = 0;  // status in the form that waitpid returns
    bool is_good() const;
};

/// Waits for the end of `child`. `steps` must change whenever the child makes progress. The child is considered to hang
/// if its CPU time grows by `patience` without progress. The child is also considered to hang if, for a time of
/// `patience`, none of its threads runs or waits for a processor.
Ending watch_child(pid_t child, const std::function<std::uint64_t()>& steps, std::chrono::seconds patience);

}  // namespace lanewise::fuzz
