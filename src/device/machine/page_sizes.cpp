#include "device/machine/page_sizes.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "device/machine/clock.h"
#include "device/machine/forks.h"
#include "device/machine/resident_pages.h"
#include "lanewise/per_thread.h"

namespace lanewise::device {

std::atomic<unsigned> watched_blocks = 0;

namespace {

/// Maximum number of bytes that get huge pages before the program touches any of them: in one block, and in all blocks
/// together.
constexpr std::size_t most_unasked_bytes = std::size_t{64} << 20;
constexpr std::size_t most_unasked_bytes_of_all = std::size_t{512} << 20;
/// Minimum size of blocks that are searched for resident pages. Smaller blocks have only huge pages.
constexpr std::size_t smallest_watched = std::size_t{8} << 20;
/// Number of page faults after which it is worthwhile to count resident pages.
constexpr long few_faults = 64;
/// Minimum number of resident pages in a dense region.
constexpr std::uint32_t dense_pages = 256;
/// Minimum time between two queries of a thread's page faults. In a shorter time, the thread cannot touch enough pages
/// to make a region dense.
constexpr float least_ns_between_questions = 40'000;
constexpr std::size_t first_window = 16;  // number of regions
constexpr std::size_t most_starts = 16;

/// A block, divided into regions of the size of a huge page. A region is settled when it is dense, or when the system
/// has been told to use huge pages for it.
class Block {
public:
    Block(std::byte* begin, std::size_t bytes)
        : begin_(reinterpret_cast<std::uintptr_t>(begin)), settled_(bytes / huge_page_bytes, false) {}

    std::uintptr_t end() const { return begin_ + settled_.size() * huge_page_bytes; }
    bool is_settled() const { return open_ == 0; }

    std::size_t unasked_bytes = 0;

    void settle(std::size_t first, std::size_t count) {
        const std::size_t last = std::min(first + count, settled_.size());
        while (first < last) {
            std::size_t run = first;
            while (run < last && !settled_[run]) settled_[run++] = true;
            if (run > first) {
                madvise(reinterpret_cast<void*>(begin_ + first * huge_page_bytes), (run - first) * huge_page_bytes,
                        MADV_HUGEPAGE);
                open_ -= run - first;
            }
            first = std::max(run, first + 1);
        }
    }

    /// Uses huge pages for the first `bytes` bytes of each of `starts` equal parts of the block. The threads of a
    /// launch probably begin at these places.
    void settle_starts(std::size_t bytes, std::size_t starts) {
        for (std::size_t i = 0; i < starts; ++i) settle(settled_.size() * i / starts, bytes / huge_page_bytes);
    }

    /// Uses huge pages for each region that lies at least half in [begin, end).
    void settle_within(std::uintptr_t begin, std::uintptr_t end) {
        begin = std::max(begin, begin_);
        end = std::min(end, this->end());
        if (begin >= end) return;
        const std::size_t first = (begin - begin_ + huge_page_bytes / 2) / huge_page_bytes;
        const std::size_t last = (end - begin_ + huge_page_bytes / 2) / huge_page_bytes;
        if (first < last) settle(first, last - first);
    }

    /// Gives the resident pages of unsettled regions back to the system.
    void discard_small() const {
        for (std::size_t first = 0; first < settled_.size(); ++first) {
            std::size_t last = first;
            while (last < settled_.size() && !settled_[last]) ++last;
            if (last > first)
                madvise(reinterpret_cast<void*>(begin_ + first * huge_page_bytes), (last - first) * huge_page_bytes,
                        MADV_DONTNEED);
            first = last;
        }
    }

    /// Finds dense regions, and uses huge pages for windows before and after these regions. Returns the number of
    /// resident pages in unsettled regions.
    std::size_t look(ResidentPages& pages, std::vector<std::uint32_t>& counts) {
        std::size_t small = 0;
        for (std::size_t first = 0; first < settled_.size();) {
            if (settled_[first]) {
                ++first;
                continue;
            }
            std::size_t last = first;
            while (last < settled_.size() && !settled_[last]) ++last;
            counts.resize(last - first);
            pages.count(begin_ + first * huge_page_bytes, counts);
            small += take(first, counts);
            first = last;
        }
        return small;
    }

private:
    std::size_t take(std::size_t first, const std::vector<std::uint32_t>& counts) {
        std::size_t small = 0;
        for (std::size_t i = 0; i < counts.size();) {
            std::size_t run = i;
            while (run < counts.size() && counts[run] >= dense_pages) ++run;
            if (run == i) {
                small += counts[i++];
                continue;
            }
            settle(first + i, run - i);
            open_windows(first + i, first + run);
            i = run;
        }
        return small;
    }

    // Uses huge pages for two windows: one before and one after the run of settled regions that contains [first, last).
    // Each window is twice as long as this run, and at least first_window regions long.
    void open_windows(std::size_t first, std::size_t last) {
        while (first > 0 && settled_[first - 1]) --first;
        while (last < settled_.size() && settled_[last]) ++last;
        const std::size_t window = std::max(first_window, 2 * (last - first));
        settle(last, window);
        const std::size_t before = std::min(window, first);
        settle(first - before, before);
    }

    std::uintptr_t begin_;
    std::vector<bool> settled_;
    std::size_t open_ = settled_.size();
};

class WatchedPages {
public:
    WatchedPages() {
        on_fork({[] { instance().mutex_.lock(); }, unlock, unlock});
    }

    /// Returns the only instance. It is never destroyed, since buffers may outlive all static objects.
    static WatchedPages& instance() {
        static auto* const pages = new WatchedPages;
        return *pages;
    }

    void watch(std::byte* data, std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        Block block(data, bytes);
        block.unasked_bytes = std::min({bytes, most_unasked_bytes, most_unasked_bytes_of_all - unasked_bytes_});
        const bool is_whole = block.unasked_bytes == bytes;
        // MADV_NOHUGEPAGE is needed, since the system may use huge pages by default.
        if (!is_whole) madvise(data, bytes, MADV_NOHUGEPAGE);
        const auto threads = std::min<std::size_t>(std::thread::hardware_concurrency(), most_starts);
        const std::size_t windows = is_whole ? 1 : std::min(threads, block.unasked_bytes / huge_page_bytes);
        if (windows != 0) block.settle_starts(block.unasked_bytes / windows, windows);
        unasked_bytes_ += block.unasked_bytes;
        if (!block.is_settled()) watched_blocks.fetch_add(1, std::memory_order_relaxed);
        blocks_.insert_or_assign(reinterpret_cast<std::uintptr_t>(data), std::move(block));
    }

    void forget(const std::byte* data) noexcept {
        const std::lock_guard lock(mutex_);
        const auto found = blocks_.find(reinterpret_cast<std::uintptr_t>(data));
        if (found == blocks_.end()) return;
        unasked_bytes_ -= found->second.unasked_bytes;
        if (!found->second.is_settled()) watched_blocks.fetch_sub(1, std::memory_order_relaxed);
        blocks_.erase(found);
    }

    void discard_small(const std::byte* data) noexcept {
        const std::lock_guard lock(mutex_);
        const auto found = blocks_.find(reinterpret_cast<std::uintptr_t>(data));
        if (found != blocks_.end() && !found->second.is_settled()) found->second.discard_small();
    }

    void expect_dense(std::uintptr_t begin, std::uintptr_t end) noexcept {
        const std::lock_guard lock(mutex_);
        auto block = blocks_.upper_bound(begin);
        if (block != blocks_.begin()) --block;
        for (; block != blocks_.end() && block->first < end; ++block)
            change(block->second, [&](Block& changed) { changed.settle_within(begin, end); });
    }

    void look(long faults) {
        if (faults_.fetch_add(faults, std::memory_order_relaxed) + faults < next_look_.load(std::memory_order_relaxed))
            return;
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock.owns_lock()) return;
        std::size_t small = 0;
        ResidentPages pages;
        for (auto& [begin, block] : blocks_)
            change(block, [&](Block& changed) { small += changed.look(pages, counts_); });
        // Counting takes longer if more small pages are resident, so more page faults must then happen before the next
        // count.
        next_look_.store(std::max(few_faults, static_cast<long>(small / 2)), std::memory_order_relaxed);
        faults_.store(0, std::memory_order_relaxed);
    }

private:
    static void unlock() { instance().mutex_.unlock(); }

    template <class Change>
    static void change(Block& block, const Change& make) {
        if (block.is_settled()) return;
        make(block);
        if (block.is_settled()) watched_blocks.fetch_sub(1, std::memory_order_relaxed);
    }

    std::mutex mutex_;
    std::map<std::uintptr_t, Block> blocks_;  // watched blocks by start address
    std::size_t unasked_bytes_ = 0;
    std::vector<std::uint32_t> counts_;
    std::atomic<long> faults_ = 0;
    std::atomic<long> next_look_ = few_faults;
};

/// The number of a thread's page faults at its last call of look_at_pages_after(), and the time of its last query of
/// page faults.
struct SeenFaults {
    long count = 0;
    std::uint64_t asked = 0;  // value of ticks()
};

}  // namespace

void watch_pages(std::byte* block, std::size_t bytes) noexcept {
    if (bytes < smallest_watched) {
        madvise(block, bytes, MADV_HUGEPAGE);
        return;
    }
    try {
        WatchedPages::instance().watch(block, bytes);
    } catch (const std::bad_alloc&) {
        madvise(block, bytes, MADV_HUGEPAGE);
    }
}

void forget_pages(const std::byte* block, std::size_t bytes) noexcept {
    if (bytes >= smallest_watched) WatchedPages::instance().forget(block);
}

void discard_small_pages(const std::byte* block, std::size_t bytes) noexcept {
    if (bytes >= smallest_watched) WatchedPages::instance().discard_small(block);
}

void expect_dense_slowly(const void* data, std::size_t bytes) noexcept {
    const auto begin = reinterpret_cast<std::uintptr_t>(data);
    WatchedPages::instance().expect_dense(begin, begin + bytes);
}

void look_at_pages_slowly() noexcept {
    auto& seen = per_thread<SeenFaults>();
    const std::uint64_t now = ticks();
    if (nanoseconds(now - seen.asked) < least_ns_between_questions) return;
    seen.asked = now;
    rusage usage;
    if (getrusage(RUSAGE_THREAD, &usage) != 0) return;
    const long faults = usage.ru_minflt - seen.count;
    if (faults < few_faults) return;
    seen.count = usage.ru_minflt;
    look_at_pages_after(faults);
}

void look_at_pages_after(long faults) noexcept {
    try {
        WatchedPages::instance().look(faults);
    } catch (const std::bad_alloc&) {  // if memory runs out, the page sizes stay unchanged
    }
}

}  // namespace lanewise::device
