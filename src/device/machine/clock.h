// A fast clock for scheduling decisions. It measures durations, not the time of day. Thread-safe.
#pragma once

#include <chrono>
#include <cstdint>

namespace lanewise::device {

/// Returns a counter that grows at a constant rate. nanoseconds() converts the difference of two values.
inline std::uint64_t ticks() noexcept {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// Returns the nanoseconds of one tick, measured with the system's clock. The result is inexact during the first few
/// hundred microseconds after the first call.
float tick_ns() noexcept;

/// Converts the difference of two results of ticks() to nanoseconds.
inline float nanoseconds(std::uint64_t duration) noexcept { return static_cast<float>(duration) * tick_ns(); }

}  // namespace lanewise::device
