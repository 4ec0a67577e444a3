// Queries for devices, and the reference counts of devices (OpenCL API 3.0, sections 4.2 and 4.3).
#include "runtime/core/device.h"

#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/core/platform.h"

namespace lanewise::runtime::api {

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries, cl_device_id* devices,
                      cl_uint* num_devices) {
    return entry([&] {
        Platform& checked = platform_or_default(platform);
        // "CL_INVALID_VALUE if num_entries is equal to zero and devices is not NULL or if both
        // num_devices and devices are NULL."
        check(devices || num_devices, CL_INVALID_VALUE,
              "devices and num_devices are both null. Pass at least one of them.");
        check(!devices || num_entries != 0, CL_INVALID_VALUE,
              "devices is given, but num_entries is 0. Pass the number of entries in devices.");
        // "CL_DEVICE_NOT_FOUND if no OpenCL devices that matched device_type were found."
        const bool found = wants_this_device(device_type);
        if (num_devices) *num_devices = found ? 1 : 0;
        check(found, CL_DEVICE_NOT_FOUND,
              "device_type {} asks for no CPU, and the platform's only device is a CPU. Pass CL_DEVICE_TYPE_CPU, "
              "CL_DEVICE_TYPE_DEFAULT or CL_DEVICE_TYPE_ALL.",
              Hex{device_type});
        if (devices) devices[0] = checked.root_device().handle();
    });
}

cl_int clRetainDevice(cl_device_id device) {
    return entry([&] {
        // clRetainDevice "increments the device reference count if device is a valid sub-device", so references to the
        // root device are not counted.
        const Ref<Device> checked = deref(device);
        if (!checked->is_root()) retain_handle(device);
    });
}

cl_int clReleaseDevice(cl_device_id device) {
    return entry([&] {
        const Ref<Device> checked = deref(device);
        if (!checked->is_root()) give_back(device);
    });
}

}  // namespace lanewise::runtime::api
