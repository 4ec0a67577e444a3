#include "runtime/core/addressed_buffers.h"

#include <mutex>

#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

void AddressedBuffers::add(MemObject& buffer) {
    const std::lock_guard lock(mutex_);
    by_begin_[buffer.data()] = &buffer;
}

void AddressedBuffers::remove(const MemObject& buffer) noexcept {
    const std::lock_guard lock(mutex_);
    by_begin_.erase(buffer.data());
}

// The list may contain a buffer whose reference count is already 0, since only the buffer's destructor removes the
// buffer from the list.
Ref<MemObject> AddressedBuffers::find(const void* address) noexcept {
    const auto* const byte = static_cast<const std::byte*>(address);
    const std::lock_guard lock(mutex_);
    auto after = by_begin_.upper_bound(byte);
    if (after == by_begin_.begin()) return {};
    MemObject& buffer = *(--after)->second;
    if (byte >= buffer.data() + buffer.size() || !buffer.retain_if_alive()) return {};
    return Ref<MemObject>::adopt(&buffer);
}

}  // namespace lanewise::runtime
