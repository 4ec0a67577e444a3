// Markers and barriers (OpenCL API 3.0, section 5.12), flush and finish (section 5.15), and the corresponding functions
// of OpenCL 1.x.
#include "runtime/api/dispatch.h"
#include "runtime/api/enqueue/wait_list.h"
#include "runtime/api/entry.h"
#include "runtime/api/live_handle.h"
#include "runtime/command/marker_command.h"
#include "runtime/core/context.h"

namespace lanewise::runtime::api {

namespace {

void enqueue_marker(Ref<Queue>&& queue, cl_command_type type, Order order, WaitList waits, cl_event* event) {
    Queue::enqueue(make<MarkerCommand>(std::move(queue), type), waits, event, order);
}

}  // namespace

cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                   const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        enqueue_marker(std::move(queue), CL_COMMAND_MARKER, Order::after_all, waits, event);
    });
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                    const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        enqueue_marker(std::move(queue), CL_COMMAND_BARRIER, Order::barrier, waits, event);
    });
}

cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        // OpenCL 1.1, section 5.9: "CL_INVALID_VALUE if event is a NULL value."
        check(event, CL_INVALID_VALUE, "event is null. Pass memory for the marker's event.");
        enqueue_marker(std::move(queue), CL_COMMAND_MARKER, Order::after_all, {}, event);
    });
}

cl_int clEnqueueBarrier(cl_command_queue command_queue) {
    return entry([&] { enqueue_marker(deref_live(command_queue), CL_COMMAND_BARRIER, Order::barrier, {}, nullptr); });
}

cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events, const cl_event* event_list) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        // OpenCL 1.1, section 5.9: "CL_INVALID_VALUE if num_events is zero or event_list is NULL";
        // "CL_INVALID_EVENT if event objects specified in event_list are not valid events".
        check(num_events != 0 && event_list, CL_INVALID_VALUE,
              "event_list is null or num_events is 0. Pass at least one event.");
        deref_list(event_list, num_events);
        const CheckedWaitList waits(*queue, num_events, event_list);
        enqueue_marker(std::move(queue), CL_COMMAND_BARRIER, Order::barrier, waits, nullptr);
    });
}

cl_int clFlush(cl_command_queue command_queue) {
    return entry([&] { deref_live(command_queue)->flush(); });
}

cl_int clFinish(cl_command_queue command_queue) {
    return entry([&] {
        const Ref<Queue> queue = deref_host(command_queue);
        queue->finish();
        // If the context was terminated during the call, finish() may have returned before the commands were complete.
        check_live(queue->context());
    });
}

}  // namespace lanewise::runtime::api
