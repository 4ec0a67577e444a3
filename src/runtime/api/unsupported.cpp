// Functions of unsupported features for which the specification requires more checks than an ABSENT slot makes.
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/live_handle.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime::api {

cl_int clSetCommandQueueProperty(cl_command_queue command_queue, cl_command_queue_properties properties, cl_bool enable,
                                 cl_command_queue_properties* old_properties) {
    return entry([&] {
        deref(command_queue);
        // Deprecated since OpenCL 1.1, with "CL_INVALID_OPERATION if no devices in context support OpenCL 1.0". No
        // device of Lanewise does, so the properties of a queue cannot be changed.
        throw Error(CL_INVALID_OPERATION,
                    "The properties of a queue cannot be changed: OpenCL 1.1 removed that. Create another queue.");
    });
}

}  // namespace lanewise::runtime::api
