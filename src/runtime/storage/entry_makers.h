// Decides how long a process leaves a missing entry of the cache to processes that have already loaded the compiler.
// The process that made an entry usually needs the next one too. But when this process ends its claim, all processes
// that waited for the entry run at once. Each of them might claim the next entry, and load the compiler for it.
//
// Only a process that has waited recently, and has made no entry itself, leaves entries to others. It does so for a
// moment, and longer if the process for which it waited (the maker) runs on the same CPUs. In the second case, it also
// leaves entries while another of its threads waits, because the maker already compiles with a thread on each CPU. No
// entry is left for longer than four times the longest grace. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>

namespace lanewise::runtime {

enum class ProcessState : unsigned char { none, runs, stopped };

/// Returns the state of a process of this machine. If another machine wrote the id, an unrelated process may have this
/// id here. Callers therefore use the state only to choose how long they wait.
ProcessState state_of_process(int id) noexcept;

class EntryMakers {
public:
    using Duration = std::chrono::microseconds;

    explicit constexpr EntryMakers(Duration longest_grace = std::chrono::milliseconds(250)) noexcept
        : longest_grace_(longest_grace) {}

    static EntryMakers& of_this_process() noexcept;

    /// Notes that this process makes an entry.
    void note_own_entry() noexcept { is_maker_.store(true, std::memory_order_relaxed); }
    /// Notes that this process waits for an entry, which the process `maker` makes.
    void note_maker(int maker) noexcept { maker_.store(maker, std::memory_order_relaxed); }
    /// Notes that a thread of this process waits for at least the time `pause`.
    void note_pause(Duration pause) noexcept;
    /// Notes for how long this process has waited for an entry.
    void note_end(Duration waited) noexcept { last_wait_.store(waited.count(), std::memory_order_relaxed); }

    Duration last_wait() const noexcept { return Duration(last_wait_.load(std::memory_order_relaxed)); }

    /// Returns whether this process should leave a missing entry to others. It has already done so for the time `left`.
    bool come_first(Duration left) const noexcept;

private:
    const Duration longest_grace_;
    std::atomic<Duration::rep> last_wait_ = 0;
    std::atomic<Duration::rep> paused_until_ = 0;  // time of the steady clock; 0 before the first pause
    std::atomic<int> maker_ = 0;
    std::atomic<bool> is_maker_ = false;
};

}  // namespace lanewise::runtime
