// The memory of buffers and SVM allocations. Large blocks lie on huge pages if they are touched densely (page_sizes.h).
// Freed large blocks are kept for reuse, since the first touch of a page costs more than all that a typical kernel does
// with the page. Kept blocks are marked so that the system may take them back when memory is short. They are few if the
// process's address space is limited, and are freed before an allocation fails. Thread-safe.
#pragma once

#include <cstddef>
#include <utility>

namespace lanewise::device {

/// Every block starts at a multiple of this (CL_DEVICE_MEM_BASE_ADDR_ALIGN, in bytes).
inline constexpr std::size_t block_base_alignment = 128;

/// A block of memory, freed by the destructor. A small block starts as zeros, a larger one with undefined contents.
class HostBlock {
public:
    HostBlock() noexcept = default;
    /// `bytes` > 0; `alignment` is a power of two. Throws std::bad_alloc.
    HostBlock(std::size_t bytes, std::size_t alignment = block_base_alignment);
    HostBlock(HostBlock&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), capacity_(std::exchange(other.capacity_, 0)) {}
    HostBlock& operator=(HostBlock&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(capacity_, other.capacity_);
        return *this;
    }
    ~HostBlock();

    std::byte* data() const noexcept { return data_; }

private:
    bool allocate(std::size_t bytes, std::size_t alignment);

    std::byte* data_ = nullptr;
    std::size_t capacity_ = 0;  // of a large block; 0: from the heap
};

}  // namespace lanewise::device
