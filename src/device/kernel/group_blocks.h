// The memory of the work-groups that a thread holds at the same time in a concurrent launch: local memory, and a stack
// for each sub-group. Not thread-safe.
#pragma once

#include <cstdint>

#include "device/turns/turns.h"
#include "lanewise/kernel_info.h"
#include "lanewise/ndrange.h"

namespace lanewise::device {

class Launch;

class GroupBlocks final : public Turns::Groups {
public:
    /// Each work-group gets `local_bytes` of local memory, filled with zeros if `zeroes_local`, and `stack_bytes` for
    /// the stacks of its sub-groups.
    GroupBlocks(const Launch& launch, std::uint64_t local_bytes, std::uint64_t stack_bytes, bool zeroes_local) noexcept;
    ~GroupBlocks();
    GroupBlocks(const GroupBlocks&) = delete;
    GroupBlocks& operator=(const GroupBlocks&) = delete;

    RunningGroup* begin(std::uint64_t number) noexcept override;
    void end(RunningGroup& group) noexcept override;
    bool lacked_memory() const noexcept { return lacked_memory_; }

private:
    struct Block;

    Block* map() noexcept;

    const Launch& launch_;
    const std::uint64_t local_bytes_;  // size of local memory, rounded up to the alignment of blocks
    const std::uint64_t stack_bytes_;
    const std::uint64_t all_bytes_;
    const bool zeroes_local_;
    bool lacked_memory_ = false;
    Block* blocks_ = nullptr;  // list of all blocks
    Block* unused_ = nullptr;  // list of the blocks without a work-group
};

/// Returns the maximum number of work-groups of `local` work-items in a concurrent launch
/// (clGetKernelMaxConcurrentWorkGroupCountINTEL). Each work-group uses `local_bytes` of local memory.
std::uint64_t max_concurrent_groups(const KernelCode& code, const Dim3& local, std::uint64_t local_bytes) noexcept;

}  // namespace lanewise::device
