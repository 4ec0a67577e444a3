// Which units of a task no thread has begun with. They lie in one stretch or in several, each for the threads of one
// home, which begin there and go on in the others: the same threads come to the same units of a task that is like the
// last one, with what they touch still in their caches.
// Thread-safe but for begin().
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

    /// Before any thread claims; `units` of them, of which the first `begun` are under way. In one stretch, units are
    /// begun in their order.
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

    /// At most `wanted` units, and towards the end fewer, so that all of `threads` are ready at the same time, down to
    /// `least`, if there are so many left. None: all are under way.
    Range claim(unsigned home, std::uint64_t least, std::uint64_t wanted, unsigned threads) noexcept {
        for (unsigned i = 0; i < stretches_; ++i) {
            const unsigned stretch = (home + i) % stretches_;
            const std::uint64_t rest = rest_of(stretch);
            if (rest == 0) continue;
            // Of another home's stretch little at a time: it may be that one where the work is.
            const std::uint64_t share =
                i == 0 ? rest * stretches_ / (2 * std::uint64_t{threads}) : rest / (4 * std::uint64_t{threads});
            const std::uint64_t count = std::max<std::uint64_t>({1, least, std::min(wanted, share)});
            const std::uint64_t first = next_[stretch].fetch_add(count, std::memory_order_relaxed);
            const std::uint64_t end = start_of(stretch + 1);
            if (first < end) return {first, std::min(count, end - first)};
        }
        return {0, 0};
    }

    /// None of the rest is claimed any more.
    void drop() noexcept {
        for (std::atomic<std::uint64_t>& next : next_) next.store(units_, std::memory_order_relaxed);
    }

private:
    // Of the one behind the last, the end.
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
