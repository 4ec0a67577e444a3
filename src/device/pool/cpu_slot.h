// Keeps the pool's threads on different CPUs. The system may put threads that wake at the same moment on one CPU and
// leave them there for a while, although other CPUs are idle. One of the threads then works while the others wait. A
// worker that arrives on a CPU where another thread works therefore moves to another CPU; host threads do not move.
//
// Thread-safety: only the thread that created a CPU slot may use it; several threads may use their slots at once.
#pragma once

namespace lanewise::device {

class CpuSlot {
public:
    CpuSlot() noexcept = default;
    ~CpuSlot() { leave(); }
    CpuSlot(const CpuSlot&) = delete;
    CpuSlot& operator=(const CpuSlot&) = delete;

    /// Returns the slot of the calling host thread. Between tasks, the thread keeps the slot of the CPU where it last
    /// shared work, since it will probably share work there again.
    static CpuSlot& of_host_thread() noexcept;

    /// Records that the calling thread works on its current CPU. The record remains until the next call.
    void take() noexcept;

    /// Like take(). If another thread holds the slot of this CPU, the calling thread sleeps for a moment, so that the
    /// system wakes the thread on an idle CPU. If threads without slots (of low priority, or of the application) occupy
    /// all other CPUs, the thread wakes on an occupied CPU again, and then moves to one of the other CPUs.
    void take_aside() noexcept;

    static unsigned count_on(unsigned cpu) noexcept;

    /// Clears all slots. Called in the child of a fork.
    static void clear_all() noexcept;

private:
    void leave() noexcept;
    void occupy(unsigned cpu) noexcept;

    unsigned place_ = 0;  // the number of the CPU plus one; 0: no CPU
};

}  // namespace lanewise::device
