// Sharing of a task's units among threads. Decides whether to share them, how many to claim at a time, and when other
// tasks have their turn. Decisions are functions of numbers; RangeSharing is one thread's part in an open task.
#pragma once

#include <algorithm>
#include <cstdint>

#include "device/pool/arena_tuning.h"
#include "device/pool/task.h"

namespace lanewise::device {

/// The time of a unit to count on. Units of which nothing is known are assumed to take long, until some have run.
constexpr float assumed_unit_ns(float unit_ns, bool is_guess) noexcept {
    return is_guess ? std::max(unit_ns, 2 * wake_ns) : unit_ns;
}

/// Number of units to run first, to learn how long the others will take.
constexpr std::uint64_t units_of_probe(std::uint64_t units, float unit_ns) noexcept {
    const auto affordable = static_cast<std::uint64_t>(range_ns / 4 / unit_ns);
    return std::max<std::uint64_t>(1, std::min(affordable, units / 8));
}

/// Whether the rest is long enough for ranges. A single thread runs a short task in one go, and a long one in ranges,
/// so that other tasks get their turns.
constexpr bool is_worth_sharing(float rest_ns, unsigned threads) noexcept {
    return rest_ns > (threads > 1 ? share_ns : turn_ns);
}

/// Whether to share without a probe, for which the other threads would wait. The task is then known to be worth
/// sharing, or a single unit takes long. A unit of unknown cost may take very long.
constexpr bool is_shared_at_once(std::uint64_t units, unsigned threads, float rest_ns, float unit_ns) noexcept {
    return units > 1 && threads > 1 && (rest_ns > share_ns || unit_ns > wake_ns);
}

/// The threads to call for a task that opens, besides its own. If the cost is unknown but may be short, one: if it
/// arrives before the first unit is over, it calls the others.
constexpr unsigned threads_to_call(bool is_unknown, float estimate_ns, unsigned threads) noexcept {
    return is_unknown && estimate_ns < wake_ns ? 1 : threads - 1;
}

struct RangeSize {
    std::uint64_t least, wanted;
};

/// The units to claim at a time; fewer in a thread's first range, to learn their time.
constexpr RangeSize range_size(float unit_ns, bool is_first) noexcept {
    return {static_cast<std::uint64_t>(least_range_ns / unit_ns),
            static_cast<std::uint64_t>((is_first ? range_ns / 4 : range_ns) / unit_ns)};
}

class RangeSharing {
public:
    /// `home` of the thread; at most `threads` run units at the same time.
    RangeSharing(Task& task, unsigned home, unsigned threads) noexcept;

    static float unit_ns_of(const Task& task) noexcept {
        return assumed_unit_ns(task.unit_ns(), task.is_unknown_ && task.spent_ticks() == 0);
    }
    /// The time of the units that no thread has claimed.
    static float rest_ns_of(const Task& task) noexcept {
        return static_cast<float>(task.claims_.rest()) * unit_ns_of(task);
    }
    static unsigned threads_to_call_for(const Task& task, unsigned threads) noexcept {
        const float estimate_ns = static_cast<float>(task.claims_.rest()) * task.unit_ns();
        return threads_to_call(task.is_unknown_, estimate_ns, threads);
    }

    /// Claims the next range; an empty one when no unit is left.
    Claims::Range claim() noexcept;
    /// Notes that the range of `count` units took `ticks`.
    void note(std::uint64_t count, std::uint64_t ticks) noexcept;
    /// Whether the thread has run units for a whole turn.
    bool is_turn_over() const noexcept;

private:
    Task& task_;
    const unsigned home_, threads_;
    const std::uint64_t start_;  // ticks()
    float own_unit_ns_ = 0;      // in the thread's last range; 0: none yet
};

}  // namespace lanewise::device
