// A kernel launch on the device: turns an NDRange into calls of compiled code for ranges of work-groups. Immutable
// after its creation; several threads may call run() at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "device/machine/kernel_faults.h"
#include "device/pool/worker_memory.h"
#include "device/turns/turns.h"
#include "lanewise/kernel_abi.h"
#include "lanewise/kernel_info.h"
#include "lanewise/ndrange.h"

namespace lanewise::device {

struct LaunchedCode {
    const KernelCode& code;
    abi::Entry entry;

    /// Returns the range of addresses of the code's instructions.
    CodeRange instructions() const noexcept {
        return {reinterpret_cast<std::uintptr_t>(entry) - code.entry, code.text_bytes};
    }
};

/// The result of running a range of work-groups.
struct Outcome {
    bool lacked_memory = false;
    Fault fault;
    std::uint64_t faulty_group = 0;  // number of the work-group in which the fault happened

    bool is_good() const noexcept { return !lacked_memory && fault.signal == 0; }
};

/// A box of work-items of an NDRange. Ids are counted from 0, without the offset of the NDRange.
struct ItemRange {
    Dim3 begin;
    Dim3 end;
};

class Launch {
public:
    /// Creates a launch; all arguments must outlive it. `range` is in the dimensions of the code
    /// (KernelCode::lane_dimension), whereas items_of() returns work-items in the dimensions of the launch. `partial`
    /// is the code for the chunks that `code` leaves out; it is needed if `range` has such chunks (has_partial_chunks).
    /// `command` is the argument of the callbacks in `functions`. The launch's stores bypass the caches if the launch
    /// stores more than `cache_bytes` and the code supports such stores.
    Launch(const LaunchedCode& code, const std::optional<LaunchedCode>& partial, const NDRange& range,
           std::uint64_t cache_bytes, std::uint64_t local_bytes, std::byte* program_variables,
           const abi::RuntimeFunctions& functions, void* command) noexcept;

    std::uint64_t groups() const noexcept { return groups_; }
    std::uint64_t items_per_group() const noexcept {
        return launch_.local_size[0] * launch_.local_size[1] * launch_.local_size[2];
    }

    /// Returns the work-items of a work-group, in the dimensions of the launch.
    ItemRange items_of(std::uint64_t group) const noexcept;

    /// Returns whether a work-group needs at most max_worker_bytes of its thread's memory.
    bool fits() const noexcept { return local_bytes_ <= max_worker_bytes && context_bytes_ <= max_worker_bytes; }

    /// Returns the id of a work-group, in the dimensions of the code.
    Dim3 id_of(std::uint64_t group) const noexcept;

    /// Returns the number of sub-groups of a work-group if the sub-groups take turns (KernelCode::waits); otherwise 0.
    std::uint64_t sub_groups() const noexcept {
        return turns_ ? turns_->chunks({launch_.local_size[0], launch_.local_size[1], launch_.local_size[2]}) : 0;
    }
    /// Tells the kernel that all work-groups run concurrently.
    void set_concurrent() noexcept { launch_.flags |= abi::concurrent_groups; }
    /// Runs work-groups of a concurrent launch until all work-groups of the launch have begun, and all work-groups that
    /// this thread began have ended. All threads that run the launch pass the same `groups`. Only for launches whose
    /// sub-groups take turns.
    Outcome run_concurrently(const std::byte* arguments, ConcurrentGroups& groups, bool zeroes_local,
                             WorkerMemory& memory) const noexcept;

    /// Runs the work-groups [first, first + count). `enqueues` is stored in abi::Worker::enqueues.
    Outcome run(const std::byte* arguments, std::uint64_t first, std::uint64_t count, WorkerMemory& memory,
                void* enqueues = nullptr) const noexcept;

private:
    Outcome run_in_turns(const std::byte* arguments, std::uint64_t first, std::uint64_t count, WorkerMemory& memory,
                         void* enqueues) const noexcept;

    // Entry points of the full and partial code; null if not needed. If sub-groups take turns, the entry point of their
    // code is entries_[1], so that run() needs no test for this case in other launches.
    abi::Entry entries_[2];
    CodeRange instructions_[2];
    abi::Launch launch_;
    std::uint64_t groups_;
    std::uint64_t local_bytes_;
    std::uint64_t context_bytes_;
    std::uint32_t lane_dimension_;
    GroupOrder group_order_;
    bool flush_denormals_;
    const KernelCode* turns_;  // the code, if its sub-groups take turns (KernelCode::waits); otherwise null
};

/// Returns whether some work-groups of `range` need code for partial chunks (KernelCode::whole_lanes and whole_rows).
bool has_partial_chunks(const NDRange& range, const KernelCode& code) noexcept;

/// Returns whether the values that the work-items of one work-group keep across barriers need at most max_worker_bytes.
bool has_room(const NDRange& range, const KernelCode& code) noexcept;

/// Returns whether each sub-group lies within one row of its work-group. Sub-groups consist of work-items with
/// consecutive linear ids. `range` must not be empty.
bool has_rows_of_sub_groups(const NDRange& range, const KernelCode& code) noexcept;

/// Chooses a local size for an NDRange that has no local size. Work-groups fill whole chunks of `lanes` work-items
/// along dimension 0, and there are enough work-groups for `threads` threads. If `uniform` is true, the local size
/// divides the global size. `most` is the maximum local size in each dimension.
Dim3 choose_local_size(const NDRange& range, std::uint32_t lanes, unsigned threads, bool uniform, const Dim3& most);

/// Like the overload above, but work-groups fill chunks along the dimension for which the lanes take the least time
/// (lane_order.h). `usual` is the kernel's usual code.
Dim3 choose_local_size(const NDRange& range, const KernelCode& usual, unsigned threads, bool uniform, const Dim3& most);

}  // namespace lanewise::device
