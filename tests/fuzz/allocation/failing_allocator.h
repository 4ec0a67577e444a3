// Replaces the allocator of the process by one in which any single request can be made to fail. Requests are malloc and
// its relatives, and with them operator new; mmap and mprotect as the driver calls them; and creation of threads.
// Thread-safe.
#pragma once

#include <cstddef>

namespace lanewise::fail_allocations {

enum class Failures : char { none, one, all_from_there };

/// Starts to count requests inside of Armed; makes request number `at` fail (0 is the first).
void prepare_failures(Failures failures, long at) noexcept;

/// The number of counted requests, and the number of failed ones.
long counted_requests() noexcept;
long failed_requests() noexcept;

/// While an object of this class lives, requests of all threads are counted, and fail as prepared.
class Armed {
public:
    Armed() noexcept;
    ~Armed();
    Armed(const Armed&) = delete;
    Armed& operator=(const Armed&) = delete;
};

/// Bytes and blocks that are allocated now.
struct Live {
    long bytes;
    long blocks;
};
Live live_memory() noexcept;

/// Prints the origin of the first failed request on stderr.
void tell_failure() noexcept;

}  // namespace lanewise::fail_allocations
