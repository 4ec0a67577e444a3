// The memory that a thread lends to the work-groups that it runs: their local memory and work-item context
// (abi::Worker). The memory is kept from launch to launch and grows on demand. Each thread has its own object; not
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/machine/kernel_faults.h"
#include "lanewise/kernel_abi.h"
#include "lanewise/ndrange.h"

namespace lanewise::device {

/// Maximum number of bytes that a thread lends. A launch that needs more is refused when it is enqueued.
inline constexpr std::uint64_t max_worker_bytes = std::uint64_t{1} << 30;

/// Size in bytes of two margins that kernels may also read and write: one before and one after the lent memory. A
/// kernel that searches an array in local memory may access elements outside of the array, if the kernel loads each
/// element before it checks the element's index.
inline constexpr std::uint64_t worker_margin_bytes = 4096;

class WorkerMemory {
public:
    WorkerMemory() = default;
    ~WorkerMemory();
    WorkerMemory(const WorkerMemory&) = delete;
    WorkerMemory& operator=(const WorkerMemory&) = delete;

    /// Returns the memory of the calling thread.
    static WorkerMemory& of_this_thread() noexcept;

    /// Provides memory for a work-group; returns false if there is not enough memory. The contents are undefined.
    bool reserve(std::uint64_t local_bytes, std::uint64_t context_bytes) noexcept;

    /// Must be called before kernels run on the thread. Returns whether the kernels must run inside an UnblockedFaults
    /// scope.
    bool prepare_for_faults() noexcept {
        fault_stack_.prepare();
        return fault_stack_.blocks_signals();
    }

    /// Returns the abi::Worker for a call of compiled code. The code writes the number of remaining work-groups to
    /// `groups_left`.
    abi::Worker worker(const Dim3& first_group, std::uint64_t* groups_left, void* enqueues = nullptr) const noexcept {
        return {local_.data,
                context_.data,
                local_.bytes,
                context_.bytes,
                groups_left,
                enqueues,
                {first_group[0], first_group[1], first_group[2]}};
    }

private:
    struct Block {
        std::byte* data = nullptr;
        std::uint64_t bytes = 0;
        std::uint64_t lent = 0;  // maximum number of bytes lent so far

        bool lend(std::uint64_t wanted) noexcept { return wanted <= lent || lend_more(wanted); }
        bool lend_more(std::uint64_t wanted) noexcept;
        bool grow(std::uint64_t wanted) noexcept;
        void free() noexcept;
    };

    Block local_;
    Block context_;
    FaultStack fault_stack_;
};

}  // namespace lanewise::device
