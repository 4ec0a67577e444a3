// Whether the system would let this process have more threads: limits of the user, of the control groups, of the
// system, and of memory. For those who cannot go on when a thread cannot be made. What is read is gone the moment
// after, so room for some threads of others is asked for as well. Thread-safety: free of state.
#pragma once

#include <sys/resource.h>

#include <cstddef>
#include <filesystem>

namespace lanewise::device {

/// What setrlimit has set for this process.
struct ThreadLimits {
    rlim_t threads_of_user = RLIM_INFINITY;
    rlim_t addresses = RLIM_INFINITY;
    rlim_t data = RLIM_INFINITY;
};

ThreadLimits own_thread_limits() noexcept;

/// `root` stands for "/", so that tests can show a made-up machine.
bool has_room_for_threads(unsigned threads, std::size_t stack_bytes, const ThreadLimits& limits = own_thread_limits(),
                          const std::filesystem::path& root = "/");

}  // namespace lanewise::device
