#include "device/pool/waiter.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace lanewise::device {

// A single atomic word stores two facts: the thread sleeps or not; there is a reason to wake it, or not. Other threads
// therefore always see both facts as they were at one moment. The wait functions of std::atomic are not used,
// since they keep a separate count of sleeping threads and have no timeout.
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);
static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

void Waiter::sleep() noexcept {
    std::uint32_t seen = awake;
    if (state_.compare_exchange_strong(seen, asleep, std::memory_order_acq_rel)) {
        constexpr timespec second = {.tv_sec = 1, .tv_nsec = 0};
        ::syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, asleep, &second, nullptr, 0);
    }
    seen = state_.load(std::memory_order_acquire);
    while (seen != done_state && !state_.compare_exchange_weak(seen, awake, std::memory_order_acq_rel)) {
    }
}

void Waiter::wake(const std::atomic<std::uint32_t>* state) noexcept {
    ::syscall(SYS_futex, state, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace lanewise::device
