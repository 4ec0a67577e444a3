// The allocator of the process, of which any one call can be made to fail: malloc and its kin, and with them operator
// new; mmap and mprotect as the driver calls them; and the creation of threads. Thread-safe.
#pragma once

#include <cstddef>

namespace lanewise::fail_allocations {

enum class Failures : char { none, one, all_from_there };

/// From now on counts what is asked for inside of Armed, and has request number `at` (0 is the first) fail.
void prepare_failures(Failures failures, long at) noexcept;

/// How many requests have been counted, and how many of them failed.
long counted_requests() noexcept;
long failed_requests() noexcept;

/// While one lives, requests of all threads are counted, and fail as they are to.
class Armed {
public:
    Armed() noexcept;
    ~Armed();
    Armed(const Armed&) = delete;
    Armed& operator=(const Armed&) = delete;
};

/// Bytes and blocks that have been allocated and not freed.
struct Live {
    long bytes;
    long blocks;
};
Live live_memory() noexcept;

/// Tells on stderr where the first request that failed came from.
void tell_failure() noexcept;

}  // namespace lanewise::fail_allocations
