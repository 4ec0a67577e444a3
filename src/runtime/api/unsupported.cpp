// Functions of features that this driver does not have, where the specification asks for more than
// CL_INVALID_OPERATION for everything.
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/live_handle.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime::api {

cl_int clSetCommandQueueProperty(cl_command_queue command_queue, cl_command_queue_properties properties, cl_bool enable,
                                 cl_command_queue_properties* old_properties) {
    return entry([&] {
        deref(command_queue);
        // Deprecated by OpenCL 1.1, and "CL_INVALID_OPERATION if no devices in context support OpenCL
        // 1.0" since: the properties of a queue do not change.
        throw Error(CL_INVALID_OPERATION, "the properties of a queue cannot be changed");
    });
}

}  // namespace lanewise::runtime::api
