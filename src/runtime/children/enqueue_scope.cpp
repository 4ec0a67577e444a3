#include "runtime/children/enqueue_scope.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>

#include "device/machine/kernel_faults.h"
#include "device/machine/round_up.h"
#include "runtime/core/device.h"
#include "runtime/core/device_limits.h"

namespace lanewise::runtime {

namespace {

/// Error codes of OpenCL C (opencl-c-base.h).
enum Code : std::int32_t {
    clk_success = 0,
    clk_out_of_resources = -5,
    clk_invalid_arg_size = -51,
    clk_invalid_event_wait_list = -57,
    clk_event_allocation_failure = -100,
    clk_enqueue_failure = -101,
    clk_invalid_queue = -102,
    clk_invalid_ndrange = -160,
    clk_device_queue_full = -161,
};
constexpr std::uint32_t wait_kernel = 1, wait_work_group = 2;
/// A thread with this many ready children shares them with helpers at once, even if the enqueuing work-groups have not
/// ended.
constexpr std::size_t shown_early = 64;

struct LiteralHeader {
    std::uint32_t bytes;
    std::uint32_t alignment;
};

/// The layout of ndrange_t.
struct DeviceRange {
    std::uint32_t dimensions;
    std::uint32_t padding;
    std::uint64_t offset[3], global[3], local[3];
};
static_assert(sizeof(DeviceRange) == 80);

template <class T>
void put(std::byte* block, std::uint64_t offset, T value) noexcept {
    std::memcpy(block + offset, &value, sizeof value);
}

bool is_valid_local(const NDRange& range, const KernelInfo& info) noexcept {
    std::uint64_t items = 1;
    for (unsigned d = 0; d < 3; ++d) {
        const std::uint64_t size = range.local_size[d];
        if (size == 0 || size > limits::max_work_group_size) return false;
        if (info.uniform_work_groups && range.global_size[d] % size != 0) return false;
        items *= size;
    }
    return items <= limits::max_work_group_size;
}

/// Returns the bytes of local memory that a block's kernel needs, including `count` local arguments of sizes `sizes`.
/// Returns nothing if the device has less local memory.
std::optional<std::uint64_t> local_bytes(const CompiledKernel& kernel, const std::uint64_t* sizes,
                                         std::uint32_t count) {
    std::uint64_t bytes = kernel.code.local_bytes;
    for (std::uint32_t i = 0; i < count; ++i) {
        bytes = device::round_up(bytes, abi::block_alignment);
        if (bytes > limits::local_memory_bytes || sizes[i] > limits::local_memory_bytes - bytes) return std::nullopt;
        bytes += sizes[i];
    }
    return bytes;
}

}  // namespace

EnqueueScope::EnqueueScope(Family& family, Child* enqueuer, ChildList* cache) noexcept
    : family_(family), enqueuer_(enqueuer), cache_(cache ? cache : &own_cache_) {}

EnqueueScope::~EnqueueScope() {
    if (!own_cache_.empty()) family_.store().take_back(own_cache_);
}

void EnqueueScope::end(ChildList& ready, ChildList& waiting) noexcept {
    family_.count_made(enqueuer_, std::exchange(made_, 0));
    ready.append(now_);
    while (Child* const child = after_group_.pop()) Family::meet(*child, ready);
    waiting.append(after_kernel_);
}

Child* EnqueueScope::take_free() noexcept {
    if (cache_->empty()) family_.store().refill(*cache_);
    Child* const child = cache_->pop();
    if (!child) return nullptr;
    child->anchor = enqueuer_ && !enqueuer_->event ? enqueuer_->anchor : enqueuer_;
    child->kernel = nullptr;
    child->event = nullptr;
    child->unmet.store(1, std::memory_order_relaxed);
    child->pending.store(1, std::memory_order_relaxed);
    child->status.store(0, std::memory_order_relaxed);
    child->has_edges = false;
    child->range = {};
    child->local_bytes = 0;
    child->arguments = nullptr;
    return child;
}

std::int32_t EnqueueScope::enqueue(const abi::Launch*, const abi::Worker* worker,
                                   const abi::EnqueueRequest* request) noexcept {
    const device::OutsideKernel outside;
    const std::int32_t code = static_cast<EnqueueScope*>(worker->enqueues)->try_enqueue(*request);
    // enqueue_kernel "returns CLK_SUCCESS if successful; otherwise CLK_ENQUEUE_FAILURE, or, if the -g option is
    // specified, one of [...]"
    if (code == clk_success || (request->flags & abi::enqueue_tells_why)) return code;
    return clk_enqueue_failure;
}

std::int32_t EnqueueScope::read_range(const std::byte* ndrange, const CompiledKernel& kernel, NDRange& range) const {
    DeviceRange given;
    std::memcpy(&given, ndrange, sizeof given);
    if (given.dimensions < 1 || given.dimensions > 3) return clk_invalid_ndrange;
    range.work_dim = given.dimensions;
    const bool has_local = given.local[0] != 0;
    std::uint64_t items = 1;
    for (unsigned d = 0; d < given.dimensions; ++d) {
        range.global_size[d] = given.global[d];
        range.global_offset[d] = given.offset[d];
        range.local_size[d] = given.local[d];
        const bool counts = given.global[d] <= std::numeric_limits<std::uint64_t>::max() - given.offset[d] &&
                            !__builtin_mul_overflow(items, std::max<std::uint64_t>(given.global[d], 1), &items);
        if (!counts) return clk_invalid_ndrange;
    }
    if (!has_local) {
        for (unsigned d = 0; d < given.dimensions; ++d)
            if (given.local[d] != 0) return clk_invalid_ndrange;
        range.local_size = {0, 0, 0};
        return clk_success;
    }
    // "CLK_INVALID_NDRANGE if ndrange is not a valid ndrange descriptor or if the program was compiled with
    // -cl-uniform-work-group-size and the local_work_size is specified in ndrange but the global_work_size specified in
    // ndrange is not a multiple of the local_work_size."
    return is_valid_local(range, kernel.info) ? clk_success : clk_invalid_ndrange;
}

// Chooses the code for a child. Also sets the local size of `range` if the kernel uses sub-groups, since their sizes
// depend on the local size.
const CompiledKernel* EnqueueScope::kernel_for(std::uint64_t number, NDRange& range) noexcept {
    const CompiledKernel* const kernel = family_.program().block(number);
    if (!kernel) return nullptr;
    const KernelCode& usual = kernel->code;
    CodeVariant variant = CodeVariant::usual;
    if (usual.small_ids && !range.is_below(small_id_bound)) variant = CodeVariant::large_launch;
    if (usual.uses_sub_groups && !range.is_empty()) {
        range.local_size = family_.local_size_of(*kernel, range);
        if (!device::has_rows_of_sub_groups(range, usual)) variant = CodeVariant::flat_groups;
    }
    if (variant == CodeVariant::usual) return kernel;
    const CompiledKernel* const other = family_.program().block_of_variant(number, variant);
    // get_kernel_max_sub_group_size_for_ndrange reports one sub-group size for all launches of a block. All code of the
    // block's kernel must therefore have this sub-group size.
    if (other && usual.uses_sub_groups && other->code.sub_group_size != usual.sub_group_size) return nullptr;
    return other;
}

std::span<const std::uint64_t> EnqueueScope::waits_of(const abi::EnqueueRequest& request) noexcept {
    if (request.wait_count == 0) return {};
    if (request.wait_count <= abi::EnqueueRequest::few_waits) return {request.waits, request.wait_count};
    return wait_lists_[request.waits[0] - 1];
}

// "CLK_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and num_events_in_wait_list > 0, or event_wait_list is not
// NULL and num_events_in_wait_list is 0, or if event objects in event_wait_list are not valid events."
std::int32_t EnqueueScope::wait_for(Child& child, std::span<const std::uint64_t> waits) noexcept {
    // Checks all events before the child is added to the list of the first event, since no child can be removed from a
    // list.
    if (waits.size() > 1)
        for (const std::uint64_t word : waits)
            if (!family_.events().is_valid(word)) return clk_invalid_event_wait_list;
    EventEdge* edges = child.edges.data();
    if (waits.size() > Child::few_edges) {
        child.more_edges = edges = new (std::nothrow) EventEdge[waits.size()];
        if (!edges) return clk_out_of_resources;
    }
    child.unmet.store(static_cast<std::uint32_t>(waits.size()) + 1, std::memory_order_relaxed);
    child.has_edges = true;
    std::uint32_t met = 0;
    for (std::size_t i = 0; i < waits.size(); ++i) {
        std::int32_t status = CL_COMPLETE;
        bool is_valid = true;
        edges[i].child = &child;
        if (family_.events().add_edge(waits[i], edges[i], status, is_valid)) continue;
        if (!is_valid && waits.size() == 1) return clk_invalid_event_wait_list;
        ++met;
        if (!is_valid || status < 0) child.status.store(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
    // One dependency of the child remains: on the enqueue itself. The enqueue flags decide when this dependency is met:
    // at once by submit(), or at the end of the enqueuing work-group or kernel.
    child.unmet.fetch_sub(met, std::memory_order_acq_rel);
    return clk_success;
}

// Copies the block's captured values and sets the arguments. Section 6.15.19: "CLK_INVALID_ARG_SIZE for invalid value
// of local_mem_size".
std::int32_t EnqueueScope::fill(Child& child, const abi::EnqueueRequest& request) noexcept {
    LiteralHeader header;
    std::memcpy(&header, request.literal, sizeof header);
    const KernelInfo& info = child.kernel->info;
    if (request.local_count + 1 != info.args.size()) return clk_invalid_arg_size;
    for (std::uint32_t i = 0; i < request.local_count; ++i)
        if (request.local_sizes[i] == 0) return clk_invalid_arg_size;
    const auto bytes = local_bytes(*child.kernel, request.local_sizes, request.local_count);
    if (!bytes) return clk_out_of_resources;
    child.local_bytes = *bytes;
    const std::uint64_t alignment = std::max<std::uint64_t>(header.alignment, 8);
    const std::uint64_t literal = device::round_up(info.arg_block_bytes, alignment);
    const std::uint64_t total = literal + header.bytes;
    child.arguments = child.small.data();
    if (total > Child::small_bytes || alignment > Child::small_alignment) {
        child.arguments =
            static_cast<std::byte*>(::operator new[](total, std::align_val_t{abi::block_alignment}, std::nothrow));
        if (!child.arguments) return clk_out_of_resources;
        child.is_allocated = true;
    }
    std::memcpy(child.arguments + literal, request.literal, header.bytes);
    put(child.arguments, info.args[0].offset, child.arguments + literal);
    std::uint64_t place = child.kernel->code.local_bytes;
    for (std::uint32_t i = 0; i < request.local_count; ++i) {
        place = device::round_up(place, abi::block_alignment);
        put(child.arguments, info.args[i + 1].offset, place);
        place += request.local_sizes[i];
    }
    return clk_success;
}

std::int32_t EnqueueScope::try_enqueue(const abi::EnqueueRequest& request) noexcept {
    const std::uint32_t flags = request.flags & ~abi::enqueue_tells_why;
    // "CLK_INVALID_QUEUE if queue is not a valid device queue."
    Queue* const queue = family_.find_queue(request.queue);
    if (!queue) return clk_invalid_queue;
    if (flags > wait_work_group) return clk_enqueue_failure;
    if (request.wait_count == abi::EnqueueRequest::bad_waits) return clk_invalid_event_wait_list;
    const bool has_list = request.wait_count > abi::EnqueueRequest::few_waits;
    if (has_list && request.waits[0] == 0) return clk_out_of_resources;
    NDRange range;
    const CompiledKernel* kernel = nullptr;
    if (request.kernel != abi::no_kernel) {
        kernel = family_.program().block(request.kernel);
        if (!kernel) return clk_enqueue_failure;
        if (const auto code = read_range(request.ndrange, *kernel, range)) return code;
        kernel = kernel_for(request.kernel, range);
        if (!kernel) return clk_out_of_resources;
    }
    Child* const child = take_free();
    if (!child) return clk_out_of_resources;
    child->kernel = kernel;
    child->range = range;
    child->queue = queue;
    std::int32_t code = kernel ? fill(*child, request) : std::int32_t{clk_success};
    child->room = static_cast<std::uint32_t>(sizeof(Child));
    // "CLK_DEVICE_QUEUE_FULL if queue is full."
    if (code == clk_success && !queue->take_room(child->room)) code = clk_device_queue_full;
    if (code != clk_success) return give_back(*child), code;
    // "CLK_EVENT_ALLOCATION_FAILURE if event_ret is not NULL and an event could not be allocated."
    if (request.event) {
        child->event = family_.events().create(/*is_user=*/false);
        if (!child->event) code = clk_event_allocation_failure;
    }
    if (code == clk_success && request.wait_count != 0) code = wait_for(*child, waits_of(request));
    if (code != clk_success) {
        if (child->event) {
            const std::uint64_t word = DeviceEvents::word_of(*child->event);
            family_.events().complete(*child->event, CL_COMPLETE);
            family_.events().release(word);
        }
        queue->give_room(child->room);
        return give_back(*child), code;
    }
    if (child->event) *request.event = DeviceEvents::word_of(*child->event);
    submit(*child, flags);
    return clk_success;
}

void EnqueueScope::give_back(Child& child) noexcept {
    ChildStore::clear(child);
    cache_->push(child);
}

void EnqueueScope::submit(Child& child, std::uint32_t flags) noexcept {
    ++made_;
    if (flags == wait_kernel) return after_kernel_.push(child);
    if (flags == wait_work_group) return after_group_.push(child);
    // From here on, another thread may run the child.
    if (child.has_edges) family_.count_made(enqueuer_, std::exchange(made_, 0));
    Family::meet(child, now_);
    if (now_.size() < shown_early) return;
    family_.count_made(enqueuer_, std::exchange(made_, 0));
    family_.share(now_);
}

std::uint64_t EnqueueScope::open_waits(std::uint64_t count) noexcept {
    try {
        wait_lists_.emplace_back().reserve(count);
        return wait_lists_.size();
    } catch (...) {
        if (!wait_lists_.empty() && wait_lists_.back().capacity() == 0) wait_lists_.pop_back();
        return 0;
    }
}

std::uint64_t EnqueueScope::device_call(const abi::Launch*, const abi::Worker* worker, abi::DeviceCall what,
                                        std::uint64_t a, std::uint64_t b) noexcept {
    const device::OutsideKernel outside;
    return static_cast<EnqueueScope*>(worker->enqueues)->call(what, a, b);
}

std::uint64_t EnqueueScope::call(abi::DeviceCall what, std::uint64_t a, std::uint64_t b) noexcept {
    using enum abi::DeviceCall;
    DeviceEvents& events = family_.events();
    switch (what) {
        case default_queue: return family_.default_queue();
        case open_waits: return this->open_waits(a);
        case add_wait: return wait_lists_[a - 1].push_back(b), 0;
        case retain_event: return events.retain(a), 0;
        case release_event: return events.release(a), 0;
        case create_user_event: {
            const DeviceEvent* const event = events.create(/*is_user=*/true);
            return event ? DeviceEvents::word_of(*event) : DeviceEvents::null_event;
        }
        case set_event_status:
            family_.count_made(enqueuer_, std::exchange(made_, 0));
            Family::release(events.set_status(a, static_cast<std::int32_t>(b)), static_cast<std::int32_t>(b), now_);
            return 0;
        case is_valid_event: return events.is_valid(a);
        case capture_profiling: return events.capture(a, reinterpret_cast<std::uint64_t*>(b)), 0;
        default: break;
    }
    const CompiledKernel* const kernel = family_.program().block(a);
    if (!kernel) return 0;
    switch (what) {
        case work_group_size: return limits::max_work_group_size;
        case work_group_multiple: return kernel->code.lanes;
        case max_sub_group_size: return kernel->code.sub_group_size;
        case sub_group_count: return sub_group_count_of(*kernel, reinterpret_cast<const std::byte*>(b));
        default: return 0;
    }
}

// Section 6.15.19: "Returns the number of sub-groups in each work-group of the dispatch (except for the last in cases
// where the global size does not divide cleanly into work-groups)"; 0 for an invalid range.
std::uint64_t EnqueueScope::sub_group_count_of(const CompiledKernel& kernel, const std::byte* ndrange) const noexcept {
    NDRange range;
    if (read_range(ndrange, kernel, range) != clk_success || range.is_empty()) return 0;
    const Dim3 local = family_.local_size_of(kernel, range);
    const std::uint64_t items = local[0] * local[1] * local[2], size = kernel.code.sub_group_size;
    return (items + size - 1) / size;
}

}  // namespace lanewise::runtime
