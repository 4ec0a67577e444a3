#include "runtime/semaphores/semaphore.h"

#include <algorithm>
#include <mutex>

#include "runtime/object/log.h"
#include "runtime/semaphores/descriptor_watch.h"

namespace lanewise::runtime {

Semaphore::Semaphore(Context& context, SemaphoreSettings&& settings) noexcept
    : context_(context), settings_(std::move(settings)) {}

Semaphore::~Semaphore() = default;

bool Semaphore::has_device(const Device& device) const noexcept {
    return std::ranges::any_of(settings_.devices, [&](const Ref<Device>& own) { return own.get() == &device; });
}

bool Semaphore::is_signaled() noexcept {
    const std::lock_guard lock(mutex_);
    forget_parent();
    return taken_ != 0 || signaling_ != 0 || payload_.is_signaled();
}

// In the child of a fork, the commands of the parent never run. The child removes the waits of these commands, so that
// they take no signals meant for the child's own commands. Called under the mutex.
void Semaphore::forget_parent() noexcept {
    if (forks_ == DescriptorWatch::forks()) [[likely]]
        return;
    forks_ = DescriptorWatch::forks();
    first_ = nullptr;
    taken_ = signaling_ = 0;
}

void Semaphore::begin_wait(SemaphoreWait& wait) {
    wait.granted = make<UserEvent>(*context_);
    {
        const std::lock_guard lock(mutex_);
        forget_parent();
        wait.state = SemaphoreWait::State::waiting;
        wait.next = nullptr;
        SemaphoreWait** end = &first_;
        while (*end) end = &(*end)->next;
        *end = &wait;
    }
    grant();
    try {
        watch_if_needed();
    } catch (...) {
        cancel(wait);
        throw;
    }
}

// The event of a wait is settled without the mutex, since settling an event may run the waiting command in this thread.
void Semaphore::grant() noexcept {
    while (true) {
        Ref<UserEvent> granted;
        device::Descriptor used_up;
        {
            const std::lock_guard lock(mutex_);
            forget_parent();
            if (!first_ || !payload_.take(used_up)) return;
            SemaphoreWait& wait = *first_;
            first_ = wait.next;
            wait.state = SemaphoreWait::State::granted;
            ++taken_;
            granted = wait.granted;
        }
        if (used_up) DescriptorWatch::instance().forget(used_up.number());
        granted->set_status(CL_COMPLETE);
    }
}

/// Removes the wait from the list, or returns false if the list does not contain the wait. Called under the mutex.
bool Semaphore::remove(SemaphoreWait& wait) noexcept {
    if (wait.state != SemaphoreWait::State::waiting) return false;
    SemaphoreWait** link = &first_;
    while (*link != &wait) link = &(*link)->next;
    *link = wait.next;
    wait.state = SemaphoreWait::State::cancelled;
    return true;
}

void Semaphore::cancel(SemaphoreWait& wait) noexcept {
    {
        const std::lock_guard lock(mutex_);
        if (!remove(wait)) return;
    }
    forget_if_unneeded();
    wait.granted->set_status(CL_COMPLETE);
}

void Semaphore::end_wait(SemaphoreWait& wait, bool is_done) noexcept {
    cancel(wait);
    {
        const std::lock_guard lock(mutex_);
        if (wait.state != SemaphoreWait::State::granted) return;
        wait.state = SemaphoreWait::State::cancelled;
        --taken_;
        if (!is_done) payload_.put();
    }
    if (!is_done) grant();
    // A signal command may have granted the signal to this wait before the watching thread noticed that the descriptor
    // is readable. Without the call of forget_if_unneeded(), the thread would then keep a reference to the semaphore
    // until the next signal.
    forget_if_unneeded();
}

void Semaphore::begin_signal() noexcept {
    const std::lock_guard lock(mutex_);
    forget_parent();
    ++signaling_;
}

void Semaphore::end_signal(bool is_done) noexcept {
    {
        const std::lock_guard lock(mutex_);
        --signaling_;
        if (!is_done) return;
        payload_.put();
    }
    grant();
}

device::Descriptor Semaphore::export_descriptor() {
    const std::lock_guard lock(mutex_);
    return payload_.duplicate();
}

// If the system has no memory to watch the new descriptor, the commands that already wait are checked again only when
// the next wait begins.
void Semaphore::import(Payload payload) noexcept {
    {
        const std::lock_guard lock(mutex_);
        std::swap(payload_, payload);
    }
    if (payload.awaited() >= 0) DescriptorWatch::instance().forget(payload.awaited());
    grant();
    try {
        watch_if_needed();
    } catch (const std::exception&) {
        log_line("The system has no resources to watch file descriptor %d of a semaphore.", payload_.awaited());
    }
}

bool Semaphore::awaits(int descriptor) noexcept {
    const std::lock_guard lock(mutex_);
    return first_ && payload_.awaited() == descriptor;
}

void Semaphore::forget_if_unneeded() noexcept {
    int descriptor = -1;
    {
        const std::lock_guard lock(mutex_);
        if (!first_) descriptor = payload_.awaited();
    }
    if (descriptor >= 0) DescriptorWatch::instance().forget_unless_awaited(descriptor);
}

void Semaphore::watch_if_needed() {
    int descriptor = -1;
    {
        const std::lock_guard lock(mutex_);
        if (first_) descriptor = payload_.awaited();
    }
    if (descriptor >= 0) DescriptorWatch::instance().watch(descriptor, *this);
}

}  // namespace lanewise::runtime
