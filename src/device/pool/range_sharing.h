// Shares the units of a task among threads. Decides whether to share the units, how many units a thread claims at a
// time, and when the thread stops running units to run another task. The decisions are pure functions of numbers. A
// RangeSharing object holds the state of one thread that runs units of an open task.
#pragma once

#include <algorithm>
#include <cstdint>

#include "device/pool/arena_tuning.h"
#include "device/pool/task.h"

namespace lanewise::device {

/// Returns the assumed time of a unit, on which the decisions depend. If the estimate is only a guess, since no unit
/// has run yet, a unit is assumed to take long.
constexpr float assumed_unit_ns(float unit_ns, bool is_guess) noexcept {
    return is_guess ? std::max(unit_ns, 2 * wake_ns) : unit_ns;
}

/// Returns the number of units in a probe. One thread runs the probe first, to measure how long the units take.
constexpr std::uint64_t units_of_probe(std::uint64_t units, float unit_ns) noexcept {
    const auto affordable = static_cast<std::uint64_t>(range_ns / 4 / unit_ns);
    return std::max<std::uint64_t>(1, std::min(affordable, units / 8));
}

/// Returns whether the remaining units take so long that they should be divided into ranges. Even a task for a single
/// thread is divided if it takes longer than a turn, so that other tasks get their turns.
constexpr bool is_worth_sharing(float rest_ns, unsigned threads) noexcept {
    return rest_ns > (threads > 1 ? share_ns : turn_ns);
}

/// Returns whether other threads may take units at once. Otherwise one thread first runs a probe (units_of_probe), and
/// the other threads wait for its end. Returns true if the task is known to be worth sharing, or if a single unit takes
/// long. A unit whose time is unknown is assumed to take long (assumed_unit_ns).
constexpr bool is_shared_at_once(std::uint64_t units, unsigned threads, float rest_ns, float unit_ns) noexcept {
    return units > 1 && threads > 1 && (rest_ns > share_ns || unit_ns > wake_ns);
}

/// Returns the number of threads to call for a task that becomes open, in addition to the thread that opens it. Returns
/// 1 if the task's time is only a guess and may be short. This one thread calls further threads if it finds unclaimed
/// units.
constexpr unsigned threads_to_call(bool is_unknown, float estimate_ns, unsigned threads) noexcept {
    return is_unknown && estimate_ns < wake_ns ? 1 : threads - 1;
}

struct RangeSize {
    std::uint64_t least, wanted;
};

/// Returns the number of units to claim at a time. A thread's first range is smaller than its later ranges, since the
/// thread uses the first range to measure the time of a unit.
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
    const std::uint64_t start_;  // ticks() when this thread joined the task
    float own_unit_ns_ = 0;      // time of a unit in the thread's last range; 0 before its first range
};

}  // namespace lanewise::device
