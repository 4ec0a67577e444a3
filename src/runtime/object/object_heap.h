// The memory of all OpenCL objects: one reserved address range, divided into slots that are reused but never unmapped.
// Every handle can therefore be checked. A pointer outside the range is refused and not dereferenced. The memory of a
// destroyed object can still be read, and contains the tag `none` or 0. A slot always holds objects of the same kind.
// If an object is destroyed while its header is read, the reader finds no object, or a new object of the same kind.
//
// The range is made usable in steps, so that mlockall() locks only the used part. Slots of the same kind and size share
// blocks. Each block has a list of free slots, so a new command needs no call of malloc. Empty blocks return their
// memory to the system, except for some blocks of each kind and slot size. Thread-safe; stays usable in the child of a
// fork.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "device/machine/spin_mutex.h"

namespace lanewise::runtime {

class ObjectHeap {
public:
    static constexpr std::size_t slot_alignment = 128;
    static constexpr std::size_t max_object_bytes = 2048;
    static constexpr unsigned kinds = 12;

    static ObjectHeap& instance();

    /// Allocates a slot. `kind` must be below `kinds`. Pass the same `kind` and `size` to free(). Throws std::bad_alloc
    /// if the range is used up or `size` is larger than max_object_bytes.
    void* allocate(unsigned kind, std::size_t size);
    void free(unsigned kind, void* object, std::size_t size) noexcept;

    /// Returns whether memory at `pointer` may be read as an ObjectHeader.
    bool may_be_object(const void* pointer) const noexcept {
        const auto offset = reinterpret_cast<std::uintptr_t>(pointer) - base_;
        const std::size_t usable = usable_bytes_.load(std::memory_order_relaxed);
        return offset < usable && usable - offset >= slot_alignment && offset % alignof(void*) == 0;
    }

private:
    struct FreeSlot;
    struct Block;
    /// The blocks of one kind and slot size. `open` lists the blocks with free slots; its first block is used next.
    struct SizeClass {
        device::SpinMutex mutex;
        Block* open = nullptr;
        Block* cold = nullptr;         // list of empty blocks whose memory was returned to the system
        std::size_t empty_blocks = 0;  // number of empty blocks in `open`
    };

    ObjectHeap();
    void reserve();
    void make_usable(std::size_t block_number);
    Block& new_block();
    Block& open_block(SizeClass& size_class);
    Block& block_of(const void* object) const noexcept;
    std::uintptr_t memory_of(const Block& block) const noexcept;
    void give_back(SizeClass& size_class, Block& block) noexcept;
    void lock_all() noexcept;
    void unlock_all() noexcept;
    static void link(Block*& list, Block& block) noexcept;
    static void unlink(Block*& list, Block& block) noexcept;
    static constexpr std::size_t sizes = max_object_bytes / slot_alignment;
    static std::size_t slot_bytes_of(std::size_t size) {
        return (size + slot_alignment - 1) / slot_alignment * slot_alignment;
    }
    SizeClass& class_of(unsigned kind, std::size_t size) noexcept {
        return classes_[kind * sizes + (size - 1) / slot_alignment];
    }

    std::uintptr_t base_ = 0;
    std::atomic<std::size_t> usable_bytes_ = 0;
    std::size_t reserved_blocks_ = 0;
    Block* blocks_ = nullptr;         // the states of all blocks, in the order of their addresses
    device::SpinMutex growth_mutex_;  // guards the members below; locked after the mutex of a size class
    std::size_t used_blocks_ = 0;
    std::size_t usable_blocks_ = 0;
    std::array<SizeClass, kinds * sizes> classes_;
};

}  // namespace lanewise::runtime
