// The arguments that all functions clCommand...KHR have in common, and the checks of these arguments.
#pragma once

#include "runtime/api/enqueue/transfer_checks.h"
#include "runtime/graph/command_buffer.h"
#include "runtime/graph/transfer_work.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {

/// A list of sync points that a command waits for. CommandBuffer::record() checks the sync points themselves.
struct GivenSyncPoints {
    cl_uint count;
    const cl_sync_point_khr* points;
};

/// Returns the list. Throws CL_INVALID_SYNC_POINT_WAIT_LIST_KHR if only one of `count` and `points` is given.
CommandBuffer::SyncPoints check_sync_points(const GivenSyncPoints& given);

/// Returns the command buffer, which must not be finalized. `queue` is the argument command_queue.
Ref<CommandBuffer> deref_recording(cl_command_buffer_khr command_buffer, cl_command_queue queue);

/// The arguments of a function that records a command other than a kernel.
struct RecordArguments {
    cl_command_buffer_khr command_buffer;
    cl_command_queue command_queue;
    const cl_command_properties_khr* properties;
    GivenSyncPoints waits;
    cl_sync_point_khr* sync_point;
    cl_mutable_command_khr* mutable_handle;
};

/// Records the work that `make_work(queue)` returns; for a barrier, the result is null. `queue` is the queue of the
/// command buffer.
template <class Make>
void record(const RecordArguments& arguments, Make&& make_work) {
    const Ref<CommandBuffer> buffer = deref_recording(arguments.command_buffer, arguments.command_queue);
    // "CL_INVALID_VALUE if values specified in properties are not valid." No properties are defined for these commands.
    check(!arguments.properties || *arguments.properties == 0, CL_INVALID_VALUE,
          "properties contains {}. This command has no properties: pass null.",
          Hex{arguments.properties ? *arguments.properties : 0});
    // "CL_INVALID_VALUE if mutable_handle is not NULL."
    check(!arguments.mutable_handle, CL_INVALID_VALUE,
          "mutable_handle is given. Only clCommandNDRangeKernelKHR returns handles: pass null.");
    Ref<RecordedWork> work = make_work(buffer->queue());
    const cl_sync_point_khr point = buffer->record(std::move(work), check_sync_points(arguments.waits));
    if (arguments.sync_point) *arguments.sync_point = point;
}

/// Makes a RecordedWork of a transfer whose arguments have been checked.
template <class Job>
Ref<RecordedWork> work_of(CheckedTransfer<Job>&& transfer) {
    return make<TransferWork<Job>>(transfer.job, std::move(transfer.first), std::move(transfer.second));
}

}  // namespace lanewise::runtime::api
