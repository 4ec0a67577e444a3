// Keeps the data of the process consistent when the process forks. Only the thread that forked exists in the child:
// changes that other threads had begun are never finished there, and locks that other threads held stay locked. A fork
// therefore waits until no thread is inside a NoFork scope: such a scope surrounds code that creates an object for the
// whole process. The functions registered by on_fork() then lock process-wide data. Thread-safe.
#pragma once

namespace lanewise::device {

/// Functions that the forking thread calls around each fork; each may be null. The `before` functions are called in
/// reverse order of registration.
struct ForkHandlers {
    void (*before)() = nullptr;
    void (*in_parent)() = nullptr;
    void (*in_child)() = nullptr;
};

/// Registers handlers, at most 16 in a process. A fork first waits for all NoFork scopes, and then calls the handlers.
/// pthread_atfork does not guarantee this order: it might call handlers before the function that waits for the scopes.
void on_fork(const ForkHandlers& handlers) noexcept;

/// Returns the number of forks between the process that loaded the driver and this process.
unsigned fork_count() noexcept;

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
