#include "device/kernel/kernel_clock.h"

#include <chrono>

std::uint64_t lanewise_clock() noexcept {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count());
}
