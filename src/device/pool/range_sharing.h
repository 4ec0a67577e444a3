// Shares the units of a task among threads. Decides whether to share them, how many a thread claims at a time, and when
// other tasks get the thread. Decisions are functions of numbers. A RangeSharing object is the part of one thread in an
// open task.
#pragma once

#include <algorithm>
#include <cstdint>

#include "device/pool/arena_tuning.h"
#include "device/pool/task.h"

namespace lanewise::device {

/// Returns the time of a unit on which to rely. Units with unknown time are assumed to take long, until some have run.
constexpr float assumed_unit_ns(float unit_ns, bool is_guess) noexcept {
    return is_guess ? std::max(unit_ns, 2 * wake_ns) : unit_ns;
}

/// Returns the number of units to run first, to learn how long the others take.
constexpr std::uint64_t units_of_probe(std::uint64_t units, float unit_ns) noexcept {
    const auto affordable = static_cast<std::uint64_t>(range_ns / 4 / unit_ns);
    return std::max<std::uint64_t>(1, std::min(affordable, units / 8));
}

/// Returns whether the remaining units take long enough to divide them into ranges. A single thread runs a short task
/// as a whole, and a long task in ranges, so that other tasks get their turns.
constexpr bool is_worth_sharing(float rest_ns, unsigned threads) noexcept {
    return rest_ns > (threads > 1 ? share_ns : turn_ns);
}

/// Returns whether to share the units without a probe, for which other threads would have to wait. True if the task is
/// known to be worth sharing, or if a single unit takes long. A unit of unknown time may take very long.
constexpr bool is_shared_at_once(std::uint64_t units, unsigned threads, float rest_ns, float unit_ns) noexcept {
    return units > 1 && threads > 1 && (rest_ns > share_ns || unit_ns > wake_ns);
}

/// Returns the number of threads to call for a task that opens, besides the thread that opens it. Returns one if the
/// time is unknown but may be short. If that thread arrives before the first unit has ended, it calls the others.
constexpr unsigned threads_to_call(bool is_unknown, float estimate_ns, unsigned threads) noexcept {
    return is_unknown && estimate_ns < wake_ns ? 1 : threads - 1;
}

struct RangeSize {
    std::uint64_t least, wanted;
};

/// Returns the number of units to claim at a time. It is smaller for a thread's first range, from which the thread
/// learns how long units take.
constexpr RangeSize range_size(float unit_ns, bool is_first) noexcept {
    return {static_cast<std::uint64_t>(least_range_ns / unit_ns),
            static_cast<std::uint64_t>((is_first ? range_ns / 4 : range_ns) / unit_ns)};
}

class RangeSharing {
public:
    /// `home` is the home of the thread. At most `threads` threads run units at the same time.
    RangeSharing(Task& task, unsigned home, unsigned threads) noexcept;

    static float unit_ns_of(const Task& task) noexcept {
        return assumed_unit_ns(task.unit_ns(), task.is_unknown_ && task.spent_ticks() == 0);
    }
    /// Returns the estimated time of the units that no thread has claimed.
    static float rest_ns_of(const Task& task) noexcept {
        return static_cast<float>(task.claims_.rest()) * unit_ns_of(task);
    }
    static unsigned threads_to_call_for(const Task& task, unsigned threads) noexcept {
        const float estimate_ns = static_cast<float>(task.claims_.rest()) * task.unit_ns();
        return threads_to_call(task.is_unknown_, estimate_ns, threads);
    }

    /// Claims the next range; returns an empty range if no unit is left.
    Claims::Range claim() noexcept;
    /// Records that a range of `count` units took `ticks`.
    void note(std::uint64_t count, std::uint64_t ticks) noexcept;
    /// Returns whether the thread has run units of the task for a whole turn.
    bool is_turn_over() const noexcept;

private:
    Task& task_;
    const unsigned home_, threads_;
    const std::uint64_t start_;  // value of ticks() when this thread joined the task
    float own_unit_ns_ = 0;      // time of a unit in the thread's last range; 0 before the first
};

}  // namespace lanewise::device
