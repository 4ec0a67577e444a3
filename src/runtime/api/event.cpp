// Events and user events (OpenCL API 3.0, section 5.11), and profiling (section 5.14).
#include "runtime/core/event.h"

#include <algorithm>

#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/info.h"
#include "runtime/api/live_handle.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime::api {

namespace {

/// Starts work on the event's command. Otherwise, a program that only queries the status and never flushes would wait
/// forever.
void nudge(const Event& event) noexcept {
    if (!event.is_settled()) event.arena().kick_or_work();
}

Moment profiling_moment(cl_profiling_info name) {
    switch (name) {
        case CL_PROFILING_COMMAND_QUEUED: return Moment::queued;
        case CL_PROFILING_COMMAND_SUBMIT: return Moment::submitted;
        case CL_PROFILING_COMMAND_START: return Moment::started;
        case CL_PROFILING_COMMAND_END: return Moment::ended;
        case CL_PROFILING_COMMAND_COMPLETE: return Moment::completed;
    }
    fail_unknown_query(name);
}

}  // namespace

cl_event clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
    return create(errcode_ret, [&] { return make<UserEvent>(*deref_live(context)); });
}

cl_int clSetUserEventStatus(cl_event event, cl_int execution_status) {
    return entry([&] {
        const Ref<Event> checked = deref(event);
        // "CL_INVALID_EVENT if event is not a valid user event object."
        auto* const user_event = dynamic_cast<UserEvent*>(checked.get());
        check(user_event, CL_INVALID_EVENT, "event is not a user event. Pass an event that clCreateUserEvent made.");
        // "CL_INVALID_VALUE if the execution_status is not CL_COMPLETE or a negative integer value."
        check(execution_status <= CL_COMPLETE, CL_INVALID_VALUE,
              "execution_status is {}. Pass CL_COMPLETE or a negative error code.", execution_status);
        // "CL_INVALID_OPERATION if the execution_status for event has already been changed by a
        // previous call to clSetUserEventStatus."
        check(user_event->set_status(execution_status), CL_INVALID_OPERATION,
              "The user event's status was set before. Set it only once.");
    });
}

cl_int clWaitForEvents(cl_uint num_events, const cl_event* event_list) {
    return entry([&] {
        // "CL_INVALID_VALUE if num_events is zero or event_list is NULL."
        check(num_events != 0 && event_list, CL_INVALID_VALUE,
              "event_list is null or num_events is 0. Pass at least one event.");
        const auto events = deref_list(event_list, num_events);
        const Context& context = events.front()->context();
        for (const Ref<Event>& event : events) {
            // "CL_INVALID_CONTEXT if events specified in event_list do not belong to the same context."
            check(&event->context() == &context, CL_INVALID_CONTEXT,
                  "The events belong to different contexts. Wait for the events of each context by a call of its own.");
        }
        bool failed = false;
        for (const Ref<Event>& event : events) failed |= event->wait() < 0;
        // "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any of the events
        // in event_list is a negative integer value."
        check(!failed, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
              "The command of at least one event failed. Query CL_EVENT_COMMAND_EXECUTION_STATUS of each event for its "
              "error code.");
        // If the context is terminated, threads stop waiting for its user events, although the status of these events
        // does not change.
        const bool all_settled =
            std::ranges::all_of(events, [](const Ref<Event>& event) { return event->is_settled(); });
        check(all_settled, CL_CONTEXT_TERMINATED_KHR,
              "The context was terminated while the call waited, so some events will never complete. Release the "
              "context.");
    });
}

cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size, void* param_value,
                      size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Event> checked = deref(event);
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_EVENT_COMMAND_QUEUE:
                return info.value<cl_command_queue>(checked->queue() ? checked->queue()->known_handle() : nullptr);
            case CL_EVENT_CONTEXT: return info.value<cl_context>(checked->context().handle());
            case CL_EVENT_COMMAND_TYPE: return info.value<cl_command_type>(checked->type());
            case CL_EVENT_COMMAND_EXECUTION_STATUS: nudge(*checked); return info.value<cl_int>(checked->status());
            case CL_EVENT_REFERENCE_COUNT: return info.value<cl_uint>(checked->reference_count_besides_call());
        }
        fail_unknown_query(param_name);
    });
}

cl_int clRetainEvent(cl_event event) {
    return entry([&] { retain_handle(event); });
}

cl_int clReleaseEvent(cl_event event) {
    return entry([&] { give_back(event); });
}

cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type, Event::Callback pfn_notify,
                          void* user_data) {
    return entry([&] {
        const Ref<Event> checked = deref(event);
        // "CL_INVALID_VALUE if pfn_event_notify is NULL or if command_exec_callback_type is not
        // CL_SUBMITTED, CL_RUNNING, or CL_COMPLETE."
        check(pfn_notify, CL_INVALID_VALUE, "pfn_notify is null. Pass the function to call.");
        check(command_exec_callback_type >= CL_COMPLETE && command_exec_callback_type <= CL_SUBMITTED, CL_INVALID_VALUE,
              "command_exec_callback_type is {}. Pass CL_SUBMITTED, CL_RUNNING or CL_COMPLETE.",
              command_exec_callback_type);
        checked->add_callback(command_exec_callback_type, pfn_notify, user_data);
        nudge(*checked);
    });
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t param_value_size, void* param_value,
                               size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Event> checked = deref(event);
        const Moment moment = profiling_moment(param_name);
        // "CL_PROFILING_INFO_NOT_AVAILABLE if the CL_QUEUE_PROFILING_ENABLE flag is not set for the
        // command-queue, if the execution status of the command identified by event is not
        // CL_COMPLETE or if event is a user event object." cl_khr_terminate_context: "When a context is terminated:
        // [...] clGetEventProfilingInfo returns CL_PROFILING_INFO_NOT_AVAILABLE."
        const bool available = checked->queue() && checked->queue()->profiles() && checked->status() == CL_COMPLETE &&
                               !checked->context().is_terminated();
        check(available, CL_PROFILING_INFO_NOT_AVAILABLE,
              "The event has no times. Create the queue with CL_QUEUE_PROFILING_ENABLE, and ask after the command is "
              "complete; user events have no times.");
        const Info info(param_value_size, param_value, param_value_size_ret);
        // For a command without children, the time of completion is the time at which the command ends.
        const bool has_children = moment == Moment::completed && checked->time(moment) != 0;
        info.value<cl_ulong>(checked->time(moment == Moment::completed && !has_children ? Moment::ended : moment));
    });
}

}  // namespace lanewise::runtime::api
