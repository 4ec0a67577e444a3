// Limits for the arena's decisions, tuned on machines with 2 to 8 cores; times are in nanoseconds. The limits decide
// which thread runs a task, never whether the task runs.
#pragma once

namespace lanewise::device {

/// Minimum unclaimed work for which a thread is woken. Waking a thread takes the calling thread some time, and the
/// woken thread begins to work even later.
inline constexpr float wake_ns = 20'000;
/// Minimum unclaimed work for which a lingering worker is called. This limit is far below wake_ns, since the worker
/// starts at once and the call takes almost no time.
inline constexpr float call_ns = 2'000;
/// Minimum total work of successive tasks for which a thread is woken, if each task alone is too short to wake a
/// thread.
inline constexpr float much_missed_ns = 3 * wake_ns;
/// Minimum work for which a task is shared with threads that are already awake.
inline constexpr float share_ns = 8'000;
/// Maximum total time of posted tasks that gather while no thread waits for a task or calls kick(). Above this time, a
/// thread is woken.
inline constexpr float gathered_ns = 200'000;
/// Target time for running a claimed range of units. This time is far longer than the time to claim the range.
inline constexpr float range_ns = 20'000;
/// Minimum time for running a claimed range. This time is a few times as long as the time to claim the range.
inline constexpr float least_range_ns = 500;
/// Time for which a task keeps a thread while other tasks want the thread.
inline constexpr float turn_ns = 200'000;
/// Limit for the time of one unit. A thread that runs units which may take longer is away meanwhile. The limit is
/// several times `turn_ns`.
inline constexpr float long_ns = 1'000'000;
/// Time for which a worker without work spins before it leaves.
inline constexpr float linger_ns = 20'000;
/// Time for which a waiting host thread spins before it sleeps.
inline constexpr float spin_ns = 5'000;
/// Maximum number of tasks that a thread may make ready and then run itself, one after the other, while other tasks are
/// ready.
inline constexpr unsigned kept_per_turn = 64;
/// Maximum number of sleeping host threads that are tested in the search for a thread that needs a task.
inline constexpr unsigned sleepers_looked_at = 16;
/// Every picks_per_low-th task is picked from the lowest urgency that has tasks, so that urgent tasks cannot keep less
/// urgent tasks waiting forever.
inline constexpr unsigned picks_per_low = 16;

}  // namespace lanewise::device
