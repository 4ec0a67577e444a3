#include "device/kernel/launch.h"

#include <algorithm>

#include "device/kernel/group_blocks.h"
#include "device/kernel/lane_order.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace lanewise::device {

namespace {

/// Scope in which the thread has the floating-point state that compiled code expects. Numbers are rounded to nearest,
/// and denormals are treated as zero only if the code was compiled for that.
class FloatEnvironment {
public:
#if defined(__x86_64__)
    explicit FloatEnvironment(bool flush_denormals) noexcept : saved_(_mm_getcsr()) {
        const unsigned wanted = flush_denormals ? standard | flush_to_zero | denormals_are_zero : standard;
        if (saved_ != wanted) _mm_setcsr(wanted);
    }
    // Restores the thread's former floating-point state, and so discards the exception flags that the kernel raised.
    ~FloatEnvironment() {
        if (_mm_getcsr() != saved_) _mm_setcsr(saved_);
    }

private:
    static constexpr unsigned standard = 0x1F80;
    static constexpr unsigned flush_to_zero = 0x8000;
    static constexpr unsigned denormals_are_zero = 0x40;
    unsigned saved_;
#else
    explicit FloatEnvironment(bool) noexcept {}
#endif
};

constexpr std::uint64_t preferred_group_items = 256;

/// Returns the largest divisor of `size` that is at most `most` and a multiple of `lanes`. If there is no such divisor,
/// returns the largest divisor that is at most `most`.
std::uint64_t divisor_up_to(std::uint64_t size, std::uint64_t most, std::uint64_t lanes) {
    most = std::min(size, most);
    for (std::uint64_t full = most / lanes * lanes; full != 0; full -= lanes) {
        if (size % full == 0) return full;
    }
    for (std::uint64_t candidate = most; candidate > 1; --candidate) {
        if (size % candidate == 0) return candidate;
    }
    return 1;
}

/// Returns the number of bytes that the launch writes by stores that may bypass the caches. The type is double, since
/// the number of work-items may be too large for an integer.
double streamed_bytes(const KernelCode& code, const NDRange& range) {
    if (code.streamed_bytes == 0) return 0;
    double bytes = code.streamed_bytes;
    for (const std::uint64_t size : range.global_size) bytes *= static_cast<double>(size);
    return bytes;
}

}  // namespace

bool has_partial_chunks(const NDRange& range, const KernelCode& code) noexcept {
    return !range.has_whole(0, code.whole_lanes) || !range.has_whole(1, code.whole_rows);
}

bool has_room(const NDRange& range, const KernelCode& code) noexcept {
    return code.context_bytes(range.local_size) <= max_worker_bytes;
}

bool has_rows_of_sub_groups(const NDRange& range, const KernelCode& code) noexcept {
    return (range.local_size[1] == 1 && range.local_size[2] == 1) || range.has_whole(0, code.sub_group_size);
}

Launch::Launch(const LaunchedCode& usual, const std::optional<LaunchedCode>& partial, const NDRange& range,
               std::uint64_t cache_bytes, std::uint64_t local_bytes, std::byte* program_variables,
               const abi::RuntimeFunctions& functions, void* command) noexcept
    : entries_{usual.code.waits || (partial && range.local_size[0] < usual.code.whole_lanes) ? nullptr : usual.entry,
               partial            ? partial->entry
               : usual.code.waits ? usual.entry
                                  : nullptr},
      instructions_{usual.instructions(), partial ? partial->instructions() : CodeRange{}},
      launch_{&functions, command, range.work_dim, 0, {}, {}, {}, {}, program_variables},
      groups_(1),
      local_bytes_(local_bytes),
      context_bytes_(std::max(usual.code.context_bytes(range.local_size),
                              partial ? partial->code.context_bytes(range.local_size) : 0)),
      lane_dimension_(usual.code.lane_dimension),
      group_order_(GroupOrder::of_number(usual.code.group_order)),
      flush_denormals_(usual.code.flush_denormals),
      turns_(usual.code.waits ? &usual.code : nullptr) {
    for (unsigned d = 0; d < 3; ++d) {
        launch_.global_size[d] = range.global_size[d];
        launch_.global_offset[d] = range.global_offset[d];
        launch_.local_size[d] = range.local_size[d];
        launch_.num_groups[d] = range.num_groups(d);
        groups_ *= launch_.num_groups[d];
    }
    if (streamed_bytes(usual.code, range) > static_cast<double>(cache_bytes)) launch_.flags = abi::streaming_stores;
}

// Returns the id of a work-group in the dimensions of the code.
Dim3 Launch::id_of(std::uint64_t group) const noexcept {
    if (group == 0) return {0, 0, 0};
    const auto order = group_order_.dimensions();
    const std::uint64_t row = group / launch_.num_groups[order[0]];
    Dim3 id;
    id[order[0]] = group % launch_.num_groups[order[0]];
    id[order[1]] = row % launch_.num_groups[order[1]];
    id[order[2]] = row / launch_.num_groups[order[1]];
    return id;
}

ItemRange Launch::items_of(std::uint64_t group) const noexcept {
    const Dim3 id = id_of(group);
    ItemRange items{};
    for (unsigned d = 0; d < 3; ++d) {
        items.begin[d] = id[d] * launch_.local_size[d];
        items.end[d] = std::min(items.begin[d] + launch_.local_size[d], launch_.global_size[d]);
    }
    return {exchanged(items.begin, lane_dimension_), exchanged(items.end, lane_dimension_)};
}

Outcome Launch::run(const std::byte* arguments, std::uint64_t first, std::uint64_t count, WorkerMemory& memory,
                    void* enqueues) const noexcept {
    if (count == 0) return {};
    if (!memory.reserve(local_bytes_, context_bytes_)) return {true, {}, 0};
    const UnblockedFaults unblocked(memory.prepare_for_faults());
    std::uint64_t left = count;
    const abi::Worker worker = memory.worker(id_of(first), &left, enqueues);
    const FloatEnvironment environment(flush_denormals_);
    for (unsigned i = 0; i < 2; ++i) {
        if (!entries_[i]) continue;
        if (i == 1 && turns_) return run_in_turns(arguments, first, count, memory, enqueues);
        left = count;
        const Fault fault = call_kernel(instructions_[i], entries_[i], launch_, worker, arguments, count);
        if (fault.signal != 0) return {false, fault, first + (count - left)};
    }
    return {};
}

// Runs work-groups whose sub-groups may wait for each other.
Outcome Launch::run_in_turns(const std::byte* arguments, std::uint64_t first, std::uint64_t count, WorkerMemory& memory,
                             void* enqueues) const noexcept {
    const TurnLaunch launch{launch_,   entries_[1],  instructions_[0],
                            arguments, sub_groups(), turns_->context_bytes_per_chunk};
    Turns turns(launch);
    std::uint64_t left = 1;
    for (std::uint64_t group = first; group != first + count; ++group) {
        const Fault fault = turns.run(memory.worker(id_of(group), &left, enqueues));
        if (fault.signal != 0) return {false, fault, group};
    }
    return {};
}

Outcome Launch::run_concurrently(const std::byte* arguments, ConcurrentGroups& groups, bool zeroes_local,
                                 WorkerMemory& memory) const noexcept {
    const UnblockedFaults unblocked(memory.prepare_for_faults());
    const FloatEnvironment environment(flush_denormals_);
    const TurnLaunch launch{launch_,   entries_[1],  instructions_[0],
                            arguments, sub_groups(), turns_->context_bytes_per_chunk};
    GroupBlocks blocks(*this, local_bytes_, context_bytes_, zeroes_local);
    Turns turns(launch, &groups);
    const Fault fault = turns.run(blocks);
    // Stops the other threads of the launch, since those threads may wait for work-groups that this thread did not
    // finish.
    if (!turns.is_finished()) groups.stop();
    return {blocks.lacked_memory(), fault, turns.faulty_group()};
}

Dim3 choose_local_size(const NDRange& range, std::uint32_t lanes, unsigned threads, bool uniform, const Dim3& most) {
    const Dim3& global = range.global_size;
    // A program that launches no more work-items than there are threads usually intends one thread for each work-item.
    if (global[0] * global[1] * global[2] <= threads) return {1, 1, 1};
    const std::uint64_t per_thread = global[0] * global[1] * global[2] / (4 * std::uint64_t{threads});
    const std::uint64_t wanted = std::clamp<std::uint64_t>(per_thread, lanes, preferred_group_items);
    Dim3 local{1, 1, 1};
    const std::uint64_t row = std::min(wanted, most[0]);
    if (!uniform && global[0] % lanes != 0 && std::min(global[0], row) >= lanes) {
        // The last work-group may be smaller, so the size of all other work-groups can be a multiple of the number of
        // lanes.
        local[0] = std::min(row, global[0]) / lanes * lanes;
    } else {
        local[0] = divisor_up_to(global[0], row, lanes);
    }
    for (unsigned d = 1; d < 3; ++d) {
        const std::uint64_t left = std::max<std::uint64_t>(1, wanted / (local[0] * local[1]));
        local[d] = divisor_up_to(global[d], std::min(left, most[d]), 1);
    }
    return local;
}

Dim3 choose_local_size(const NDRange& range, const KernelCode& usual, unsigned threads, bool uniform,
                       const Dim3& most) {
    unsigned d = usual.lane_dimension;
    if (range.global_size[d] < usual.lanes) {
        NDRange open = range;
        open.local_size = {0, 0, 0};
        const CodeVariant best = best_lane_order(open, usual);
        // Other variants have their lanes along the usual dimension.
        for (unsigned other = 0; other < 3; ++other)
            if (best == variant_along(other)) d = other;
    }
    return exchanged(choose_local_size(range.exchanged(d), usual.lanes, threads, uniform, exchanged(most, d)), d);
}

}  // namespace lanewise::device
