// What compiled kernel code is called with. The only contract between the compiler's output and the
// device: standalone, sizes asserted. Compiled code reads these structures at fixed
// offsets (src/compiler/lower/kernel_entry.cpp). It has no version: stored code is only run by the build of the driver
// that made it (src/runtime/storage/build_id.h).
//
// Everything but `Worker` is read-only and shared by all threads of a launch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::abi {

/// Alignment, in bytes, of the argument block, of a work-group's local memory and of its context.
inline constexpr std::size_t block_alignment = 128;

struct Launch;
struct Worker;

/// Of a program built with -g: in EnqueueRequest::flags, that the error code is to tell what is wrong.
inline constexpr std::uint32_t enqueue_tells_why = 0x80000000u;
/// In EnqueueRequest::kernel: a marker, which runs nothing.
inline constexpr std::uint64_t no_kernel = ~std::uint64_t{0};

/// One call of enqueue_kernel or enqueue_marker (OpenCL C 3.0, section 6.15.19) by one work-item. All that it points to
/// is the work-item's own and read during the call.
struct EnqueueRequest {
    std::uint64_t queue;
    std::uint64_t kernel;              // number among the program's kernels of blocks, or no_kernel
    const std::byte* ndrange;          // OpenCL C's ndrange_t
    const std::byte* literal;          // the block: u32 size, u32 alignment, a pointer, what it captured
    const std::uint64_t* waits;        // `wait_count` events, or of more than EnqueueRequest::few_waits a list's word
    const std::uint64_t* local_sizes;  // bytes of each local argument
    std::uint64_t* event;              // null: none is wanted
    std::uint32_t flags;               // CLK_ENQUEUE_FLAGS_*, and enqueue_tells_why
    std::uint32_t wait_count;
    std::uint32_t local_count;
    std::uint32_t padding;

    static constexpr std::uint32_t few_waits = 4;
    static constexpr std::uint32_t bad_waits = ~std::uint32_t{0};  // wait_count of a list that contradicts itself
};

/// What else work-items ask of the device's queues: RuntimeFunctions::device_call. Arguments that are not named are 0.
enum class DeviceCall : std::uint32_t {
    default_queue,        // yields a queue, 0 without
    open_waits,           // a: how many; yields a list for EnqueueRequest::waits, 0 when there is no memory
    add_wait,             // a: list, b: event
    retain_event,         // a: event
    release_event,        // a: event
    create_user_event,    // yields an event
    set_event_status,     // a: event, b: status
    is_valid_event,       // a: event; yields 0 or 1
    capture_profiling,    // a: event, b: address of two 64-bit words
    work_group_size,      // a: kernel
    work_group_multiple,  // a: kernel
    max_sub_group_size,   // a: kernel, b: address of an ndrange_t
    sub_group_count,      // a: kernel, b: address of an ndrange_t
};

/// In Launch::flags: the launch writes more than the caches hold, so its stores should go past them.
inline constexpr std::uint32_t streaming_stores = 1;

/// The functions compiled code may call back. Reached through `Launch`, never by symbol.
struct RuntimeFunctions {
    /// One printf call of one work-item (OpenCL C 3.0, section 6.15.14). `format` is a NUL-terminated
    /// string. `arguments` holds the values one after another, each at the next multiple of 8 bytes in
    /// the size it has in memory (a 3-component vector takes 4; smaller integers are extended by zeros to 8 bytes);
    /// its `argument_bytes` are read only during the call. Returns 0, or -1 when not all of the format could be
    /// followed.
    std::int32_t (*printf)(const Launch* launch, const char* format, const std::byte* arguments,
                           std::uint64_t argument_bytes);
    /// CLK_SUCCESS or an error code.
    std::int32_t (*enqueue)(const Launch* launch, const Worker* worker, const EnqueueRequest* request);
    std::uint64_t (*device_call)(const Launch* launch, const Worker* worker, DeviceCall what, std::uint64_t a,
                                 std::uint64_t b);
    void* reserved[5];
};

/// One kernel launch.
struct Launch {
    const RuntimeFunctions* functions;
    void* command;                   // the runtime's own, handed back to it by `functions`
    std::uint32_t work_dim;          // 1 to 3
    std::uint32_t flags;             // streaming_stores or 0
    std::uint64_t global_size[3];    // work-items
    std::uint64_t global_offset[3];  // work-items
    std::uint64_t local_size[3];     // work-items, as enqueued; the last group may be smaller
    std::uint64_t num_groups[3];     // work-groups
    std::byte* program_variables;    // the program's variables in global memory; null without any
};

/// What one thread lends to the work-groups it runs, one after another. Lies on that thread's stack:
/// what is nearer to the stack's end is the kernel's own (lower/lower_address_space).
struct Worker {
    /// Local memory of a work-group: first the kernel's `__local` variables, then the `__local`
    /// arguments at the offsets that the argument block holds.
    std::byte* local_memory;
    /// Work-item context: live values across barriers and large private arrays
    /// (sizes: KernelCode::context_bytes).
    std::byte* context;
    std::uint64_t local_bytes;    // that local_memory has
    std::uint64_t context_bytes;  // that context has
    /// Where the code notes how many work-groups there are left, the one that it begins with among them: tells which
    /// one a fault is of.
    std::uint64_t* groups_left;
    void* enqueues;                // the runtime's own: what the work-groups enqueue; null in kernels that do not
    std::uint64_t first_group[3];  // ids of the work-group to begin with
};

/// Runs `group_count` work-groups, one at the least: from Worker::first_group on, in the order that the code has
/// (KernelCode::group_order).
/// `arguments` is the argument block (layout: lanewise/kernel_info.h).
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
