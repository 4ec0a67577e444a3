#include "runtime/memory/svm.h"

#include "device/machine/page_watcher.h"

namespace lanewise::runtime {

void* SvmAllocations::allocate(std::size_t size, std::size_t alignment) {
    Allocation allocation{device::HostBlock(size, alignment), size};
    std::byte* const data = allocation.block.data();
    device::expect_touches();
    const std::lock_guard lock(mutex_);
    allocations_.emplace(data, std::move(allocation));
    return data;
}

void SvmAllocations::free(void* pointer) noexcept {
    decltype(allocations_)::node_type freed;  // destroyed only after the lock is released
    const std::lock_guard lock(mutex_);
    freed = allocations_.extract(static_cast<const std::byte*>(pointer));
}

std::optional<std::span<std::byte>> SvmAllocations::find(const void* address) const {
    const auto* const byte = static_cast<const std::byte*>(address);
    const std::lock_guard lock(mutex_);
    auto after = allocations_.upper_bound(byte);
    if (after == allocations_.begin()) return std::nullopt;
    const Allocation& allocation = std::prev(after)->second;
    const std::span bytes(allocation.block.data(), allocation.size);
    if (byte >= bytes.data() + bytes.size()) return std::nullopt;
    return bytes;
}

}  // namespace lanewise::runtime
