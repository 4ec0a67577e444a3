// Device and host timers (OpenCL API 3.0, section 4.2). The device is the host's CPU, so both timers are the same
// clock.
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/core/device.h"
#include "runtime/core/event.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong* device_timestamp, cl_ulong* host_timestamp) {
    return entry([&] {
        deref(device);
        // "CL_INVALID_VALUE if host_timestamp or device_timestamp is NULL."
        check(device_timestamp && host_timestamp, CL_INVALID_VALUE,
              "device_timestamp or host_timestamp is null. Pass memory for both.");
        *device_timestamp = *host_timestamp = host_time_ns();
    });
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong* host_timestamp) {
    return entry([&] {
        deref(device);
        check(host_timestamp, CL_INVALID_VALUE, "host_timestamp is null. Pass memory for the time.");
        *host_timestamp = host_time_ns();
    });
}

}  // namespace lanewise::runtime::api
