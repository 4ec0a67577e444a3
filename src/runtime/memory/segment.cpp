#include "runtime/memory/segment.h"

#include <sys/mman.h>

#include <bit>
#include <mutex>
#include <new>

#include "device/machine/forks.h"
#include "device/machine/spin_mutex.h"

namespace lanewise::runtime {
namespace {

static_assert(pages_per_segment == 32, "free_pages_ has a bit for each page");

/// Released segments, which have no memory and can be reused: one list for each type.
struct Spares {
    device::SpinMutex mutex;
    std::array<Segment*, 2> first{};
};
constinit Spares spares;

Segment* take_spare(Region::Type type) noexcept {
    const device::NoFork now;
    const std::lock_guard lock(spares.mutex);
    Segment*& first = spares.first[static_cast<unsigned>(type)];
    Segment* const taken = first;
    if (taken) first = taken->next;
    return taken;
}

/// Returns a bit mask of the pages at which a run of at least `count` free pages starts.
std::uint32_t starts_of_runs(std::uint32_t free, unsigned count) {
    for (unsigned have = 1; have < count;) {
        const unsigned more = std::min(have, count - have);
        free &= free >> more;
        have += more;
    }
    return free;
}

std::uint32_t mask_of(unsigned first, unsigned count) {
    return static_cast<std::uint32_t>((std::uint64_t{1} << count) - 1) << first;
}

}  // namespace

std::byte* Slab::take(AllocationRecord record) noexcept {
    const std::size_t block = first_free != 0 ? first_free - 1u : touched++;
    std::atomic<std::uint64_t>& word = segment->record(first_page, block);
    if (first_free != 0) first_free = AllocationRecord(word.load(std::memory_order_relaxed)).number();
    word.store(record.word(), std::memory_order_release);
    ++used;
    return segment->begin.load(std::memory_order_relaxed) + first_page * page_bytes + block * sizes().block_bytes;
}

void Slab::give_back(std::size_t block) noexcept {
    segment->record(first_page, block)
        .store(AllocationRecord::of_free_block(first_free).word(), std::memory_order_release);
    first_free = static_cast<std::uint16_t>(block + 1);
    --used;
}

Segment& Segment::make(Type type) {
    device::HostBlock memory(segment_bytes);
    Segment* segment = take_spare(type);
    if (!segment) {
        // Memory from mmap() contains zeros, which are the records of free blocks.
        const std::size_t records = pages_per_segment * page_bytes / (type == Type::fine_segment ? 128 : 1024);
        void* const mapped = mmap(nullptr, sizeof(Segment) + records * sizeof(std::uint64_t), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapped == MAP_FAILED) throw std::bad_alloc();
        segment = new (mapped) Segment(type);
    }
    segment->begin.store(memory.data(), std::memory_order_relaxed);
    segment->memory_ = std::move(memory);
    return *segment;
}

void Segment::release(Segment& segment) noexcept {
    segment.remove_slabs();
    {
        const device::HostBlock freed = std::move(segment.memory_);
    }
    const device::NoFork now;
    const std::lock_guard lock(spares.mutex);
    Segment*& first = spares.first[static_cast<unsigned>(segment.type)];
    segment.next = first;
    first = &segment;
}

// Another thread may change the segment at this moment. All indices nevertheless stay within their arrays, for two
// reasons. A page's `first_page` is never after the page itself. One record exists for each 128 or 1024 bytes of the
// segment, and no block is smaller.
std::optional<FoundBlock> Segment::find(const void* address) const noexcept {
    std::byte* const own = begin.load(std::memory_order_relaxed);
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - own);
    if (offset >= segment_bytes) return std::nullopt;
    const Page page = pages_[offset / page_bytes].load(std::memory_order_relaxed);
    if (page.size_class == Page::none) return std::nullopt;
    const SizeClass& sizes = size_classes[page.size_class];
    const std::size_t in_slab = offset - page.first_page * page_bytes;
    const std::size_t block = sizes.block_at(in_slab);
    const AllocationRecord record(
        const_cast<Segment*>(this)->record(page.first_page, block).load(std::memory_order_acquire));
    const std::size_t before = block * sizes.block_bytes;
    if (record.is_free() || in_slab - before >= record.size()) return std::nullopt;
    std::byte* const data = own + page.first_page * page_bytes + before;
    return FoundBlock{block, page.first_page, {data, record.size(), record.traits()}};
}

Slab* Segment::add_slab(unsigned size_class) noexcept {
    const unsigned count = size_classes[size_class].pages;
    const std::uint32_t starts = starts_of_runs(free_pages_, count);
    if (starts == 0) return nullptr;
    const auto first = static_cast<unsigned>(std::countr_zero(starts));
    free_pages_ &= ~mask_of(first, count);
    Slab& slab = slabs_[first];
    slab = {};
    slab.segment = this;
    slab.first_page = static_cast<std::uint8_t>(first);
    slab.size_class = static_cast<std::uint8_t>(size_class);
    // The records of an earlier slab in these pages need no reset, since each of them is still the record of a free
    // block.
    for (unsigned i = 0; i < count; ++i)
        pages_[first + i].store({slab.first_page, slab.size_class}, std::memory_order_relaxed);
    return &slab;
}

void Segment::remove_slab(Slab& slab) noexcept {
    const unsigned count = slab.sizes().pages;
    for (unsigned i = 0; i < count; ++i) pages_[slab.first_page + i].store({}, std::memory_order_relaxed);
    free_pages_ |= mask_of(slab.first_page, count);
}

void Segment::remove_slabs() noexcept {
    for (unsigned page = 0; page < pages_per_segment; ++page) {
        const Page known = pages_[page].load(std::memory_order_relaxed);
        if (known.size_class == Page::none || known.first_page != page) continue;
        Slab& slab = slabs_[page];
        for (std::size_t block = 0; block < slab.touched; ++block)
            record(page, block).store(0, std::memory_order_relaxed);
        remove_slab(slab);
    }
}

unsigned Segment::largest_run() const noexcept {
    unsigned length = 0;
    for (std::uint32_t starts = free_pages_; starts != 0; starts &= starts >> 1) ++length;
    return length;
}

}  // namespace lanewise::runtime
