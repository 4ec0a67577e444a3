// CPUs that the pool's threads work on, one on each. Threads that the system wakes at the same moment may all be put on
// one CPU while others are idle, and stay there for milliseconds: one of them works, and the others wait for it. A
// worker that comes to where somebody else works therefore steps aside; host threads do not.
//
// Thread-safe. A seat belongs to the thread that made it.
#pragma once

namespace lanewise::device {

class Seat {
public:
    Seat() noexcept = default;
    ~Seat() { leave(); }
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    /// A host thread's: where it was when it last shared work, for it is likely to do so again.
    static Seat& of_host_thread() noexcept;

    /// The calling thread works on the CPU that it is on, until it says otherwise.
    void take() noexcept;

    /// The same; with somebody else there, it sleeps for a moment, so that the system wakes it where nobody works. With
    /// all other CPUs taken by what has no seat (threads of a low priority, the application's own) that changes
    /// nothing: then it moves to one of these.
    void take_aside() noexcept;

    static unsigned count_on(unsigned cpu) noexcept;

    /// In the child of a fork: nobody sits anywhere.
    static void clear_all() noexcept;

private:
    void leave() noexcept;
    void sit_on(unsigned cpu) noexcept;

    unsigned place_ = 0;  // the CPU's number and one; 0: none
};

}  // namespace lanewise::device
