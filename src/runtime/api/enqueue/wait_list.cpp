#include "runtime/api/enqueue/wait_list.h"

namespace lanewise::runtime::api {

CheckedWaitList::CheckedWaitList(const Queue& queue, cl_uint count, const cl_event* events) {
    // "CL_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and num_events_in_wait_list > 0, or
    // event_wait_list is not NULL and num_events_in_wait_list is 0, or if event objects in
    // event_wait_list are not valid events."
    check((count != 0) == (events != nullptr), CL_INVALID_EVENT_WAIT_LIST,
          "num_events_in_wait_list is {}, but event_wait_list is {}. Pass both, or 0 and null.", count,
          events ? "given" : "null");
    // Adds the events one by one instead of reserving memory for `count` events, since the application may have passed
    // a wrong number.
    for (cl_uint i = 0; i < count; ++i) {
        Ref<Event> event = deref(events[i], CL_INVALID_EVENT_WAIT_LIST);
        // "CL_INVALID_CONTEXT if the context associated with command_queue and events in
        // event_wait_list are not the same."
        check(&event->context() == &queue.context(), CL_INVALID_CONTEXT,
              "event_wait_list[{}] belongs to another context than command_queue. Wait only for events of the same "
              "context.",
              i);
        events_.add(std::move(event));
    }
}

}  // namespace lanewise::runtime::api
