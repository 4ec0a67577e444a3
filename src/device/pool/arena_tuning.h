// The times that the arena's decisions turn on, in nanoseconds. Measured on machines with 2 to 8 cores;
// none decides whether work is done, only who does it.
#pragma once

namespace lanewise::device {

/// Work of others worth waking a thread for: waking takes the waker a few microseconds, and the woken
/// thread comes up to fifty later.
inline constexpr float wake_ns = 20'000;
/// Work of others worth calling a worker that lingers for: it comes at once, and calling costs next to nothing.
inline constexpr float call_ns = 2'000;
/// Work of tasks one after the other, each too short to wake a thread for, that a thread is woken for after all.
inline constexpr float much_missed_ns = 3 * wake_ns;
/// Work that a thread shares with those that are awake anyhow.
inline constexpr float share_ns = 8'000;
/// Work that may gather before somebody waits for it or flushes.
inline constexpr float gathered_ns = 200'000;
/// What a claimed range of units should take: far above the cost of claiming it.
inline constexpr float range_ns = 20'000;
/// And what it should take at least: some times the cost of claiming it.
inline constexpr float least_range_ns = 500;
/// How long a task keeps a thread when other tasks want it.
inline constexpr float turn_ns = 200'000;
/// A thread that has taken up so much at once is away for others: several turns.
inline constexpr float long_ns = 1'000'000;
/// How long a worker without work looks out for more before it leaves.
inline constexpr float linger_ns = 20'000;
/// How long a waiting host thread looks on before it sleeps.
inline constexpr float spin_ns = 5'000;
/// Tasks that a thread makes ready and runs itself one after the other while others are ready.
inline constexpr unsigned kept_per_turn = 64;
/// So many sleeping host threads are looked at for one that needs what there is to do.
inline constexpr unsigned sleepers_looked_at = 16;
/// One pick in so many goes to the least urgent tasks.
inline constexpr unsigned picks_per_low = 16;

}  // namespace lanewise::device
