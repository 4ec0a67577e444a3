// Time limits of the arena's decisions, in nanoseconds, measured on machines with 2 to 8 cores. They decide which
// thread runs the work, never whether it runs.
#pragma once

namespace lanewise::device {

/// Unclaimed work worth waking a thread for: waking costs the waker some time, and the woken thread comes later still.
inline constexpr float wake_ns = 20'000;
/// Unclaimed work worth calling a lingering worker for: it comes at once, and calling costs next to nothing.
inline constexpr float call_ns = 2'000;
/// Work of successive tasks, each too short to wake a thread for, that together is worth waking one.
inline constexpr float much_missed_ns = 3 * wake_ns;
/// Work that a thread shares with threads that are awake already.
inline constexpr float share_ns = 8'000;
/// Work that may gather before a thread waits for it or flushes.
inline constexpr float gathered_ns = 200'000;
/// Target time of a claimed range of units: far above the cost of claiming it.
inline constexpr float range_ns = 20'000;
/// Least time of a claimed range: a few times the cost of claiming it.
inline constexpr float least_range_ns = 500;
/// How long a task keeps a thread when other tasks want it.
inline constexpr float turn_ns = 200'000;
/// A run that may exceed this time counts its thread as away: several turns.
inline constexpr float long_ns = 1'000'000;
/// How long a worker without work spins for more before it leaves.
inline constexpr float linger_ns = 20'000;
/// How long a waiting host thread spins before it sleeps.
inline constexpr float spin_ns = 5'000;
/// Tasks that a thread may make ready and then run itself, one after the other, while others are ready.
inline constexpr unsigned kept_per_turn = 64;
/// Sleeping host threads that are looked at to find one that needs the work at hand.
inline constexpr unsigned sleepers_looked_at = 16;
/// One pick in so many goes to the least urgent tasks.
inline constexpr unsigned picks_per_low = 16;

}  // namespace lanewise::device
