// Initialization of function-local static objects in liblanewise.so. The functions work like the corresponding
// functions of the C++ library, except that no thread can fork during an initialization (device/machine/forks.h).
// Otherwise the child of a fork could find a half-initialized object, and would wait for ever for a thread that the
// child does not have.
//
// Compiled code calls these functions if a static object is not yet initialized (Itanium C++ ABI, section 3.3.3). The
// ABI defines the first byte of a guard, which is nonzero once the object is initialized; this file uses the other
// bytes. The functions have hidden visibility, so that other libraries still use the functions of the C++ library.
#include <atomic>
#include <cstdint>
#include <new>

#include "device/machine/forks.h"

namespace {

struct Guard {
    std::atomic<std::uint8_t> is_made;
    std::atomic<std::uint32_t> state;
};
static_assert(sizeof(Guard) == 8);

constexpr std::uint32_t idle = 0, being_made = 1;

Guard& guard_of(std::uint64_t* word) noexcept { return *std::launder(reinterpret_cast<Guard*>(word)); }

void end(Guard& guard) noexcept {
    // A sequentially consistent store, because notify_all() must not check for waiting threads before the store.
    guard.state.store(idle, std::memory_order_seq_cst);
    guard.state.notify_all();
    lanewise::device::NoFork::leave();
}

}  // namespace

extern "C" {

__attribute__((visibility("hidden"))) int __cxa_guard_acquire(std::uint64_t* word) noexcept {
    Guard& guard = guard_of(word);
    if (guard.is_made.load(std::memory_order_acquire) != 0) return 0;
    lanewise::device::NoFork::enter();
    for (;;) {
        std::uint32_t expected = idle;
        if (guard.state.compare_exchange_strong(expected, being_made, std::memory_order_acq_rel)) break;
        guard.state.wait(being_made, std::memory_order_acquire);
    }
    if (guard.is_made.load(std::memory_order_acquire) == 0) return 1;
    end(guard);
    return 0;
}

__attribute__((visibility("hidden"))) void __cxa_guard_release(std::uint64_t* word) noexcept {
    Guard& guard = guard_of(word);
    guard.is_made.store(1, std::memory_order_release);
    end(guard);
}

__attribute__((visibility("hidden"))) void __cxa_guard_abort(std::uint64_t* word) noexcept { end(guard_of(word)); }

}  // extern "C"
