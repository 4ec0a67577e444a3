// The state of a binary semaphore, signaled or not, and where the state is stored:
//
// - in the object itself;
// - in an eventfd, which other semaphores and processes may share (CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR): the semaphore is
//   signaled while the counter is not 0;
// - in a sync file of Linux (CL_SEMAPHORE_HANDLE_SYNC_FD_KHR), until its signal has been taken: the file becomes
//   readable when the work of another API is done.
//
// Not thread-safe: the semaphore guards its state by a mutex.
#pragma once

#include "device/machine/descriptor.h"

namespace lanewise::runtime {

class Payload {
public:
    Payload() noexcept = default;

    /// Makes a state that can be shared. Throws CL_OUT_OF_RESOURCES.
    static Payload shared();
    /// Shares the state of an eventfd.
    static Payload of_shared(device::Descriptor&& counter) noexcept;
    /// Becomes signaled when `fence` is readable. If `fence` is empty, the state is signaled.
    static Payload of_fence(device::Descriptor&& fence) noexcept;

    void put() noexcept;
    /// Takes a signal and returns true. If the state is unsignaled, changes nothing and returns false. If the signal
    /// came from a sync file, moves the file's descriptor to `used_up`, so that the caller can end the watch of this
    /// descriptor before it is closed.
    bool take(device::Descriptor& used_up) noexcept;
    bool is_signaled() const noexcept;

    /// Returns the descriptor that becomes readable when take() might succeed; negative if there is none.
    int awaited() const noexcept { return counter_ ? counter_.number() : fence_.number(); }
    /// Returns a new descriptor of the shared state. Throws CL_OUT_OF_RESOURCES.
    device::Descriptor duplicate() const;

private:
    device::Descriptor counter_;
    device::Descriptor fence_;
    bool is_signaled_ = false;  // unused if counter_ holds a descriptor
};

/// Returns whether `number` is a descriptor of an eventfd.
bool is_counter(int number) noexcept;
/// Returns whether the system can wait until the descriptor `number` is readable.
bool can_be_awaited(int number) noexcept;

}  // namespace lanewise::runtime
