// The memory of buffers and SVM allocations. Large blocks lie on huge pages where they are touched
// densely (page_sizes.h), and are kept for reuse when they are freed: a page touched for the first time costs more than
// everything a typical kernel does with it. What is kept is
// marked so that the kernel may take it back when memory is short, is little where the process's addresses are
// limited, and goes before an allocation fails. Thread-safe.
#pragma once

#include <cstddef>
#include <utility>

namespace lanewise::device {

/// Every block starts at a multiple of this (CL_DEVICE_MEM_BASE_ADDR_ALIGN, in bytes).
inline constexpr std::size_t block_base_alignment = 128;

/// A block of memory, freed by the destructor. Its contents start out undefined; small ones are zeros.
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
