// The call interface of compiled kernel code: the only contract between the compiler's output and the device. The
// header includes no other header of Lanewise, and asserts the sizes of its structures. Compiled code reads these
// structures at fixed offsets (src/compiler/lower/kernel_entry.cpp). The interface has no version: stored code only
// runs in the driver build that made it (src/runtime/storage/build_id.h).
//
// All structures except `Worker` are read-only and shared by all threads of a launch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::abi {

/// Alignment, in bytes, of the argument block, and of the local memory and the context of a work-group.
inline constexpr std::size_t block_alignment = 128;

struct Launch;
struct Worker;

/// Bit of EnqueueRequest::flags for programs built with -g. If this bit is set, a failed call must return the error
/// code of its specific reason.
inline constexpr std::uint32_t enqueue_tells_why = 0x80000000u;
/// Value of EnqueueRequest::kernel for a marker, which runs nothing.
inline constexpr std::uint64_t no_kernel = ~std::uint64_t{0};

/// One call of enqueue_kernel or enqueue_marker (OpenCL C 3.0, section 6.15.19) by one work-item. All memory to which
/// the request points belongs to the work-item, and is not read after the call.
struct EnqueueRequest {
    std::uint64_t queue;
    std::uint64_t kernel;        // index of the enqueued kernel among the kernels of the program's blocks, or no_kernel
    const std::byte* ndrange;    // address of the NDRange, an ndrange_t of OpenCL C
    const std::byte* literal;    // the block literal: u32 size, u32 alignment, a pointer, the captured values
    const std::uint64_t* waits;  // events to wait for; if wait_count exceeds few_waits, a list from open_waits
    const std::uint64_t* local_sizes;  // size in bytes of each local argument
    std::uint64_t* event;              // where the new event is stored; null if no event is requested
    std::uint32_t flags;               // CLK_ENQUEUE_FLAGS_*, and enqueue_tells_why
    std::uint32_t wait_count;
    std::uint32_t local_count;
    std::uint32_t padding;

    static constexpr std::uint32_t few_waits = 4;
    static constexpr std::uint32_t bad_waits = ~std::uint32_t{0};  // value of wait_count for an invalid list of events
};

/// Device queue operations of work-items, except enqueues (RuntimeFunctions::device_call). Arguments that are not
/// listed here are 0.
enum class DeviceCall : std::uint32_t {
    default_queue,        // returns the default queue, or 0 if there is none
    open_waits,           // `a`: number of events; returns a list for them (EnqueueRequest::waits), 0 if out of memory
    add_wait,             // adds event `b` to list `a`
    retain_event,         // retains event `a`
    release_event,        // releases event `a`
    create_user_event,    // returns a new user event
    set_event_status,     // sets the status of user event `a` to `b`
    is_valid_event,       // returns 1 if event `a` is valid, otherwise 0
    capture_profiling,    // stores the two times of event `a` at address `b`, as 64-bit words
    work_group_size,      // returns the maximum work-group size of kernel `a`
    work_group_multiple,  // returns the preferred work-group size multiple of kernel `a`
    max_sub_group_size,   // returns the maximum sub-group size of kernel `a` for the ndrange_t at address `b`
    sub_group_count,      // returns the number of sub-groups of kernel `a` for the ndrange_t at address `b`
};

/// Bit of Launch::flags: the launch writes more bytes than the caches hold, so its stores should bypass the caches.
inline constexpr std::uint32_t streaming_stores = 1;
/// Bit of Launch::flags: all work-groups run concurrently (cl_intel_concurrent_dispatch).
inline constexpr std::uint32_t concurrent_groups = 2;

/// The functions of the runtime that compiled code may call. Compiled code calls them through Launch::functions, never
/// by a symbol name.
struct RuntimeFunctions {
    /// Handles one printf call of one work-item (OpenCL C 3.0, section 6.15.14). `format` is a NUL-terminated string.
    /// `arguments` holds the values in order, each at a multiple of 8 bytes and in the size that its type has in
    /// memory. A 3-component vector takes the size of 4 components; a smaller integer is zero-extended to 8 bytes. The
    /// `argument_bytes` bytes at `arguments` are not read after the call. Returns 0, or -1 if a part of the format
    /// could not be converted.
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
    void* command;                   // an object of the runtime that only the functions in `functions` use
    std::uint32_t work_dim;          // 1 to 3
    std::uint32_t flags;             // streaming_stores, concurrent_groups
    std::uint64_t global_size[3];    // in work-items
    std::uint64_t global_offset[3];  // in work-items
    std::uint64_t local_size[3];     // work-group size in work-items, as enqueued; the last work-group may be smaller
    std::uint64_t num_groups[3];     // number of work-groups
    std::byte* program_variables;    // the program's variables in global memory; null if there are none
};

/// The memory of one thread for its work-groups, which the thread runs one after another. The structure lies on the
/// thread's stack. The kernel uses the stack between the structure and the stack's end: an address in this range is
/// private (lower/lower_address_space).
struct Worker {
    /// Local memory of a work-group: the kernel's `__local` variables, then the `__local` arguments at the offsets that
    /// the argument block contains.
    std::byte* local_memory;
    /// Context of the work-items: values that live across barriers, and large private arrays. KernelCode::context_bytes
    /// returns the size of the context.
    std::byte* context;
    std::uint64_t local_bytes;    // size of local_memory
    std::uint64_t context_bytes;  // size of context
    /// At the start of each work-group, compiled code stores here the number of work-groups that are left, including
    /// this one. After a fault, the number identifies the work-group.
    std::uint64_t* groups_left;
    void* enqueues;  // an object of the runtime that collects enqueued kernels; null if the kernel enqueues none
    std::uint64_t first_group[3];  // ids of the first work-group to run
};

/// The Worker structure, extended for code whose sub-groups may wait for each other (KernelCode::waits). A call of the
/// code runs one sub-group of one work-group. The structure lies on the sub-group's own stack.
struct TurnWorker {
    Worker worker;
    std::uint64_t chunk;  // number of the sub-group in its work-group
};

/// Bytes that the stack of a sub-group needs in addition to the kernel's frames. They hold TurnWorker, data of the
/// device, and the frames of builtins, device functions (printf, libm) and signal handlers. The number is no multiple
/// of a page, so that the stacks of a work-group do not compete for the same cache sets.
inline constexpr std::uint64_t turn_stack_bytes = 64 * 1024 + 9 * block_alignment;

/// Runs `group_count` work-groups from Worker::first_group on, in the order KernelCode::group_order. `group_count` must
/// be at least 1. `arguments` is the argument block (layout: lanewise/kernel_info.h).
using Entry = void (*)(const Launch* launch, const Worker* worker, const std::byte* arguments,
                       std::uint64_t group_count);

static_assert(sizeof(RuntimeFunctions) == 64);
static_assert(sizeof(Launch) == 24 + 4 * 24 + 8);
static_assert(offsetof(Launch, global_size) == 24);
static_assert(offsetof(Launch, num_groups) == 96);
static_assert(offsetof(Launch, program_variables) == 120);
static_assert(sizeof(Worker) == 72);
static_assert(offsetof(TurnWorker, chunk) == 72);
static_assert(sizeof(EnqueueRequest) == 72);

}  // namespace lanewise::abi
