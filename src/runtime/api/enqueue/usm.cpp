// Commands on unified shared memory (cl_intel_unified_shared_memory): fills, copies and hints. These commands accept
// all memory of the process, as the commands on shared virtual memory do.
#include <algorithm>

#include "runtime/api/enqueue/pointer_checks.h"
#include "runtime/api/enqueue/transfer_checks.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/mem_flags.h"
#include "runtime/command/map_command.h"
#include "runtime/command/transfer_command.h"

namespace lanewise::runtime::api {
namespace {

void fill(cl_command_queue command_queue, void* dst_ptr, const void* pattern, std::size_t pattern_size,
          std::size_t size, cl_uint event_count, const cl_event* event_wait_list, cl_event* event) {
    Ref<Queue> queue = deref_live(command_queue);
    const device::FillJob job = check_pointer_fill("dst_ptr", dst_ptr, pattern, pattern_size, size);
    const CheckedWaitList waits(*queue, event_count, event_wait_list);
    Queue::enqueue(make<FillCommand>(std::move(queue), CL_COMMAND_MEMFILL_INTEL, job), waits, event);
}

}  // namespace

cl_int clEnqueueMemFillINTEL(cl_command_queue command_queue, void* dst_ptr, const void* pattern, size_t pattern_size,
                             size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                             cl_event* event) {
    return entry([&] {
        fill(command_queue, dst_ptr, pattern, pattern_size, size, num_events_in_wait_list, event_wait_list, event);
    });
}

// Older versions of the extension have clEnqueueMemsetINTEL instead of clEnqueueMemFillINTEL. The lowest byte of
// `value` is stored in each byte.
cl_int clEnqueueMemsetINTEL(cl_command_queue command_queue, void* dst_ptr, cl_int value, size_t size,
                            cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        const auto byte = static_cast<cl_uchar>(value);
        fill(command_queue, dst_ptr, &byte, sizeof byte, size, num_events_in_wait_list, event_wait_list, event);
    });
}

cl_int clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking, void* dst_ptr, const void* src_ptr,
                            size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                            cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        const device::CopyJob job = check_pointer_copy(dst_ptr, src_ptr, size);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        submit(make<CopyCommand>(std::move(queue), CL_COMMAND_MEMCPY_INTEL, job), blocking, waits, event);
    });
}

cl_int clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void* ptr, size_t size,
                                cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        // "CL_INVALID_VALUE if flags is not a supported combination of memory migration flags." Since version 1.2.0 of
        // the extension, 0 is valid, too.
        check_migration_flags(flags);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<MapCommand>(std::move(queue), CL_COMMAND_MIGRATEMEM_INTEL, ptr, size), waits, event);
    });
}

cl_int clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void* ptr, size_t size, cl_mem_advice_intel,
                               cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        // Each advice is accepted: "If a memory advice hint is not supported by the device it will be ignored."
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<MapCommand>(std::move(queue), CL_COMMAND_MEMADVISE_INTEL, ptr, size), waits, event);
    });
}

}  // namespace lanewise::runtime::api
