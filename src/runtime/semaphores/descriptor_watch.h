// Watches the file descriptors of semaphores while commands wait for a signal from another semaphore, process or API.
// One thread of the process waits for all of these descriptors (epoll). The thread is started at the first wait. When a
// descriptor becomes readable, the thread gives the signal to the first waiting command (Semaphore::grant).
//
// Thread-safe. In the child of a fork, the commands that waited are never granted a signal; the child starts a thread
// of its own at its first wait.
#pragma once

#include <atomic>
#include <mutex>
#include <unordered_map>

#include "device/machine/descriptor.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class Semaphore;

class DescriptorWatch {
public:
    static DescriptorWatch& instance();
    /// Number of forks since the first use of this class by this process or one of its ancestors. The numbers of a
    /// child process and its parent differ.
    static unsigned forks() noexcept { return forks_.load(std::memory_order_relaxed); }

    /// Watches the descriptor until no command waits for `semaphore` any more. Throws if the system refuses.
    void watch(int descriptor, Semaphore& semaphore);
    /// Ends the watch. Must be called before a watched descriptor is closed, unless the descriptor is readable.
    void forget(int descriptor) noexcept;
    /// Ends the watch unless a command waits for the semaphore.
    void forget_unless_awaited(int descriptor) noexcept;

private:
    struct Watched {
        Ref<Semaphore> semaphore;
        bool was_asked_again = false;  // whether watch() was called after the thread last checked the semaphore
    };

    using Table = std::unordered_map<int, Watched>;

    DescriptorWatch() noexcept = default;
    Ref<Semaphore> take(Table::iterator entry) noexcept;
    void start_anew() noexcept;
    void start_thread();
    bool arm(int descriptor) noexcept;
    void serve(int epoll) noexcept;
    void look_at(int descriptor) noexcept;

    static std::atomic<unsigned> forks_;

    std::mutex mutex_;  // guards the members below
    device::Descriptor epoll_;
    Table watched_;  // by descriptor
};

}  // namespace lanewise::runtime
