#include "runtime/semaphores/descriptor_watch.h"

#include <sys/epoll.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <new>
#include <thread>

#include "device/machine/blocked_signals.h"
#include "device/machine/forks.h"
#include "device/machine/not_cancelled.h"
#include "runtime/object/error.h"
#include "runtime/semaphores/semaphore.h"

namespace lanewise::runtime {

constinit std::atomic<unsigned> DescriptorWatch::forks_ = 0;

DescriptorWatch& DescriptorWatch::instance() {
    // The object is never destroyed, since its thread may still use it after the destruction of all static objects.
    alignas(DescriptorWatch) static std::byte storage[sizeof(DescriptorWatch)];
    static auto* const watch = [] {
        device::on_fork(
            {[] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); }, [] { instance().start_anew(); }});
        return new (storage) DescriptorWatch;
    }();
    return *watch;
}

// Called in the child of a fork. The child must close its descriptor of the epoll instance, since parent and child
// share this instance. The old table is not destroyed: it holds semaphores whose commands never end in the child.
void DescriptorWatch::start_anew() noexcept {
    const device::Descriptor shared = std::move(epoll_);
    forks_.fetch_add(1, std::memory_order_relaxed);
    new (this) DescriptorWatch;
}

void DescriptorWatch::watch(int descriptor, Semaphore& semaphore) {
    const std::lock_guard lock(mutex_);
    if (!epoll_) start_thread();
    Watched& watched = watched_[descriptor];
    watched.semaphore = Ref<Semaphore>(semaphore);
    watched.was_asked_again = true;
    if (arm(descriptor)) return;
    watched_.erase(descriptor);
    fail(
        CL_OUT_OF_RESOURCES,
        "The system refuses to wait for file descriptor {} of the semaphore. Import a descriptor that poll() supports.",
        descriptor);
}

void DescriptorWatch::forget(int descriptor) noexcept {
    Ref<Semaphore> dropped;  // declared before the lock, so that it is destroyed after the unlock
    const std::lock_guard lock(mutex_);
    if (const auto found = watched_.find(descriptor); found != watched_.end()) dropped = take(found);
}

void DescriptorWatch::forget_unless_awaited(int descriptor) noexcept {
    Ref<Semaphore> dropped;
    const std::lock_guard lock(mutex_);
    const auto found = watched_.find(descriptor);
    if (found != watched_.end() && !found->second.semaphore->awaits(descriptor)) dropped = take(found);
}

/// Removes an entry and returns its semaphore. Called under the mutex.
Ref<Semaphore> DescriptorWatch::take(Table::iterator entry) noexcept {
    epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, entry->first, nullptr);
    Ref<Semaphore> semaphore = std::move(entry->second.semaphore);
    watched_.erase(entry);
    return semaphore;
}

void DescriptorWatch::start_thread() {
    device::Descriptor epoll(epoll_create1(EPOLL_CLOEXEC));
    check(static_cast<bool>(epoll), CL_OUT_OF_RESOURCES,
          "The system gave no file descriptor to wait for semaphores. Close descriptors.");
    const device::BlockedSignals not_for_new_threads;
    std::thread([this, number = epoll.number()] { serve(number); }).detach();
    epoll_ = std::move(epoll);
}

/// Makes the watching thread call look_at() once when the descriptor is readable. Returns false if the system refuses.
bool DescriptorWatch::arm(int descriptor) noexcept {
    epoll_event wanted{};
    wanted.events = EPOLLIN | EPOLLONESHOT;
    wanted.data.fd = descriptor;
    return epoll_ctl(epoll_.number(), EPOLL_CTL_MOD, descriptor, &wanted) == 0 ||
           epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, descriptor, &wanted) == 0;
}

void DescriptorWatch::serve(int epoll) noexcept {
    const device::NotCancelled ever;
    std::array<epoll_event, 16> ready{};
    while (true) {
        const int count = epoll_wait(epoll, ready.data(), static_cast<int>(ready.size()), -1);
        if (count < 0 && errno != EINTR) return;
        for (int i = 0; i < count; ++i) look_at(ready[static_cast<std::size_t>(i)].data.fd);
    }
}

void DescriptorWatch::look_at(int descriptor) noexcept {
    Ref<Semaphore> semaphore;
    {
        const std::lock_guard lock(mutex_);
        const auto found = watched_.find(descriptor);
        if (found == watched_.end()) return;
        found->second.was_asked_again = false;
        semaphore = found->second.semaphore;
    }
    semaphore->grant();
    Ref<Semaphore> dropped;
    const std::lock_guard lock(mutex_);
    const auto found = watched_.find(descriptor);
    if (found == watched_.end()) return;
    // A semaphore that has taken the signal of a sync file has closed this file. The descriptor's number may already
    // belong to another file.
    const bool is_needed = found->second.was_asked_again || semaphore->awaits(descriptor);
    if (!is_needed || !arm(descriptor)) dropped = take(found);
}

}  // namespace lanewise::runtime
