#include "runtime/semaphores/payload.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

#include "runtime/object/error.h"

namespace lanewise::runtime {
namespace {

/// Returns whether the descriptor is readable. A descriptor with an error counts as readable, since the system would
/// report no later event for this descriptor.
bool is_readable(int number) noexcept {
    pollfd awaited{number, POLLIN, 0};
    return poll(&awaited, 1, 0) == 1;
}

[[noreturn]] void fail_without_descriptor() {
    fail(CL_OUT_OF_RESOURCES, "The system gave no file descriptor for the semaphore ({}). Close descriptors.",
         std::strerror(errno));
}

}  // namespace

Payload Payload::shared() {
    device::Descriptor counter(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE));
    if (!counter) fail_without_descriptor();
    return of_shared(std::move(counter));
}

// Makes reads and writes of the counter return at once, because take() is called by threads that must not wait.
Payload Payload::of_shared(device::Descriptor&& counter) noexcept {
    const int flags = fcntl(counter.number(), F_GETFL);
    if (flags >= 0 && (flags & O_NONBLOCK) == 0) fcntl(counter.number(), F_SETFL, flags | O_NONBLOCK);
    Payload payload;
    payload.counter_ = std::move(counter);
    return payload;
}

Payload Payload::of_fence(device::Descriptor&& fence) noexcept {
    Payload payload;
    payload.is_signaled_ = !fence;
    payload.fence_ = std::move(fence);
    return payload;
}

void Payload::put() noexcept {
    if (!counter_) {
        is_signaled_ = true;
        return;
    }
    const std::uint64_t one = 1;
    // The write fails only if the counter is at its maximum. The semaphore is already signaled in this case.
    while (write(counter_.number(), &one, sizeof one) < 0 && errno == EINTR) {
    }
}

bool Payload::take(device::Descriptor& used_up) noexcept {
    if (counter_) {
        std::uint64_t value = 0;
        ssize_t bytes = 0;
        do bytes = read(counter_.number(), &value, sizeof value);
        while (bytes < 0 && errno == EINTR);
        return bytes == sizeof value;
    }
    if (is_signaled_) return !(is_signaled_ = false);
    if (!fence_ || !is_readable(fence_.number())) return false;
    used_up = std::move(fence_);
    return true;
}

bool Payload::is_signaled() const noexcept { return is_signaled_ || (awaited() >= 0 && is_readable(awaited())); }

device::Descriptor Payload::duplicate() const {
    device::Descriptor copy(fcntl(counter_.number(), F_DUPFD_CLOEXEC, 0));
    if (!copy) fail_without_descriptor();
    return copy;
}

bool is_counter(int number) noexcept {
    char path[64] = {};
    char target[32] = {};
    std::snprintf(path, sizeof path, "/proc/self/fd/%d", number);
    const ssize_t length = readlink(path, target, sizeof target);
    return length > 0 && std::string_view(target, static_cast<std::size_t>(length)) == "anon_inode:[eventfd]";
}

// Regular files, for example, cannot be watched, because they are always readable.
bool can_be_awaited(int number) noexcept {
    const device::Descriptor epoll(epoll_create1(EPOLL_CLOEXEC));
    epoll_event wanted{};
    wanted.events = EPOLLIN;
    return epoll && epoll_ctl(epoll.number(), EPOLL_CTL_ADD, number, &wanted) == 0;
}

}  // namespace lanewise::runtime
