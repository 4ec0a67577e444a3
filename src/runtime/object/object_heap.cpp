#include "runtime/object/object_heap.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <mutex>
#include <new>

#include "device/machine/forks.h"

namespace lanewise::runtime {

namespace {

constexpr std::size_t block_bytes = 64 * 1024;
constexpr std::size_t blocks_per_step = 16;
constexpr std::size_t largest_range = std::size_t{64} << 30;
constexpr std::size_t smallest_range = std::size_t{8} << 20;
/// Number of empty blocks that keep their memory, for each kind and slot size. This memory (16 MiB) suffices for about
/// ten thousand commands. Further empty blocks return their memory to the system. Getting memory from the system again
/// takes longer than a command.
constexpr std::size_t kept_empty_blocks = 256;
/// If the address space is limited (ulimit -v), the heap reserves the limit divided by this number.
constexpr std::size_t part_of_limit = 16;

std::size_t wanted_range() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return largest_range;
    const std::size_t part = limit.rlim_cur / part_of_limit / block_bytes * block_bytes;
    return std::clamp(part, smallest_range, largest_range);
}

void* reserve_addresses(std::size_t bytes) {
    void* range = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return range == MAP_FAILED ? nullptr : range;
}

void make_writable(void* begin, std::size_t bytes) {
    if (mprotect(begin, bytes, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc{};
}

}  // namespace

/// The pointer to the next free slot. It is stored in the last bytes of the slot, because the ICD loader and the checks
/// of handles still read the header in the first bytes.
struct ObjectHeap::FreeSlot {
    FreeSlot* next;

    static std::size_t offset(std::size_t slot_bytes) { return slot_bytes - sizeof(FreeSlot); }
};

/// State of a block, guarded by the mutex of its size class. A block never changes the kind and size of its slots.
struct ObjectHeap::Block {
    Block* next;
    Block* previous;
    FreeSlot* free;
    std::uint32_t fresh;  // offset of the first slot that has not been used since the block got its memory
    std::uint32_t live;

    bool has_room(std::size_t slot_bytes) const { return free || fresh + slot_bytes <= block_bytes; }
};

ObjectHeap& ObjectHeap::instance() {
    // The heap is never destroyed, since handles are used until the process ends.
    alignas(ObjectHeap) static std::byte storage[sizeof(ObjectHeap)];
    static ObjectHeap* const heap = new (storage) ObjectHeap;
    return *heap;
}

ObjectHeap::ObjectHeap() {
    reserve();
    device::on_fork({[] { instance().lock_all(); }, [] { instance().unlock_all(); }, [] { instance().unlock_all(); }});
}

// Reserves only addresses. The system allocates a page when a slot in the page is used for the first time.
void ObjectHeap::reserve() {
    for (std::size_t bytes = wanted_range(); bytes >= smallest_range; bytes /= 4) {
        const std::size_t count = bytes / block_bytes;
        // Reserves more addresses than the `Block` entries need, because make_usable() makes whole pages of entries
        // writable.
        void* blocks = reserve_addresses((count + 1) * sizeof(Block) + block_bytes);
        void* memory = blocks ? reserve_addresses(bytes) : nullptr;
        if (memory) {
            base_ = reinterpret_cast<std::uintptr_t>(memory);
            blocks_ = static_cast<Block*>(blocks);
            reserved_blocks_ = count;
            return;
        }
        if (blocks) munmap(blocks, (count + 1) * sizeof(Block) + block_bytes);
    }
    throw std::bad_alloc{};
}

/// Makes blocks_per_step blocks usable, beginning with the block `block_number`: makes the blocks' memory and `Block`
/// entries writable. The caller holds growth_mutex_.
void ObjectHeap::make_usable(std::size_t block_number) {
    constexpr std::size_t page = 4096;
    const std::size_t end = std::min(block_number + blocks_per_step, reserved_blocks_);
    const std::size_t known_from = block_number * sizeof(Block) / page * page;
    make_writable(reinterpret_cast<std::byte*>(blocks_) + known_from,
                  (end * sizeof(Block) + page - 1) / page * page - known_from);
    make_writable(reinterpret_cast<void*>(base_ + block_number * block_bytes), (end - block_number) * block_bytes);
    usable_blocks_ = end;
    usable_bytes_.store(end * block_bytes, std::memory_order_relaxed);
}

ObjectHeap::Block& ObjectHeap::new_block() {
    const std::lock_guard lock(growth_mutex_);
    if (used_blocks_ == reserved_blocks_) throw std::bad_alloc{};
    if (used_blocks_ == usable_blocks_) make_usable(used_blocks_);
    return *new (&blocks_[used_blocks_++]) Block{};
}

std::uintptr_t ObjectHeap::memory_of(const Block& block) const noexcept {
    return base_ + static_cast<std::size_t>(&block - blocks_) * block_bytes;
}

ObjectHeap::Block& ObjectHeap::block_of(const void* object) const noexcept {
    return blocks_[(reinterpret_cast<std::uintptr_t>(object) - base_) / block_bytes];
}

void ObjectHeap::link(Block*& list, Block& block) noexcept {
    block.previous = nullptr;
    block.next = list;
    if (list) list->previous = &block;
    list = &block;
}

void ObjectHeap::unlink(Block*& list, Block& block) noexcept {
    (block.previous ? block.previous->next : list) = block.next;
    if (block.next) block.next->previous = block.previous;
}

ObjectHeap::Block& ObjectHeap::open_block(SizeClass& size_class) {
    if (size_class.open) return *size_class.open;
    Block* block = size_class.cold;
    if (block) {
        unlink(size_class.cold, *block);
    } else {
        block = &new_block();
    }
    link(size_class.open, *block);
    ++size_class.empty_blocks;
    return *block;
}

void* ObjectHeap::allocate(unsigned kind, std::size_t size) {
    if (size > max_object_bytes) throw std::bad_alloc{};
    SizeClass& size_class = class_of(kind, size);
    const std::size_t slot_bytes = slot_bytes_of(size);
    std::lock_guard lock(size_class.mutex);
    Block& block = open_block(size_class);
    if (block.live++ == 0) --size_class.empty_blocks;
    void* slot = nullptr;
    if (FreeSlot* const free = block.free) {
        block.free = free->next;
        slot = reinterpret_cast<std::byte*>(free) - FreeSlot::offset(slot_bytes);
    } else {
        slot = reinterpret_cast<void*>(memory_of(block) + block.fresh);
        block.fresh += static_cast<std::uint32_t>(slot_bytes);
    }
    if (!block.has_room(slot_bytes)) unlink(size_class.open, block);
    return slot;
}

void ObjectHeap::free(unsigned kind, void* object, std::size_t size) noexcept {
    SizeClass& size_class = class_of(kind, size);
    const std::size_t slot_bytes = slot_bytes_of(size);
    auto* const slot = reinterpret_cast<FreeSlot*>(static_cast<std::byte*>(object) + FreeSlot::offset(slot_bytes));
    std::lock_guard lock(size_class.mutex);
    Block& block = block_of(object);
    if (!block.has_room(slot_bytes)) link(size_class.open, block);
    slot->next = block.free;
    block.free = slot;
    if (--block.live != 0) return;
    if (size_class.empty_blocks < kept_empty_blocks) {
        ++size_class.empty_blocks;
    } else {
        give_back(size_class, block);
    }
}

/// Returns the memory of an empty block to the system. The addresses stay readable and contain zeros; the tag 0 in a
/// header says that the slot holds no object.
void ObjectHeap::give_back(SizeClass& size_class, Block& block) noexcept {
    unlink(size_class.open, block);
    link(size_class.cold, block);
    block.free = nullptr;
    block.fresh = 0;
    madvise(reinterpret_cast<void*>(memory_of(block)), block_bytes, MADV_DONTNEED);
}

// Locks all mutexes before a fork. The child then finds no half-changed list, and no mutex that is locked by a thread
// which does not exist in the child.
void ObjectHeap::lock_all() noexcept {
    for (SizeClass& size_class : classes_) size_class.mutex.lock();
    growth_mutex_.lock();
}

void ObjectHeap::unlock_all() noexcept {
    growth_mutex_.unlock();
    for (SizeClass& size_class : classes_) size_class.mutex.unlock();
}

}  // namespace lanewise::runtime
