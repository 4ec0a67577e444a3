// One kernel launch on the device: from an NDRange to calls of compiled code on ranges of work-groups.
// Immutable once made; run() may be called by many threads at once.
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

    /// The range of its instructions.
    CodeRange instructions() const noexcept {
        return {reinterpret_cast<std::uintptr_t>(entry) - code.entry, code.text_bytes};
    }
};

/// Result of a range of work-groups.
struct Outcome {
    bool lacked_memory = false;
    Fault fault;
    std::uint64_t faulty_group = 0;  // the work-group of the fault

    bool is_good() const noexcept { return !lacked_memory && fault.signal == 0; }
};

/// Work-items of an NDRange, counted from 0, without its offset.
struct ItemRange {
    Dim3 begin;
    Dim3 end;
};

class Launch {
public:
    /// All that run() uses must outlive the launch. `range` is in the dimensions of the code
    /// (KernelCode::lane_dimension); results are in those of the launch. `partial` runs the chunks that `code` leaves
    /// out, if `range` has any (has_partial_chunks). `command` is passed to `functions`. A launch that stores more than
    /// `cache_bytes` bypasses the caches, if the code can.
    Launch(const LaunchedCode& code, const std::optional<LaunchedCode>& partial, const NDRange& range,
           std::uint64_t cache_bytes, std::uint64_t local_bytes, std::byte* program_variables,
           const abi::RuntimeFunctions& functions, void* command) noexcept;

    std::uint64_t groups() const noexcept { return groups_; }
    std::uint64_t items_per_group() const noexcept {
        return launch_.local_size[0] * launch_.local_size[1] * launch_.local_size[2];
    }

    /// The work-items of a work-group, in the launch's dimensions.
    ItemRange items_of(std::uint64_t group) const noexcept;

    /// Whether a thread can lend as much memory as a work-group needs.
    bool fits() const noexcept { return local_bytes_ <= max_worker_bytes && context_bytes_ <= max_worker_bytes; }

    /// Runs the work-groups [first, first + count); `enqueues` is abi::Worker's.
    Outcome run(const std::byte* arguments, std::uint64_t first, std::uint64_t count, WorkerMemory& memory,
                void* enqueues = nullptr) const noexcept;

private:
    Dim3 id_of(std::uint64_t group) const noexcept;

    abi::Entry entries_[2];  // null: nothing to run
    CodeRange instructions_[2];
    abi::Launch launch_;
    std::uint64_t groups_;
    std::uint64_t local_bytes_;
    std::uint64_t context_bytes_;
    std::uint32_t lane_dimension_;
    GroupOrder group_order_;
    bool flush_denormals_;
};

/// Whether `code` alone does not run all of `range` (KernelCode::whole_lanes).
bool has_partial_chunks(const NDRange& range, const KernelCode& code) noexcept;

/// Whether a thread can lend the memory in which work-items of such work-groups keep values across barriers.
bool has_room(const NDRange& range, const KernelCode& code) noexcept;

/// Whether each sub-group of a work-group lies within one of its rows. Sub-groups take work-items in the order of their
/// linear ids. `range` is not empty.
bool has_rows_of_sub_groups(const NDRange& range, const KernelCode& code) noexcept;

/// Chooses a local size for an NDRange without one. Groups fill whole chunks of `lanes` work-items along dimension 0,
/// and are enough for `threads`. When `uniform`, the local size divides the global size. At most `most` work-items in
/// each dimension.
Dim3 choose_local_size(const NDRange& range, std::uint32_t lanes, unsigned threads, bool uniform, const Dim3& most);

/// As above, along the dimension that suits the kernel by the facts of `usual`, its usual code (lane_order.h).
Dim3 choose_local_size(const NDRange& range, const KernelCode& usual, unsigned threads, bool uniform, const Dim3& most);

}  // namespace lanewise::device
