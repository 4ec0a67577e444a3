// The units of a task that no thread has claimed yet. They form one stretch or several, one for each home: threads of a
// home begin in its stretch and go on in the others. When a similar task follows, each thread gets the same units
// again, with their data still in its caches. Thread-safe except for begin().
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace lanewise::device {

class Claims {
public:
    static constexpr unsigned most_stretches = 8;

    struct Range {
        std::uint64_t first, count;
    };

    /// Sets up `units` units, the first `begun` of which are under way; called before any thread claims. In a single
    /// stretch, units are begun in their order.
    void begin(std::uint64_t units, unsigned stretches, std::uint64_t begun = 0) noexcept {
        units_ = units;
        stretches_ = std::clamp(stretches, 1u, most_stretches);
        for (unsigned i = 0; i < stretches_; ++i) next_[i].store(start_of(i) + begun, std::memory_order_relaxed);
    }

    std::uint64_t rest() const noexcept {
        std::uint64_t sum = 0;
        for (unsigned i = 0; i < stretches_; ++i) sum += rest_of(i);
        return sum;
    }

    /// Claims at most `wanted` units. Towards the end it claims fewer, down to `least`, so that all `threads` finish at
    /// the same time. An empty range: all units are under way.
    Range claim(unsigned home, std::uint64_t least, std::uint64_t wanted, unsigned threads) noexcept {
        for (unsigned i = 0; i < stretches_; ++i) {
            const unsigned stretch = (home + i) % stretches_;
            const std::uint64_t rest = rest_of(stretch);
            if (rest == 0) continue;
            // Take less at a time from another home's stretch: most of the remaining time may lie in that stretch.
            const std::uint64_t share =
                i == 0 ? rest * stretches_ / (2 * std::uint64_t{threads}) : rest / (4 * std::uint64_t{threads});
            const std::uint64_t count = std::max<std::uint64_t>({1, least, std::min(wanted, share)});
            const std::uint64_t first = next_[stretch].fetch_add(count, std::memory_order_relaxed);
            const std::uint64_t end = start_of(stretch + 1);
            if (first < end) return {first, std::min(count, end - first)};
        }
        return {0, 0};
    }

    /// Drops all unclaimed units.
    void drop() noexcept {
        for (std::atomic<std::uint64_t>& next : next_) next.store(units_, std::memory_order_relaxed);
    }

private:
    // First unit of the stretch; the end for the stretch after the last one.
    std::uint64_t start_of(unsigned stretch) const noexcept {
        return units_ / stretches_ * stretch + units_ % stretches_ * stretch / stretches_;
    }
    std::uint64_t rest_of(unsigned stretch) const noexcept {
        const std::uint64_t next = next_[stretch].load(std::memory_order_relaxed), end = start_of(stretch + 1);
        return next < end ? end - next : 0;
    }

    std::uint64_t units_ = 0;
    unsigned stretches_ = 1;
    std::array<std::atomic<std::uint64_t>, most_stretches> next_{};  // may pass the end
};

}  // namespace lanewise::device
