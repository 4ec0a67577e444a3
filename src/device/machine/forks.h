// Forks of the process. A child has only the thread that forked: what the other threads were changing is never
// finished, what they had locked stays locked. So a fork waits for what is made once in a process (NoFork: short), and
// who keeps something for the whole process locks it meanwhile (on_fork). Thread-safe.
#pragma once

namespace lanewise::device {

/// Called around each fork, by the thread that forks; null: nothing. `before` in the opposite order of registration.
struct ForkHandlers {
    void (*before)() = nullptr;
    void (*in_parent)() = nullptr;
    void (*in_child)() = nullptr;
};

/// Registers handlers, at most some ten in a process. They come after the wait for NoFork, which pthread_atfork cannot
/// do for those that are registered later.
void on_fork(const ForkHandlers& handlers) noexcept;

/// No other thread forks while it lives; so keep it short. May be nested.
class NoFork {
public:
    NoFork() noexcept { enter(); }
    ~NoFork() { leave(); }
    NoFork(const NoFork&) = delete;
    NoFork& operator=(const NoFork&) = delete;

    static void enter() noexcept;
    static void leave() noexcept;
};

}  // namespace lanewise::device
