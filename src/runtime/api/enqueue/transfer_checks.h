// Checks of contexts, ranges, boxes and patterns for all commands on memory objects.
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

/// Throws CL_INVALID_OPERATION if the memory flags of `object` forbid the host access that the map flags `flags`
/// request.
void check_map_access(const MemObject& object, cl_map_flags flags);

/// Throws CL_INVALID_OPERATION if the memory flags of `object` forbid writes by the host.
void check_host_write(const MemObject& object);

/// Throws CL_INVALID_OPERATION if `object`, the target of a copy or fill, is immutable.
void check_target(const MemObject& object);

/// Throws CL_INVALID_VALUE unless [offset, offset + size) lies in the object.
void check_range(const MemObject& object, std::size_t offset, std::size_t size);

/// The source or destination box of a transfer. If the application passed a pitch of 0, the box contains the smallest
/// valid pitch instead.
struct Box {
    std::size_t offset = 0;  // byte offset of the first row
    device::BoxLayout layout;
    std::size_t end = 0;  // byte offset of the end of the last row
};

/// Makes a box from the arguments of an API function. Throws CL_INVALID_VALUE for null arrays, for a zero in `region`,
/// and for pitches that are too small for `region`.
Box check_box(const std::size_t* origin, const std::size_t* region, std::size_t row_pitch, std::size_t slice_pitch);

/// Throws CL_INVALID_VALUE unless the pattern is valid for a fill command.
void check_pattern(const void* pattern, std::size_t pattern_size);

/// A transfer that has been checked, and the memory objects that it uses.
template <class Job>
struct CheckedTransfer {
    Job job;
    Ref<MemObject> first;   // the source of a copy, or the target of a fill
    Ref<MemObject> second;  // the target of a copy
};
using CheckedCopy = CheckedTransfer<device::CopyJob>;

/// Functions that check the arguments of clEnqueueX and clCommandXKHR. `queue` is the queue of the command or of the
/// command buffer.
CheckedCopy check_copy_buffer(const Queue& queue, cl_mem src_buffer, cl_mem dst_buffer, std::size_t src_offset,
                              std::size_t dst_offset, std::size_t size);
CheckedTransfer<device::FillJob> check_fill_buffer(const Queue& queue, cl_mem buffer, const void* pattern,
                                                   std::size_t pattern_size, std::size_t offset, std::size_t size);

/// The arguments of clEnqueueCopyBufferRect for one of the two buffers.
struct GivenBox {
    const std::size_t* origin;
    std::size_t row_pitch;
    std::size_t slice_pitch;
};
CheckedCopy check_copy_buffer_rect(const Queue& queue, cl_mem src_buffer, cl_mem dst_buffer, const GivenBox& from,
                                   const GivenBox& to, const std::size_t* region);

/// Enqueues a command, and waits for it if `blocking` is true.
inline void submit(Ref<Command> command, cl_bool blocking, WaitList waits, cl_event* event) {
    if (blocking) {
        Queue::enqueue_blocking(std::move(command), waits, event);
    } else {
        Queue::enqueue(std::move(command), waits, event);
    }
}

}  // namespace lanewise::runtime::api
