// The call interface of compiled kernel code: the only contract between the compiler's output and the device.
// Standalone, with asserted sizes. Compiled code reads these structures at fixed offsets
// (src/compiler/lower/kernel_entry.cpp). The interface has no version: stored code is only run by the driver build that
// made it (src/runtime/storage/build_id.h).
//
// All structures but `Worker` are read-only and shared by all threads of a launch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::abi {

/// Alignment, in bytes, of the argument block, of a work-group's local memory and of its context.
inline constexpr std::size_t block_alignment = 128;

struct Launch;
struct Worker;

/// Bit of EnqueueRequest::flags for programs built with -g: the returned error code must tell the reason.
inline constexpr std::uint32_t enqueue_tells_why = 0x80000000u;
/// Value of EnqueueRequest::kernel for a marker, which runs nothing.
inline constexpr std::uint64_t no_kernel = ~std::uint64_t{0};

/// One call of enqueue_kernel or enqueue_marker (OpenCL C 3.0, section 6.15.19) by one work-item. All memory that it
/// points to belongs to the work-item and is read only during the call.
struct EnqueueRequest {
    std::uint64_t queue;
    std::uint64_t kernel;              // index among the program's kernels of blocks, or no_kernel
    const std::byte* ndrange;          // OpenCL C's ndrange_t
    const std::byte* literal;          // the block: u32 size, u32 alignment, a pointer, the captured values
    const std::uint64_t* waits;        // `wait_count` events; if more than few_waits, the list from open_waits
    const std::uint64_t* local_sizes;  // bytes of each local argument
    std::uint64_t* event;              // null when no event is requested
    std::uint32_t flags;               // CLK_ENQUEUE_FLAGS_*, and enqueue_tells_why
    std::uint32_t wait_count;
    std::uint32_t local_count;
    std::uint32_t padding;

    static constexpr std::uint32_t few_waits = 4;
    static constexpr std::uint32_t bad_waits = ~std::uint32_t{0};  // wait_count of an invalid list
};

/// Other calls of work-items to the device's queues (RuntimeFunctions::device_call). Arguments not named here are 0.
enum class DeviceCall : std::uint32_t {
    default_queue,        // returns a queue; 0 when there is none
    open_waits,           // a: number of events; returns a list for EnqueueRequest::waits, 0 without memory
    add_wait,             // a: list, b: event
    retain_event,         // a: event
    release_event,        // a: event
    create_user_event,    // returns an event
    set_event_status,     // a: event, b: status
    is_valid_event,       // a: event; returns 0 or 1
    capture_profiling,    // a: event, b: address of two 64-bit words
    work_group_size,      // a: kernel
    work_group_multiple,  // a: kernel
    max_sub_group_size,   // a: kernel, b: address of an ndrange_t
    sub_group_count,      // a: kernel, b: address of an ndrange_t
};

/// Bit of Launch::flags: the launch writes more than the caches hold, so its stores should bypass them.
inline constexpr std::uint32_t streaming_stores = 1;

/// The functions that compiled code may call back. Code reaches them through `Launch`, never by symbol.
struct RuntimeFunctions {
    /// One printf call of one work-item (OpenCL C 3.0, section 6.15.14). `format` is a NUL-terminated string.
    /// `arguments` holds the values one after another, each at the next multiple of 8 bytes in its size in memory. A
    /// 3-component vector takes the size of 4 components; smaller integers are extended by zeros to 8 bytes. The
    /// `argument_bytes` bytes are read only during the call. Returns 0, or -1 when part of the format could not be
    /// followed.
    std::int32_t (*printf)(const Launch* launch, const char* format, const std::byte* arguments,
                           std::uint64_t argument_bytes);
    /// Enqueues a kernel or marker; returns CLK_SUCCESS or an error code.
    std::int32_t (*enqueue)(const Launch* launch, const Worker* worker, const EnqueueRequest* request);
    std::uint64_t (*device_call)(const Launch* launch, const Worker* worker, DeviceCall what, std::uint64_t a,
                                 std::uint64_t b);
    void* reserved[5];
};

/// One kernel launch.
struct Launch {
    const RuntimeFunctions* functions;
    void* command;                   // the runtime's own pointer, returned to it through `functions`
    std::uint32_t work_dim;          // 1 to 3
    std::uint32_t flags;             // streaming_stores or 0
    std::uint64_t global_size[3];    // work-items
    std::uint64_t global_offset[3];  // work-items
    std::uint64_t local_size[3];     // work-items, as enqueued; the last work-group may be smaller
    std::uint64_t num_groups[3];     // work-groups
    std::byte* program_variables;    // the program's variables in global memory; null when there are none
};

/// Memory that one thread lends to the work-groups that it runs, one after another. It lies on the thread's stack; the
/// part nearer to the stack's end belongs to the kernel (lower/lower_address_space).
struct Worker {
    /// Local memory of a work-group: the kernel's `__local` variables, then the `__local` arguments at the offsets in
    /// the argument block.
    std::byte* local_memory;
    /// Context of the work-items: values live across barriers, and large private arrays (sizes:
    /// KernelCode::context_bytes).
    std::byte* context;
    std::uint64_t local_bytes;    // size of local_memory
    std::uint64_t context_bytes;  // size of context
    /// The code writes here the number of work-groups left, the one that it begins included. This identifies the
    /// work-group of a fault.
    std::uint64_t* groups_left;
    void* enqueues;                // the runtime's own: collects enqueued kernels; null in kernels that enqueue none
    std::uint64_t first_group[3];  // ids of the first work-group to run
};

/// Runs `group_count` work-groups, at least one, from Worker::first_group on, in the order of the code
/// (KernelCode::group_order). `arguments` is the argument block (layout: lanewise/kernel_info.h).
using Entry = void (*)(const Launch* launch, const Worker* worker, const std::byte* arguments,
                       std::uint64_t group_count);

static_assert(sizeof(RuntimeFunctions) == 64);
static_assert(sizeof(Launch) == 24 + 4 * 24 + 8);
static_assert(offsetof(Launch, global_size) == 24);
static_assert(offsetof(Launch, num_groups) == 96);
static_assert(offsetof(Launch, program_variables) == 120);
static_assert(sizeof(Worker) == 72);
static_assert(sizeof(EnqueueRequest) == 72);

}  // namespace lanewise::abi
