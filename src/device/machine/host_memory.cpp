#include "device/machine/host_memory.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <new>
#include <vector>

#include "device/machine/forks.h"
#include "device/machine/page_sizes.h"

namespace lanewise::device {
namespace {

constexpr std::size_t huge_page = huge_page_bytes;
constexpr std::size_t smallest_large_block = huge_page;
/// Alignment of blocks from the heap. The function aligned_alloc is not used: if an application replaces malloc and
/// free by another allocator, this allocator may lack aligned_alloc.
constexpr std::align_val_t heap_alignment{block_base_alignment};
/// Maximum size of blocks that are cleared. Some programs never initialize small buffers of counters. They rely on
/// zeros, which new buffers contain by chance on devices with their own memory.
constexpr std::size_t most_cleared_bytes = std::size_t{16} << 10;
constexpr std::size_t most_kept_bytes = std::size_t{512} << 20;
/// Kept blocks take at most this fraction (1/part_of_limit) of a limited address space, since the application needs the
/// rest.
constexpr std::size_t part_of_limit = 16;

std::size_t keepable_bytes() noexcept {
    rlim_t least = RLIM_INFINITY;
    for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
        if (rlimit limit{}; getrlimit(resource, &limit) == 0) least = std::min(least, limit.rlim_cur);
    }
    return least == RLIM_INFINITY ? most_kept_bytes : std::min<std::size_t>(most_kept_bytes, least / part_of_limit);
}

std::size_t round_up(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

void unmap(std::byte* data, std::size_t bytes) noexcept {
    forget_pages(data, bytes);
    munmap(data, bytes);
}

/// Maps new memory; `bytes` must be a multiple of a huge page. Returns null if there is no memory.
std::byte* map_fresh(std::size_t bytes, std::size_t alignment) {
    const std::size_t slack = std::max(alignment, huge_page);
    if (bytes > SIZE_MAX - slack) return nullptr;
    void* mapped =
        mmap(nullptr, bytes + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return nullptr;
    const auto begin = reinterpret_cast<std::uintptr_t>(mapped);
    const std::uintptr_t aligned = round_up(begin, slack);
    if (aligned != begin) munmap(mapped, aligned - begin);
    const std::uintptr_t rest = begin + slack - aligned;
    if (rest != 0) munmap(reinterpret_cast<void*>(aligned + bytes), rest);
    auto* block = reinterpret_cast<std::byte*>(aligned);
    watch_pages(block, bytes);
    return block;
}

/// Freed large blocks, in the order in which they were freed.
class KeptBlocks {
public:
    /// Takes a kept block whose size is at least `bytes`, and exceeds `bytes` by at most a quarter; returns null if
    /// there is none.
    std::byte* take(std::size_t bytes, std::size_t alignment, std::size_t& capacity) {
        const std::lock_guard lock(mutex_);
        const auto fits = [&](const Kept& kept) {
            return kept.capacity >= bytes && kept.capacity - bytes <= bytes / 4 &&
                   reinterpret_cast<std::uintptr_t>(kept.data) % alignment == 0;
        };
        const auto found = std::find_if(blocks_.rbegin(), blocks_.rend(), fits);
        if (found == blocks_.rend()) return nullptr;
        const Kept kept = *found;
        blocks_.erase(std::next(found).base());
        bytes_ -= kept.capacity;
        capacity = kept.capacity;
        return kept.data;
    }

    void keep(std::byte* data, std::size_t capacity) noexcept {
        const std::size_t most = keepable_bytes();
        // The system cannot take back memory that mlockall() has locked, so madvise() fails for such memory.
        if (capacity > most || madvise(data, capacity, MADV_FREE) != 0) {
            unmap(data, capacity);
            return;
        }
        discard_small_pages(data, capacity);
        const std::lock_guard lock(mutex_);
        while (!blocks_.empty() && (bytes_ + capacity > most || blocks_.size() == blocks_.capacity())) drop_oldest();
        blocks_.push_back({data, capacity});
        bytes_ += capacity;
    }

    /// Frees all kept blocks; returns false if there were none.
    bool drop_all() noexcept {
        const std::lock_guard lock(mutex_);
        if (blocks_.empty()) return false;
        while (!blocks_.empty()) drop_oldest();
        return true;
    }

private:
    struct Kept {
        std::byte* data;
        std::size_t capacity;
    };

    KeptBlocks();
    friend KeptBlocks& kept_blocks();

    void drop_oldest() noexcept {
        unmap(blocks_.front().data, blocks_.front().capacity);
        bytes_ -= blocks_.front().capacity;
        blocks_.erase(blocks_.begin());
    }

    std::mutex mutex_;
    std::vector<Kept> blocks_;  // never grows beyond its first capacity, so that keep() cannot throw
    std::size_t bytes_ = 0;
};

/// Returns the only instance. It is never destroyed, since buffers may outlive all static objects.
KeptBlocks& kept_blocks() {
    static auto* const blocks = new KeptBlocks;
    return *blocks;
}

KeptBlocks::KeptBlocks() {
    blocks_.reserve(64);
    // The forking thread locks the mutex before the fork. If another thread held the mutex during the fork, the mutex
    // would stay locked in the child forever.
    on_fork({[] { kept_blocks().mutex_.lock(); }, [] { kept_blocks().mutex_.unlock(); },
             [] { kept_blocks().mutex_.unlock(); }});
}

}  // namespace

HostBlock::HostBlock(std::size_t bytes, std::size_t alignment) {
    alignment = std::max(alignment, block_base_alignment);
    // If the allocation fails, frees the kept blocks and tries again.
    if (!allocate(bytes, alignment) && !(kept_blocks().drop_all() && allocate(bytes, alignment))) {
        throw std::bad_alloc();
    }
}

bool HostBlock::allocate(std::size_t bytes, std::size_t alignment) {
    if (bytes < smallest_large_block && alignment == block_base_alignment) {
        data_ = static_cast<std::byte*>(::operator new(round_up(bytes, alignment), heap_alignment, std::nothrow));
        if (data_ && bytes <= most_cleared_bytes) std::memset(data_, 0, bytes);
    } else if (bytes <= SIZE_MAX - huge_page) {
        const std::size_t rounded = round_up(bytes, huge_page);
        data_ = kept_blocks().take(rounded, alignment, capacity_);
        if (!data_) {
            data_ = map_fresh(rounded, alignment);
            capacity_ = rounded;
        }
    }
    return data_ != nullptr;
}

HostBlock::~HostBlock() {
    if (capacity_ != 0) {
        kept_blocks().keep(data_, capacity_);
    } else {
        ::operator delete(data_, heap_alignment);
    }
}

}  // namespace lanewise::device
