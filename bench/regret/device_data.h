// Holds the buffers of a kernel, and makes the argument block that the kernel's machine code reads.
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

    /// Restores the initial contents of buffers that kernels read and write; if `all` is true, also restores buffers
    /// that kernels only write.
    void restore(bool all) const;

    /// Whether the initial contents must be restored before each launch.
    bool is_changed() const;

    /// Returns the concatenated contents of all buffers that kernels write.
    std::vector<std::byte> results() const;

    /// Returns the argument block of `kernel`. On entry, `local_bytes` is the size of the local variables in the
    /// kernel; the function adds the sizes of the local arguments to `local_bytes`.
    std::vector<std::byte> block(const lanewise::KernelInfo& kernel, std::uint64_t& local_bytes) const;

private:
    static constexpr std::size_t alignment = 4096;

    Arguments arguments_;
    std::vector<std::byte*> buffers_;  // one pointer per argument; null if the argument is not a buffer
};

}  // namespace bench
