#include "runtime/memory/block_heap.h"

#include <memory>
#include <mutex>
#include <utility>

#include "device/machine/forks.h"

namespace lanewise::runtime {
namespace {

Region::Type type_for(unsigned size_class) {
    return size_class < fine_classes ? Region::Type::fine_segment : Region::Type::coarse_segment;
}

void take_out_of_map(Segment& segment) noexcept {
    segment.owner.store(nullptr, std::memory_order_relaxed);
    AddressMap::remove(segment.begin.load(std::memory_order_relaxed), segment_bytes);
}

/// Returns the number of the calling thread. A thread gets its number at its first allocation.
unsigned number_of_thread() noexcept {
    static constinit std::atomic<unsigned> next = 0;
    static constinit thread_local unsigned own = 0;
    if (own == 0) [[unlikely]]
        own = next.fetch_add(1, std::memory_order_relaxed) + 1;
    return own;
}

}  // namespace

Shard::~Shard() {
    for (SegmentLists& lists : segments_) {
        for (Segment* segment : lists) {
            while (segment) {
                Segment& freed = *std::exchange(segment, segment->next);
                take_out_of_map(freed);
                Segment::release(freed);
            }
        }
    }
}

std::byte* Shard::allocate(unsigned size_class, AllocationRecord record) {
    for (;;) {
        {
            const std::lock_guard lock(mutex_);
            if (Slab* const slab = slab_with_room(size_class)) {
                std::byte* const block = slab->take(record);
                if (slab->is_full()) remove(*slab);
                return block;
            }
        }
        // Adds a segment and searches again, because other threads of the shard may use up the new segment before this
        // thread allocates from it.
        Segment& made = Segment::make(type_for(size_class));
        made.shard.store(index_, std::memory_order_relaxed);
        made.owner.store(&owner_, std::memory_order_relaxed);
        try {
            AddressMap::add(made, made.begin.load(std::memory_order_relaxed), segment_bytes);
        } catch (...) {
            made.owner.store(nullptr, std::memory_order_relaxed);
            Segment::release(made);
            throw;
        }
        const std::lock_guard lock(mutex_);
        insert(made);
    }
}

Slab* Shard::slab_with_room(unsigned size_class) noexcept {
    if (slabs_[size_class]) [[likely]]
        return slabs_[size_class];
    SegmentLists& lists = segments_[static_cast<unsigned>(type_for(size_class))];
    // Looks at each segment's largest run of free pages, and takes the segment with the shortest sufficient run (best
    // fit). Other segments may thus become empty.
    for (unsigned run = size_classes[size_class].pages; run < lists.size(); ++run) {
        Segment* const segment = lists[run];
        if (!segment) continue;
        remove(*segment);
        Slab& slab = *segment->add_slab(size_class);
        insert(*segment);
        insert(slab);
        return &slab;
    }
    return nullptr;
}

bool Shard::free(Segment& segment, const void* block, AllocationKinds kinds) noexcept {
    Segment* released = nullptr;
    {
        const std::lock_guard lock(mutex_);
        // The look-up that found the segment took no lock, so another thread may have freed the block meanwhile.
        if (segment.owner.load(std::memory_order_relaxed) != &owner_ ||
            segment.shard.load(std::memory_order_relaxed) != index_)
            return false;
        const auto found = segment.find(block);
        if (!found || found->allocation.data != block || (bit_of(found->allocation.traits.kind) & kinds) == 0)
            return false;
        Slab& slab = segment.slab_at(found->first_page);
        const bool was_full = slab.is_full();
        slab.give_back(found->number);
        if (was_full) insert(slab);
        if (slab.used == 0 && (slab.next || slab.previous)) released = free_slab(slab);
    }
    if (released) Segment::release(*released);
    return true;
}

Segment* Shard::free_slab(Slab& slab) noexcept {
    Segment& segment = *slab.segment;
    remove(slab);
    remove(segment);
    segment.remove_slab(slab);
    const Segment* const other_empty = lists_of(segment)[pages_per_segment];
    if (segment.largest_run() < pages_per_segment || !other_empty) {
        insert(segment);
        return nullptr;
    }
    take_out_of_map(segment);
    return &segment;
}

void Shard::insert(Segment& segment) noexcept {
    segment.run = static_cast<std::uint8_t>(segment.largest_run());
    Segment*& first = lists_of(segment)[segment.run];
    segment.previous = nullptr;
    segment.next = first;
    if (first) first->previous = &segment;
    first = &segment;
}

void Shard::remove(Segment& segment) noexcept {
    (segment.previous ? segment.previous->next : lists_of(segment)[segment.run]) = segment.next;
    if (segment.next) segment.next->previous = segment.previous;
}

void Shard::insert(Slab& slab) noexcept {
    Slab*& first = slabs_[slab.size_class];
    slab.previous = nullptr;
    slab.next = first;
    if (first) first->previous = &slab;
    first = &slab;
}

void Shard::remove(Slab& slab) noexcept {
    (slab.previous ? slab.previous->next : slabs_[slab.size_class]) = slab.next;
    if (slab.next) slab.next->previous = slab.previous;
    slab.next = slab.previous = nullptr;
}

BlockHeap::~BlockHeap() {
    for (const auto& shard : shards_) delete shard.load(std::memory_order_acquire);
}

bool BlockHeap::free(Segment& segment, const void* block, AllocationKinds kinds) noexcept {
    const unsigned index = segment.shard.load(std::memory_order_relaxed) % shard_count;
    Shard* const shard = shards_[index].load(std::memory_order_acquire);
    return shard && shard->free(segment, block, kinds);
}

Shard& BlockHeap::own_shard() {
    const unsigned index = number_of_thread() % shard_count;
    Shard* shard = shards_[index].load(std::memory_order_acquire);
    if (shard) [[likely]]
        return *shard;
    // Forbids forks meanwhile. A fork locks all shards first, and finally unlocks all shards. If a shard were created
    // in between, the fork would unlock this shard without having locked it.
    const device::NoFork now;
    auto made = std::make_unique<Shard>(owner_, static_cast<std::uint8_t>(index));
    if (!shards_[index].compare_exchange_strong(shard, made.get(), std::memory_order_acq_rel)) return *shard;
    return *made.release();
}

void BlockHeap::lock() noexcept {
    for (const auto& shard : shards_)
        if (Shard* const made = shard.load(std::memory_order_acquire)) made->lock();
}

void BlockHeap::unlock() noexcept {
    for (const auto& shard : shards_)
        if (Shard* const made = shard.load(std::memory_order_acquire)) made->unlock();
}

}  // namespace lanewise::runtime
