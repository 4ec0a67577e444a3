// Collects the children that a range of work-groups enqueues while one thread runs this range. abi::Worker::enqueues
// points to the EnqueueScope. Passes the children to the family as lists. Not thread-safe.
#pragma once

#include <memory>
#include <vector>

#include "lanewise/kernel_abi.h"
#include "runtime/children/family.h"

namespace lanewise::runtime {

class EnqueueScope {
public:
    /// `enqueuer` is the child whose work-groups run, or null for the work-groups of the command. `cache` is null or a
    /// list of free Child objects to use.
    EnqueueScope(Family& family, Child* enqueuer, ChildList* cache) noexcept;
    ~EnqueueScope();
    EnqueueScope(const EnqueueScope&) = delete;
    EnqueueScope& operator=(const EnqueueScope&) = delete;

    /// Must be called after the work-groups have run. Appends to `waiting` all children that wait for the end of the
    /// whole kernel. Appends to `ready` the ready children, including the children that waited only for the end of the
    /// work-group that enqueued them.
    void end(ChildList& ready, ChildList& waiting) noexcept;

    /// Functions for abi::RuntimeFunctions.
    static std::int32_t enqueue(const abi::Launch* launch, const abi::Worker* worker,
                                const abi::EnqueueRequest* request) noexcept;
    static std::uint64_t device_call(const abi::Launch* launch, const abi::Worker* worker, abi::DeviceCall what,
                                     std::uint64_t a, std::uint64_t b) noexcept;

private:
    std::int32_t try_enqueue(const abi::EnqueueRequest& request) noexcept;
    std::int32_t read_range(const std::byte* ndrange, const CompiledKernel& kernel, NDRange& range) const;
    std::int32_t fill(Child& child, const abi::EnqueueRequest& request) noexcept;
    std::int32_t wait_for(Child& child, std::span<const std::uint64_t> waits) noexcept;
    void submit(Child& child, std::uint32_t flags) noexcept;
    const CompiledKernel* kernel_for(std::uint64_t number, NDRange& range) noexcept;
    std::uint64_t sub_group_count_of(const CompiledKernel& kernel, const std::byte* ndrange) const noexcept;
    Child* take_free() noexcept;
    void give_back(Child& child) noexcept;
    std::uint64_t open_waits(std::uint64_t count) noexcept;
    std::span<const std::uint64_t> waits_of(const abi::EnqueueRequest& request) noexcept;
    std::uint64_t call(abi::DeviceCall what, std::uint64_t a, std::uint64_t b) noexcept;

    Family& family_;
    Child* const enqueuer_;
    ChildList* const cache_;
    ChildList own_cache_;
    ChildList now_, after_group_, after_kernel_;
    std::uint32_t made_ = 0;
    std::vector<std::vector<std::uint64_t>> wait_lists_;
};

}  // namespace lanewise::runtime
