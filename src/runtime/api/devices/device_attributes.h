// The answers to the queries of cl_intel_device_attribute_query. The extension describes the execution units of a GPU;
// a CPU consists of compute units only, so each compute unit is a slice with one execution unit of one thread.
// Thread-safe.
#pragma once

#include "runtime/core/device.h"

namespace lanewise::runtime::api {

/// Returns CL_DEVICE_IP_VERSION_INTEL: the family, model and stepping of the processor.
cl_version ip_version();

/// Returns CL_DEVICE_ID_INTEL, which is the same for a device and its sub-devices.
cl_uint attribute_id();

}  // namespace lanewise::runtime::api
