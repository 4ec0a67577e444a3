// Estimated time of a kernel's work-items, learnt from its launches. It decides which threads run a launch, never
// whether it runs. Thread-safe; updates may get lost.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>

namespace lanewise::device {

class CostEstimate {
public:
    float item_ns() const noexcept { return item_ns_.load(std::memory_order_relaxed); }

    /// Whether any launch has been timed.
    bool is_known() const noexcept { return timed_.load(std::memory_order_relaxed) != 0; }

    /// Shortest measured time of a work-item; 0 until several launches have been timed. The clock goes on while a
    /// thread waits for a CPU, so a few launches may all seem long.
    float least_item_ns() const noexcept {
        constexpr unsigned enough = 4;
        return timed_.load(std::memory_order_relaxed) < enough ? 0 : least_item_ns_.load(std::memory_order_relaxed);
    }

    /// Whether a launch expected to take `expected_ns` should be timed; short ones are timed only now and then.
    bool wants_time(float expected_ns) noexcept {
        const unsigned seen = launches_.load(std::memory_order_relaxed);
        launches_.store(seen + 1, std::memory_order_relaxed);
        return expected_ns > telling_ns || seen % 16 == 0;
    }

    /// Whether a launch should run on one thread, to measure its time there. True now and then for launches that are
    /// hardly worth sharing, which cost more when they are shared. It is rare, since the other threads go to sleep
    /// meanwhile. To be called before wants_time().
    bool wants_alone(float expected_ns) const noexcept {
        return is_known() && expected_ns < hardly_shared_ns && launches_.load(std::memory_order_relaxed) % 256 == 8;
    }

    /// Notes that a launch of `items` work-items took `ns` on all threads together.
    void correct(float ns, float items, bool is_shared = false) noexcept {
        const float measured = std::max((ns - call_ns) / items, least_ns);
        const float known = item_ns();
        // A short launch is mostly overhead, so it only gives an upper bound for an item. So does a shared launch, in
        // which threads take data out of each other's caches.
        const bool is_bound = ns < telling_ns || (is_shared && ns < much_ns);
        const float corrected = is_bound ? std::min(known, measured) : (known + measured) / 2;
        if (corrected != known) item_ns_.store(corrected, std::memory_order_relaxed);
        if (measured < least_item_ns_.load(std::memory_order_relaxed)) {
            least_item_ns_.store(measured, std::memory_order_relaxed);
        }
        timed_.store(timed_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }

private:
    static constexpr float call_ns = 20;  // reading the clock, entering the code
    static constexpr float least_ns = 0.01f;
    static constexpr float telling_ns = 2000;
    static constexpr float hardly_shared_ns = 20'000;
    static constexpr float much_ns = 100'000;

    std::atomic<unsigned> launches_ = 0;
    std::atomic<float> item_ns_ = 1;
    std::atomic<float> least_item_ns_ = std::numeric_limits<float>::max();
    std::atomic<unsigned> timed_ = 0;
};

}  // namespace lanewise::device
