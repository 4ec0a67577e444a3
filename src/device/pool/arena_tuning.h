// Time limits for the arena's decisions, in nanoseconds, tuned on machines with 2 to 8 cores. They decide which thread
// runs the work, never whether it runs.
#pragma once

namespace lanewise::device {

/// Minimum unclaimed work for which a thread is woken. Waking takes the waker some time, and the woken thread starts
/// even later.
inline constexpr float wake_ns = 20'000;
/// Minimum unclaimed work for which a lingering worker is called. The worker starts at once, and the call costs almost
/// nothing.
inline constexpr float call_ns = 2'000;
/// Total work of successive tasks for which one thread is woken, if each of the tasks is too short for that.
inline constexpr float much_missed_ns = 3 * wake_ns;
/// Minimum work that a thread shares with threads that are already awake.
inline constexpr float share_ns = 8'000;
/// Maximum work that may gather before a thread waits for it or flushes.
inline constexpr float gathered_ns = 200'000;
/// Target time of a claimed range of units, which is far longer than the claim takes.
inline constexpr float range_ns = 20'000;
/// Minimum time of a claimed range, which is a few times as long as the claim takes.
inline constexpr float least_range_ns = 500;
/// Time for which a task keeps a thread while other tasks want the thread.
inline constexpr float turn_ns = 200'000;
/// A thread is away during a run that may exceed this time. The time is several turns.
inline constexpr float long_ns = 1'000'000;
/// Time for which a worker without work spins before it leaves.
inline constexpr float linger_ns = 20'000;
/// Time for which a waiting host thread spins before it sleeps.
inline constexpr float spin_ns = 5'000;
/// Maximum number of tasks that a thread may make ready and then run itself, one after the other, while other tasks are
/// ready.
inline constexpr unsigned kept_per_turn = 64;
/// Maximum number of sleeping host threads that are tested to find one that needs the work.
inline constexpr unsigned sleepers_looked_at = 16;
/// One of this number of picks takes a task of the lowest urgency.
inline constexpr unsigned picks_per_low = 16;

}  // namespace lanewise::device
