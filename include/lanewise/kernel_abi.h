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
    void* reserved[7];
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
};

/// Runs the work-groups [first_group, first_group + group_count), numbered with dimension 0 fastest.
/// `arguments` is the argument block (layout: lanewise/kernel_info.h).
using Entry = void (*)(const Launch* launch, const Worker* worker, const std::byte* arguments,
                       std::uint64_t first_group, std::uint64_t group_count);

static_assert(sizeof(RuntimeFunctions) == 64);
static_assert(sizeof(Launch) == 24 + 4 * 24 + 8);
static_assert(offsetof(Launch, global_size) == 24);
static_assert(offsetof(Launch, num_groups) == 96);
static_assert(offsetof(Launch, program_variables) == 120);
static_assert(sizeof(Worker) == 40);

}  // namespace lanewise::abi
