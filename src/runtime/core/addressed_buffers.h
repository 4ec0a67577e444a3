// Finds a buffer by its address, among the buffers of a context that have a fixed device address
// (cl_ext_buffer_device_address). A kernel gets only the address of such a buffer. The launch looks the buffer up for
// two reasons: to hold the buffer until the kernel has run, and to find the range of addresses that the kernel may
// access. Does not list buffers that use memory of the application, since the application frees this memory.
// Thread-safe.
#pragma once

#include <cstddef>
#include <map>

#include "device/machine/spin_mutex.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class MemObject;

class AddressedBuffers {
public:
    /// Adds a buffer that has its own memory or imported memory. The buffer stays listed until remove(). Throws
    /// std::bad_alloc.
    void add(MemObject& buffer);
    void remove(const MemObject& buffer) noexcept;

    /// Returns the buffer that contains the byte at `address`, or null.
    Ref<MemObject> find(const void* address) noexcept;

private:
    device::SpinMutex mutex_;
    std::map<const std::byte*, MemObject*> by_begin_;  // guarded by mutex_; the key is the address of the first byte
};

}  // namespace lanewise::runtime
