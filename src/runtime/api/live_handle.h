// Checks that contexts and queues have not been terminated. cl_khr_terminate_context: "Once a context has been
// terminated, all OpenCL API calls that create objects or enqueue commands will return CL_CONTEXT_TERMINATED_KHR", and
// "All other APIs that use a context as an argument". Functions that query, retain or release objects must still work,
// so they do not make these checks.
#pragma once

#include "runtime/core/context.h"
#include "runtime/core/queue.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {

inline void check_live(const Context& context) {
    check(!context.is_terminated(), CL_CONTEXT_TERMINATED_KHR,
          "The context has been terminated by clTerminateContextKHR. Create a new context.");
}

/// Like deref(), for calls that create an object or enqueue a command.
inline Ref<Context> deref_live(cl_context handle) {
    Ref<Context> context = deref(handle);
    check_live(*context);
    return context;
}

/// Like deref(), for a host queue. "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue."
inline Ref<Queue> deref_host(cl_command_queue handle) {
    Ref<Queue> queue = deref(handle);
    check(!queue->is_on_device(), CL_INVALID_COMMAND_QUEUE,
          "command_queue is a device queue. Pass a host queue, which is created without CL_QUEUE_ON_DEVICE.");
    return queue;
}

inline Ref<Queue> deref_live(cl_command_queue handle) {
    Ref<Queue> queue = deref_host(handle);
    check(!queue->is_closed(), CL_CONTEXT_TERMINATED_KHR,
          "The context of command_queue has been terminated by clTerminateContextKHR. Create a new context and queue.");
    return queue;
}

}  // namespace lanewise::runtime::api
