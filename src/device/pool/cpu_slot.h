// Keeps the pool's threads on different CPUs. The system may put threads that wake at the same moment on one CPU while
// others are idle, and leave them there for a while: one of them works, and the others wait for it. A worker that
// arrives on a CPU where another thread works therefore moves away; host threads do not.
//
// Thread-safe. A CPU slot belongs to the thread that made it.
#pragma once

namespace lanewise::device {

class CpuSlot {
public:
    CpuSlot() noexcept = default;
    ~CpuSlot() { leave(); }
    CpuSlot(const CpuSlot&) = delete;
    CpuSlot& operator=(const CpuSlot&) = delete;

    /// The slot of the calling host thread. It stays where the thread last shared work, since the thread is likely to
    /// share work there again.
    static CpuSlot& of_host_thread() noexcept;

    /// Notes that the calling thread works on its current CPU, until the next call.
    void take() noexcept;

    /// As take(). If another thread holds that slot, the calling thread sleeps for a moment, so that the system wakes
    /// it on an idle CPU. Threads without a slot (of low priority, or the application's own) may occupy all other CPUs,
    /// so that this changes nothing; the calling thread then moves to one of those CPUs.
    void take_aside() noexcept;

    static unsigned count_on(unsigned cpu) noexcept;

    /// Clears all slots, in the child of a fork.
    static void clear_all() noexcept;

private:
    void leave() noexcept;
    void occupy(unsigned cpu) noexcept;

    unsigned place_ = 0;  // the CPU's number plus one; 0: none
};

}  // namespace lanewise::device
