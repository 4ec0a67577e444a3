#include "runtime/api/command_buffers/recording.h"

namespace lanewise::runtime::api {

CommandBuffer::SyncPoints check_sync_points(const GivenSyncPoints& given) {
    // "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR if sync_point_wait_list is NULL and num_sync_points_in_wait_list is > 0, or
    // sync_point_wait_list is not NULL and num_sync_points_in_wait_list is 0".
    check((given.count != 0) == (given.points != nullptr), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
          "num_sync_points_in_wait_list is {}, but sync_point_wait_list is {}. Pass both, or 0 and null.", given.count,
          given.points ? "given" : "null");
    return {given.points, given.count};
}

Ref<CommandBuffer> deref_recording(cl_command_buffer_khr command_buffer, cl_command_queue queue) {
    Ref<CommandBuffer> buffer = deref(command_buffer);
    // "CL_INVALID_COMMAND_QUEUE if the cl_khr_command_buffer_multi_device extension is not supported and command_queue
    // is not NULL."
    check(!queue, CL_INVALID_COMMAND_QUEUE,
          "command_queue is given. The command is recorded for the queue of the command buffer: pass null.");
    buffer->check_recording();
    return buffer;
}

}  // namespace lanewise::runtime::api
