// Memory of another process or API, mapped from a file descriptor (CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR and
// _DMA_BUF_KHR). The mapping keeps the memory alive, also after the descriptor is closed.
//
// When other devices access a dma-buf, they bypass the caches of the CPU. The driver must therefore tell the system
// when the CPU begins and stops accessing the dma-buf (DMA_BUF_IOCTL_SYNC). Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "device/machine/descriptor.h"

namespace lanewise::runtime {

class SharedMapping {
public:
    enum class Kind : std::uint8_t { any_memory, dma_buf };

    /// Maps the first `bytes` of the memory, for reading and, if `for_writing` is true, also for writing. Returns null
    /// if `descriptor` refers to memory of another kind, to less memory, or to memory without permission for these
    /// accesses. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE if the system refuses to map the memory.
    static std::unique_ptr<const SharedMapping> map(int descriptor, Kind kind, std::size_t bytes, bool for_writing);
    ~SharedMapping();
    SharedMapping(const SharedMapping&) = delete;
    SharedMapping& operator=(const SharedMapping&) = delete;

    std::byte* data() const noexcept { return data_; }

    /// Tells the system that the CPU will access the memory, or has accessed it. Returns false if the system refuses.
    bool begin_access() const noexcept;
    bool end_access() const noexcept;

private:
    SharedMapping(std::byte* data, std::size_t bytes, device::Descriptor dma_buf) noexcept
        : data_(data), bytes_(bytes), dma_buf_(std::move(dma_buf)) {}

    std::byte* data_;
    std::size_t bytes_;
    device::Descriptor dma_buf_;  // empty if the memory needs no DMA_BUF_IOCTL_SYNC
};

}  // namespace lanewise::runtime
