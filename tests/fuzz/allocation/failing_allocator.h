// Replaces the allocator of the process by an allocator that can make any request fail. Requests are calls of malloc
// and similar functions (including those of operator new), the driver's calls of mmap and mprotect, and creations of
// threads. Thread-safe.
#pragma once

#include <cstddef>

namespace lanewise::fail_allocations {

enum class Failures : char { none, one, all_from_there };

/// Sets the counts to 0 and selects the requests that will fail: request number `at`, or this request and all later
/// ones. Requests are counted from 0, and only while an Armed object exists.
void prepare_failures(Failures failures, long at) noexcept;

/// Return the number of counted requests, and the number of requests that failed.
long counted_requests() noexcept;
long failed_requests() noexcept;

/// While an object of this class exists, requests of all threads are counted, and the selected ones fail.
class Armed {
public:
    Armed() noexcept;
    ~Armed();
    Armed(const Armed&) = delete;
    Armed& operator=(const Armed&) = delete;
};

/// Numbers of bytes and blocks that are allocated at present.
struct Live {
    long bytes;
    long blocks;
};
Live live_memory() noexcept;

/// Prints the call stack of the first failed request on stderr.
void tell_failure() noexcept;

}  // namespace lanewise::fail_allocations
