#include "runtime/object_heap.h"

#include <sys/mman.h>

#include <mutex>
#include <new>

namespace lanewise::runtime {

namespace {

constexpr std::size_t block_bytes = 16 * 1024;
constexpr std::size_t largest_range = std::size_t{64} << 30;
constexpr std::size_t smallest_range = std::size_t{16} << 20;

}  // namespace

/// The link of a free slot, in its last bytes: the loader and the handle checks still read the header.
struct ObjectHeap::FreeSlot {
    FreeSlot* next;

    static std::size_t offset(std::size_t slot_bytes) { return slot_bytes - sizeof(FreeSlot); }
};

ObjectHeap& ObjectHeap::instance() {
    // Never destroyed: handles are used until the process is gone.
    alignas(ObjectHeap) static std::byte storage[sizeof(ObjectHeap)];
    static ObjectHeap* const heap = new (storage) ObjectHeap;
    return *heap;
}

// Address space only: a page takes memory when its first slot is used. A limit on address space
// (ulimit -v) makes the range smaller.
ObjectHeap::ObjectHeap() {
    for (std::size_t bytes = largest_range; bytes >= smallest_range; bytes /= 4) {
        void* range = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (range != MAP_FAILED) {
            base_ = reinterpret_cast<std::uintptr_t>(range);
            reserved_bytes_ = bytes;
            return;
        }
    }
    throw std::bad_alloc{};
}

std::uintptr_t ObjectHeap::take_block() {
    const std::size_t offset = used_bytes_.fetch_add(block_bytes);
    if (offset + block_bytes > reserved_bytes_) {
        used_bytes_.fetch_sub(block_bytes);
        throw std::bad_alloc{};
    }
    return base_ + offset;
}

void* ObjectHeap::allocate(std::size_t size) {
    if (size > max_object_bytes) throw std::bad_alloc{};
    SizeClass& size_class = classes_[class_of(size)];
    const std::size_t slot_bytes = (class_of(size) + 1) * slot_alignment;
    std::lock_guard lock(size_class.mutex);
    if (FreeSlot* slot = size_class.free) {
        size_class.free = slot->next;
        return reinterpret_cast<std::byte*>(slot) - FreeSlot::offset(slot_bytes);
    }
    if (size_class.fresh_end - size_class.fresh < slot_bytes) {
        size_class.fresh = take_block();
        size_class.fresh_end = size_class.fresh + block_bytes;
    }
    void* slot = reinterpret_cast<void*>(size_class.fresh);
    size_class.fresh += slot_bytes;
    return slot;
}

void ObjectHeap::free(void* object, std::size_t size) noexcept {
    SizeClass& size_class = classes_[class_of(size)];
    const std::size_t slot_bytes = (class_of(size) + 1) * slot_alignment;
    auto* const slot = reinterpret_cast<FreeSlot*>(static_cast<std::byte*>(object) +
                                                   FreeSlot::offset(slot_bytes));
    std::lock_guard lock(size_class.mutex);
    slot->next = size_class.free;
    size_class.free = slot;
}

}  // namespace lanewise::runtime
