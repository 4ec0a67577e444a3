// Keeps the process's data consistent across forks. A child has only the thread that forked: changes by other threads
// are never finished, and locks of other threads stay locked. A fork therefore waits for short sections that make
// something once in a process (NoFork), and process-wide data is locked during the fork (on_fork). Thread-safe.
#pragma once

namespace lanewise::device {

/// Functions called around each fork by the thread that forks; each may be null. The functions `before` run in the
/// opposite order of registration.
struct ForkHandlers {
    void (*before)() = nullptr;
    void (*in_parent)() = nullptr;
    void (*in_child)() = nullptr;
};

/// Registers handlers; a process may have up to 16. They run after the wait for NoFork. With pthread_atfork, those
/// registered later would run before that wait.
void on_fork(const ForkHandlers& handlers) noexcept;

/// Keeps other threads from forking while the object lives; that must be short. May be nested.
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
