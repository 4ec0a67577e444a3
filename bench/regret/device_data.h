// The buffers of a kernel in memory, as the device sees them.
//
// Thread-safety: of one thread.
#pragma once

#include <vector>

#include "../collection/collection.h"
#include "lanewise/kernel_info.h"

namespace bench {

class DeviceData {
public:
    explicit DeviceData(Arguments arguments);
    ~DeviceData();
    DeviceData(const DeviceData&) = delete;
    DeviceData& operator=(const DeviceData&) = delete;

    /// Buffers as they were made; those that kernels only write too when `all`.
    void restore(bool all) const;

    /// Whether launches must find buffers as they were made.
    bool is_changed() const;

    /// Of all buffers that kernels change, one after another.
    std::vector<std::byte> results() const;

    /// What `kernel` is called with; `local_bytes` is what it has of its own, and becomes what it needs in all.
    std::vector<std::byte> block(const lanewise::KernelInfo& kernel, std::uint64_t& local_bytes) const;

private:
    static constexpr std::size_t alignment = 4096;

    Arguments arguments_;
    std::vector<std::byte*> buffers_;  // null where an argument is none
};

}  // namespace bench
