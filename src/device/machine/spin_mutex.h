// A mutex of one 32-bit word for critical sections of a few instructions. A waiting thread spins briefly, then sleeps
// in the operating system, so that it wastes no CPU time while the owner is preempted.
#pragma once

#include <atomic>
#include <cstdint>

namespace lanewise::device {

/// Tells the CPU that this thread is spinning.
inline void pause() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

class SpinMutex {
public:
    void lock() noexcept {
        std::uint32_t expected = unlocked;
        if (!state_.compare_exchange_strong(expected, locked, std::memory_order_acquire)) {
            lock_contended();
        }
    }

    bool try_lock() noexcept {
        std::uint32_t expected = unlocked;
        return state_.compare_exchange_strong(expected, locked, std::memory_order_acquire);
    }

    void unlock() noexcept {
        if (state_.exchange(unlocked, std::memory_order_release) == contended) {
            state_.notify_one();
        }
    }

private:
    static constexpr std::uint32_t unlocked = 0, locked = 1, contended = 2;
    static constexpr int spins = 64;

    void lock_contended() noexcept {
        for (int i = 0; i < spins; ++i) {
            pause();
            if (state_.load(std::memory_order_relaxed) == unlocked && try_lock()) return;
        }
        while (state_.exchange(contended, std::memory_order_acquire) != unlocked) {
            state_.wait(contended, std::memory_order_relaxed);
        }
    }

    std::atomic<std::uint32_t> state_{unlocked};
};

}  // namespace lanewise::device
