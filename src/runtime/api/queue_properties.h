// Reads and checks the property list of clCreateCommandQueueWithProperties (OpenCL API 3.0, section 5.1).
#pragma once

#include "runtime/core/queue.h"

namespace lanewise::runtime::api {

/// Reads a list, which may be null. Throws CL_INVALID_VALUE or CL_INVALID_QUEUE_PROPERTIES.
QueueSettings read_queue_properties(const cl_queue_properties* list);

}  // namespace lanewise::runtime::api
