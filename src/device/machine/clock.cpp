#include "device/machine/clock.h"

#include <atomic>

namespace lanewise::device {

namespace {

using Clock = std::chrono::steady_clock;

/// Minimum time over which ticks() is compared with the system's clock. The two clocks cannot be read at the same
/// instant. Compared with this minimum time, the delay between the two readings is negligible.
constexpr std::chrono::microseconds long_enough{500};

/// The readings of both clocks at the start of the comparison.
struct Origin {
    Clock::time_point time = Clock::now();
    std::uint64_t tick = ticks();
};

std::atomic<float> measured_ns = 0;

float measure() noexcept {
    static const Origin origin;
    const auto elapsed = Clock::now() - origin.time;
    const std::uint64_t counted = ticks() - origin.tick;
    constexpr float usual = 0.4f;  // 2.5 GHz
    if (elapsed < long_enough || counted == 0) return usual;
    const float ns = std::chrono::duration<float, std::nano>(elapsed).count() / static_cast<float>(counted);
    measured_ns.store(ns, std::memory_order_relaxed);
    return ns;
}

}  // namespace

float tick_ns() noexcept {
    const float known = measured_ns.load(std::memory_order_relaxed);
    return known != 0 ? known : measure();
}

}  // namespace lanewise::device
