// A kernel launch on the device: turns an NDRange into calls of compiled code for ranges of work-groups. Immutable
// after its creation; several threads may call run() at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "device/machine/kernel_faults.h"
#include "device/pool/worker_memory.h"
#include "lanewise/kernel_abi.h"
#include "lanewise/kernel_info.h"
#include "lanewise/ndrange.h"

namespace lanewise::device {

struct LaunchedCode {
    const KernelCode& code;
    abi::Entry entry;

    /// Returns the addresses of the code's instructions.
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
    /// (KernelCode::lane_dimension); results are in the dimensions of the launch. `partial` runs the chunks that `code`
    /// leaves out, if `range` has such chunks (has_partial_chunks). `command` is passed to `functions`. If the launch
    /// stores more than `cache_bytes`, its stores bypass the caches, if the code supports that.
    Launch(const LaunchedCode& code, const std::optional<LaunchedCode>& partial, const NDRange& range,
           std::uint64_t cache_bytes, std::uint64_t local_bytes, std::byte* program_variables,
           const abi::RuntimeFunctions& functions, void* command) noexcept;

    std::uint64_t groups() const noexcept { return groups_; }
    std::uint64_t items_per_group() const noexcept {
        return launch_.local_size[0] * launch_.local_size[1] * launch_.local_size[2];
    }

    /// Returns the work-items of a work-group, in the dimensions of the launch.
    ItemRange items_of(std::uint64_t group) const noexcept;

    /// Returns whether a thread can lend the memory that a work-group needs.
    bool fits() const noexcept { return local_bytes_ <= max_worker_bytes && context_bytes_ <= max_worker_bytes; }

    /// Runs the work-groups [first, first + count). `enqueues` is stored in abi::Worker::enqueues.
    Outcome run(const std::byte* arguments, std::uint64_t first, std::uint64_t count, WorkerMemory& memory,
                void* enqueues = nullptr) const noexcept;

private:
    Dim3 id_of(std::uint64_t group) const noexcept;

    abi::Entry entries_[2];  // null for code that is not needed
    CodeRange instructions_[2];
    abi::Launch launch_;
    std::uint64_t groups_;
    std::uint64_t local_bytes_;
    std::uint64_t context_bytes_;
    std::uint32_t lane_dimension_;
    GroupOrder group_order_;
    bool flush_denormals_;
};

/// Returns whether a part of `range` must be run by code for partial chunks (KernelCode::whole_lanes and whole_rows).
bool has_partial_chunks(const NDRange& range, const KernelCode& code) noexcept;

/// Returns whether a thread can lend the memory for the values that work-items keep across barriers.
bool has_room(const NDRange& range, const KernelCode& code) noexcept;

/// Returns whether each sub-group of a work-group lies within one of its rows. Sub-groups take work-items in the order
/// of linear ids. `range` must not be empty.
bool has_rows_of_sub_groups(const NDRange& range, const KernelCode& code) noexcept;

/// Chooses a local size for an NDRange without one. Work-groups fill whole chunks of `lanes` work-items along dimension
/// 0, and there are enough of them for `threads` threads. If `uniform`, the local size divides the global size. `most`
/// is the maximum in each dimension.
Dim3 choose_local_size(const NDRange& range, std::uint32_t lanes, unsigned threads, bool uniform, const Dim3& most);

/// Like the function above, with lanes along the dimension that suits the kernel best by the facts of `usual`, its
/// usual code (lane_order.h).
Dim3 choose_local_size(const NDRange& range, const KernelCode& usual, unsigned threads, bool uniform, const Dim3& most);

}  // namespace lanewise::device
