// The memory of buffers and SVM allocations. Large blocks get huge pages in regions in which a program touches most
// small pages (page_sizes.h). Freed large blocks are kept for reuse: the first touch of a new page takes longer than a
// typical kernel needs to process the page's data. Kept blocks are marked so that the system may take back their pages
// if memory is short. Fewer blocks are kept if the address space of the process is limited, and all kept blocks are
// freed before an allocation fails. Thread-safe.
#pragma once

#include <cstddef>
#include <utility>

namespace lanewise::device {

/// Every block begins at a multiple of this number of bytes (CL_DEVICE_MEM_BASE_ADDR_ALIGN).
inline constexpr std::size_t block_base_alignment = 128;

/// A block of memory, which the destructor frees. A small new block contains zeros; the contents of a larger new block
/// are undefined.
class HostBlock {
public:
    HostBlock() noexcept = default;
    /// Allocates a block. `bytes` must be above 0, and `alignment` a power of two. Throws std::bad_alloc.
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
    std::size_t capacity_ = 0;  // size of a large block; 0 for a block from the heap
};

}  // namespace lanewise::device
