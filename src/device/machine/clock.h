// A cheap clock for scheduling decisions: good for durations, not for times of day. Thread-safe.
#pragma once

#include <chrono>
#include <cstdint>

namespace lanewise::device {

/// A counter that grows at a constant rate; nanoseconds() converts its differences.
inline std::uint64_t ticks() noexcept {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// Nanoseconds of one tick, measured against the system's clock. Rough during the first few hundred microseconds after
/// the first call.
float tick_ns() noexcept;

/// Converts a duration from ticks() to nanoseconds.
inline float nanoseconds(std::uint64_t duration) noexcept { return static_cast<float>(duration) * tick_ns(); }

}  // namespace lanewise::device
