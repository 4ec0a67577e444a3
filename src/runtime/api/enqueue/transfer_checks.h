// Checks that all commands on memory objects have in common: contexts, ranges, boxes and patterns.
#pragma once

#include <array>

#include "device/kernel/transfer.h"
#include "runtime/api/enqueue/wait_list.h"
#include "runtime/core/command.h"
#include "runtime/core/context.h"
#include "runtime/core/mem_object.h"
#include "runtime/core/queue.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {

/// Returns the memory object of `handle`, which must belong to the queue's context.
Ref<MemObject> deref_memory(const Queue& queue, cl_mem handle);
/// Returns the buffer of `handle`, which must belong to the queue's context.
Ref<MemObject> deref_buffer(const Queue& queue, cl_mem handle);

/// Throws CL_INVALID_OPERATION if the flags of the object forbid the host the access that `flags` request.
void check_map_access(const MemObject& object, cl_map_flags flags);

/// Throws CL_INVALID_VALUE unless [offset, offset + size) lies in the object.
void check_range(const MemObject& object, std::size_t offset, std::size_t size);

/// The source or destination box of a transfer. Pitches of 0 have been replaced.
struct Box {
    std::size_t offset = 0;  // byte offset of the first row
    device::BoxLayout layout;
    std::size_t end = 0;  // byte offset of the end of the last row
};

/// Makes a box from the arguments. Throws CL_INVALID_VALUE for null arrays, for a zero in `region`, and for pitches
/// that are too small for `region`.
Box check_box(const std::size_t* origin, const std::size_t* region, std::size_t row_pitch, std::size_t slice_pitch);

/// Throws CL_INVALID_VALUE if no fill command accepts the pattern.
void check_pattern(const void* pattern, std::size_t pattern_size);

/// Enqueues a command, and waits for it if `blocking` is true.
inline void submit(Ref<Command> command, cl_bool blocking, WaitList waits, cl_event* event) {
    if (blocking) {
        Queue::enqueue_blocking(std::move(command), waits, event);
    } else {
        Queue::enqueue(std::move(command), waits, event);
    }
}

}  // namespace lanewise::runtime::api
