// Holds the buffers of a kernel in memory, as the device sees them.
//
// Thread-safety: for use by one thread.
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

    /// Restores the buffers' initial contents; with `all`, also of buffers that kernels only write.
    void restore(bool all) const;

    /// Whether launches need the buffers' initial contents.
    bool is_changed() const;

    /// Returns the contents of all buffers that kernels change, one after another.
    std::vector<std::byte> results() const;

    /// Returns the argument block of `kernel`. `local_bytes` is the size of the kernel's own local memory, and becomes
    /// the size of all its local memory.
    std::vector<std::byte> block(const lanewise::KernelInfo& kernel, std::uint64_t& local_bytes) const;

private:
    static constexpr std::size_t alignment = 4096;

    Arguments arguments_;
    std::vector<std::byte*> buffers_;  // null if the argument is no buffer
};

}  // namespace bench
