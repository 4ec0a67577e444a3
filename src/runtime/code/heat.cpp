#include "runtime/code/heat.h"

#include <unistd.h>

namespace lanewise::runtime {

bool Heat::has_become_hot(float expected_ns, float hot_ns) noexcept {
    // Concurrent additions may get lost; the kernel then becomes hot a little later.
    const float spent = spent_ns_.load(std::memory_order_relaxed) + expected_ns;
    spent_ns_.store(spent, std::memory_order_relaxed);
    if (spent < hot_ns) return false;
    const int own = getpid();
    int maker = maker_.load(std::memory_order_relaxed);
    return maker != own && maker_.compare_exchange_strong(maker, own, std::memory_order_relaxed);
}

}  // namespace lanewise::runtime
