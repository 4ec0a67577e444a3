// The memory of all OpenCL objects: one reserved range of addresses, cut into slots that are reused but
// never given back. That makes every handle checkable: a pointer outside the range is refused without
// reading it, and a released object can still be read (its tag says so).
// Slots come from free lists, so that creating a command costs no call of malloc. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "device/spin_mutex.h"

namespace lanewise::runtime {

class ObjectHeap {
public:
    static constexpr std::size_t slot_alignment = 128;
    static constexpr std::size_t max_object_bytes = 2048;

    static ObjectHeap& instance();

    /// Throws std::bad_alloc when the range is used up or `size` is larger than max_object_bytes.
    void* allocate(std::size_t size);
    void free(void* object, std::size_t size) noexcept;

    /// Whether `pointer` may be read as an ObjectHeader.
    bool may_be_object(const void* pointer) const noexcept {
        const auto offset = reinterpret_cast<std::uintptr_t>(pointer) - base_;
        return offset < reserved_bytes_ - max_object_bytes && offset % alignof(void*) == 0;
    }

private:
    struct FreeSlot;
    struct SizeClass {
        device::SpinMutex mutex;
        FreeSlot* free = nullptr;
        std::uintptr_t fresh = 0;      // next never used slot
        std::uintptr_t fresh_end = 0;
    };

    ObjectHeap();
    std::uintptr_t take_block();
    static std::size_t class_of(std::size_t size) {
        return (size + slot_alignment - 1) / slot_alignment - 1;
    }

    std::uintptr_t base_ = 0;
    std::size_t reserved_bytes_ = 0;
    std::atomic<std::size_t> used_bytes_ = 0;
    std::array<SizeClass, max_object_bytes / slot_alignment> classes_;
};

}  // namespace lanewise::runtime
