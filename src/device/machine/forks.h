// Keeps the data of the process consistent when it forks. The child has only the thread that forked. Changes that other
// threads had begun are never finished in the child, and their locks stay locked. A fork therefore waits for short
// sections in which a thread creates something for the whole process (NoFork), and locks process-wide data (on_fork).
// Thread-safe.
#pragma once

namespace lanewise::device {

/// Functions that the forking thread calls around each fork; each may be null. The functions `before` are called in
/// reverse order of registration.
struct ForkHandlers {
    void (*before)() = nullptr;
    void (*in_parent)() = nullptr;
    void (*in_child)() = nullptr;
};

/// Registers handlers, at most 16 in a process. They are called after the fork has waited for all NoFork sections.
/// Handlers of pthread_atfork that are registered later would be called before that wait.
void on_fork(const ForkHandlers& handlers) noexcept;

/// Keeps other threads from forking while the object lives, which must be a short time. May be nested.
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
