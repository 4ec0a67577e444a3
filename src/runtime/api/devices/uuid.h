// Universally unique identifiers of devices and of the driver (cl_khr_device_uuid, OpenCL 3.1).
//
// Thread-safety: the identifier of the root device is computed once.
#pragma once

#include <array>
#include <cstdint>

#include "runtime/core/device.h"
#include "runtime/object/opencl_3_1.h"

namespace lanewise::runtime::api {

using Uuid = std::array<std::uint8_t, CL_UUID_SIZE>;

/// Returns the identifier of a device. The root device has the identifier of the machine's CPU. The identifier of a
/// sub-device also depends on the parent device, the properties of the partition, and the number of the sub-device. No
/// identifier depends on the CPUs that the process may use.
Uuid uuid_of(const Device& device);

/// Returns an identifier of this build of the driver.
Uuid driver_uuid();

}  // namespace lanewise::runtime::api
