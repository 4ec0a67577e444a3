// A clock for scheduling decisions that costs a few nanoseconds: good for durations, not for times of
// day. Thread-safe.
#pragma once

#include <chrono>
#include <cstdint>

namespace lanewise::device {

/// Counts up at a constant rate; differences are what nanoseconds() takes.
inline std::uint64_t ticks() noexcept {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// Nanoseconds of one tick. Measured against the system's clock; rough until the first call is some
/// hundred microseconds past.
float tick_ns() noexcept;

/// A duration in ticks(), in nanoseconds.
inline float nanoseconds(std::uint64_t duration) noexcept { return static_cast<float>(duration) * tick_ns(); }

}  // namespace lanewise::device
