// The property list of clCreateCommandQueueWithProperties (OpenCL API 3.0, section 5.1), read and checked.
#pragma once

#include "runtime/core/queue.h"

namespace lanewise::runtime::api {

/// Throws CL_INVALID_VALUE or CL_INVALID_QUEUE_PROPERTIES. `list` may be null.
QueueSettings read_queue_properties(const cl_queue_properties* list);

}  // namespace lanewise::runtime::api
