// What a kernel's work-items take, learnt from its launches. It decides who runs a launch, never whether.
// Thread-safe; updates may get lost.
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

    /// The least that a work-item was seen to take. The clock goes on while a thread waits for a CPU, so that few
    /// launches may all have seemed long: 0 until some have been timed.
    float least_item_ns() const noexcept {
        constexpr unsigned enough = 4;
        return timed_.load(std::memory_order_relaxed) < enough ? 0 : least_item_ns_.load(std::memory_order_relaxed);
    }

    /// Whether a launch that is expected to take so long should be timed: short ones now and then.
    bool wants_time(float expected_ns) noexcept {
        const unsigned seen = launches_.load(std::memory_order_relaxed);
        launches_.store(seen + 1, std::memory_order_relaxed);
        return expected_ns > telling_ns || seen % 16 == 0;
    }

    /// Whether a launch should run on one thread to see what it takes there: of those that are hardly worth sharing,
    /// and cost more when they are, now and then one; rarely, for meanwhile the other threads go to sleep. Before
    /// wants_time().
    bool wants_alone(float expected_ns) const noexcept {
        return is_known() && expected_ns < hardly_shared_ns && launches_.load(std::memory_order_relaxed) % 256 == 8;
    }

    /// A launch of so many work-items took `ns` on all threads together.
    void correct(float ns, float items, bool is_shared = false) noexcept {
        const float measured = std::max((ns - call_ns) / items, least_ns);
        const float known = item_ns();
        // Of a short launch most is overhead: it shows only what an item does not exceed. So does a shared one, in
        // which what one thread has in its caches another one wants.
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
