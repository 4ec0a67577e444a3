// The memory that one thread lends to the work-groups it runs: their local memory and work-item context
// (abi::Worker). Kept from launch to launch, grown on demand. One per thread; not shared.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/machine/kernel_faults.h"
#include "lanewise/kernel_abi.h"
#include "lanewise/ndrange.h"

namespace lanewise::device {

/// Most bytes one thread lends; a launch that needs more is refused when it is enqueued.
inline constexpr std::uint64_t max_worker_bytes = std::uint64_t{1} << 30;

/// Bytes before and after the lent memory that may be read and written, too. Kernels that search an array in local
/// memory may access elements beside its ends before they find that these do not count.
inline constexpr std::uint64_t worker_margin_bytes = 4096;

class WorkerMemory {
public:
    WorkerMemory() = default;
    ~WorkerMemory();
    WorkerMemory(const WorkerMemory&) = delete;
    WorkerMemory& operator=(const WorkerMemory&) = delete;

    /// The calling thread's own.
    static WorkerMemory& of_this_thread() noexcept;

    /// Makes room for a work-group; false when memory is short. Contents are undefined.
    bool reserve(std::uint64_t local_bytes, std::uint64_t context_bytes) noexcept;

    /// To be called before kernels run. Returns whether they must run with UnblockedFaults.
    bool prepare_for_faults() noexcept {
        fault_stack_.prepare();
        return fault_stack_.blocks_signals();
    }

    /// The code writes to `groups_left`.
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
        std::uint64_t lent = 0;  // the most lent until now

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
