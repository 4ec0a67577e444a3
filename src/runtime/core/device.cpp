#include "runtime/core/device.h"

#include <algorithm>

#include "runtime/config.h"
#include "runtime/error.h"

namespace lanewise::runtime {

namespace {

unsigned usable_units(const device::CpuInfo& cpu) {
    const unsigned wanted = config().max_compute_units;
    return wanted == 0 ? cpu.cores : std::min(wanted, cpu.cores);
}

}  // namespace

Device::Device()
    : cpu_(std::make_shared<device::CpuInfo>(device::read_cpu_info())),
      arena_(std::make_shared<device::Arena>(usable_units(*cpu_), device::CpuSet::of_process())) {}

Device::Device(Device& parent, unsigned compute_units,
               std::vector<cl_device_partition_property> partition)
    : parent_(parent),
      partition_(std::move(partition)),
      cpu_(parent.cpu_),
      arena_(std::make_shared<device::Arena>(compute_units)) {}

Device::~Device() = default;

bool Device::descends_from(const Device& ancestor) const noexcept {
    const Device* device = parent();
    while (device && device != &ancestor) device = device->parent();
    return device != nullptr;
}

bool wants_this_device(cl_device_type type) {
    constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                     CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                     CL_DEVICE_TYPE_CUSTOM;
    // Section 4.2: "CL_INVALID_DEVICE_TYPE if device_type is not a valid value."
    const bool valid = type == CL_DEVICE_TYPE_ALL || (type != 0 && (type & ~known) == 0);
    check(valid, CL_INVALID_DEVICE_TYPE, "device_type is not a combination of CL_DEVICE_TYPE_*");
    return (type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU)) != 0;
}

}  // namespace lanewise::runtime
