// The estimated time of a kernel's work-items, learnt from its launches. The estimate decides which threads run a
// launch, never whether it runs. Thread-safe; concurrent updates may get lost.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>

namespace lanewise::device {

class CostEstimate {
public:
    float item_ns() const noexcept { return item_ns_.load(std::memory_order_relaxed); }

    /// Returns whether any launch has been timed.
    bool is_known() const noexcept { return timed_.load(std::memory_order_relaxed) != 0; }

    /// Returns the shortest measured time of a work-item; 0 until several launches have been timed. A measured time
    /// includes the time for which the thread waits for a CPU, so the measured times of the first few launches may all
    /// be too long.
    float least_item_ns() const noexcept {
        constexpr unsigned enough = 4;
        return timed_.load(std::memory_order_relaxed) < enough ? 0 : least_item_ns_.load(std::memory_order_relaxed);
    }

    /// Returns whether to time a launch that is expected to take `expected_ns`. Short launches are timed only
    /// sometimes.
    bool wants_time(float expected_ns) noexcept {
        const unsigned seen = launches_.load(std::memory_order_relaxed);
        launches_.store(seen + 1, std::memory_order_relaxed);
        return expected_ns > telling_ns || seen % 16 == 0;
    }

    /// Returns whether a launch should run on one thread, which then measures the time without the overhead of sharing.
    /// Returns true for only a few of the launches that are hardly worth sharing: while one thread runs a launch alone,
    /// all other threads may go to sleep. Must be called before wants_time().
    bool wants_alone(float expected_ns) const noexcept {
        return is_known() && expected_ns < hardly_shared_ns && launches_.load(std::memory_order_relaxed) % 256 == 8;
    }

    /// Corrects the estimate by a measured launch of `items` work-items. `ns` is the time of the launch, added over all
    /// threads.
    void correct(float ns, float items, bool is_shared = false) noexcept {
        const float measured = std::max((ns - call_ns) / items, least_ns);
        const float known = item_ns();
        // Most of a short launch's time is overhead, so the measured time is only an upper bound of the time of its
        // work-items. The time of a shared launch is an upper bound too, since its threads take data out of each
        // other's caches.
        const bool is_bound = ns < telling_ns || (is_shared && ns < much_ns);
        const float corrected = is_bound ? std::min(known, measured) : (known + measured) / 2;
        if (corrected != known) item_ns_.store(corrected, std::memory_order_relaxed);
        if (measured < least_item_ns_.load(std::memory_order_relaxed)) {
            least_item_ns_.store(measured, std::memory_order_relaxed);
        }
        timed_.store(timed_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }

private:
    static constexpr float call_ns = 20;  // time to read the clock and to call the code
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
