// The units of a task that no thread has claimed yet. The units form a single stretch, or one stretch for each thread,
// but at most `most_stretches` stretches. A thread begins in the stretch that its home (the number of the worker)
// selects, and continues in the other stretches. If a similar task follows, each thread therefore claims mostly the
// units that it claimed before, whose data may still be in its cache. Thread-safe, except for begin().
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

    /// Sets up `units` units, of which the first `begun` have begun. Must be called before any thread claims units. If
    /// `stretches` is 1, units begin in ascending order.
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

    /// Claims at most `wanted` units. Claims fewer units towards the end of the task, so that all `threads` threads
    /// finish at about the same time. Even then claims at least `least` units, if the chosen stretch has that many
    /// left. Returns an empty range if all units are claimed.
    Range claim(unsigned home, std::uint64_t least, std::uint64_t wanted, unsigned threads) noexcept {
        for (unsigned i = 0; i < stretches_; ++i) {
            const unsigned stretch = (home + i) % stretches_;
            const std::uint64_t rest = rest_of(stretch);
            if (rest == 0) continue;
            // Claims a smaller share of a stretch that another home selects: the stretch may contain most of the
            // remaining work, which several threads then share.
            const std::uint64_t share =
                i == 0 ? rest * stretches_ / (2 * std::uint64_t{threads}) : rest / (4 * std::uint64_t{threads});
            const std::uint64_t count = std::max<std::uint64_t>({1, least, std::min(wanted, share)});
            const std::uint64_t first = next_[stretch].fetch_add(count, std::memory_order_relaxed);
            const std::uint64_t end = start_of(stretch + 1);
            if (first < end) return {first, std::min(count, end - first)};
        }
        return {0, 0};
    }

    /// Marks all unclaimed units as claimed, so that they never run.
    void drop() noexcept {
        for (std::atomic<std::uint64_t>& next : next_) next.store(units_, std::memory_order_relaxed);
    }

private:
    // Returns the first unit of a stretch; returns the number of units if `stretch` is the number of stretches.
    std::uint64_t start_of(unsigned stretch) const noexcept {
        return units_ / stretches_ * stretch + units_ % stretches_ * stretch / stretches_;
    }
    std::uint64_t rest_of(unsigned stretch) const noexcept {
        const std::uint64_t next = next_[stretch].load(std::memory_order_relaxed), end = start_of(stretch + 1);
        return next < end ? end - next : 0;
    }

    std::uint64_t units_ = 0;
    unsigned stretches_ = 1;
    /// First unclaimed unit of each stretch. If all units of the stretch are claimed, the value may be beyond the end
    /// of the stretch.
    std::array<std::atomic<std::uint64_t>, most_stretches> next_{};
};

}  // namespace lanewise::device
