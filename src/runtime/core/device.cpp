#include "runtime/core/device.h"

#include <algorithm>

#include "runtime/object/config.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {

namespace {

unsigned usable_units(const device::CpuInfo& cpu) {
    const unsigned wanted = config().max_compute_units;
    return wanted == 0 ? cpu.cores : std::min(wanted, cpu.cores);
}

/// Returns the CPUs of the process if their number is `compute_units`. Otherwise returns an empty set, which means
/// that threads may run on any CPU.
device::CpuSet cpus_for(unsigned compute_units) {
    device::CpuSet cpus = device::CpuSet::of_process();
    return cpus.size() == compute_units ? cpus : device::CpuSet();
}

}  // namespace

Device::Device()
    : cpu_(std::make_shared<device::CpuInfo>(device::read_cpu_info())),
      cpus_(cpus_for(usable_units(*cpu_))),
      arena_(std::make_shared<device::Arena>(usable_units(*cpu_), device::CpuSet::of_process())) {}

Device::Device(Device& parent, unsigned compute_units, std::vector<cl_device_partition_property> partition,
               std::uint32_t place)
    : parent_(parent),
      partition_(std::move(partition)),
      place_(place),
      cpu_(parent.cpu_),
      arena_(std::make_shared<device::Arena>(compute_units, parent.arena_->cpus(), parent.binds_threads_)),
      binds_threads_(parent.binds_threads_) {}

Device::Device(Device& parent, device::CpuSet cpus, std::vector<cl_device_partition_property> partition,
               std::uint32_t place)
    : parent_(parent),
      partition_(std::move(partition)),
      place_(place),
      cpu_(parent.cpu_),
      cpus_(std::move(cpus)),
      arena_(std::make_shared<device::Arena>(static_cast<unsigned>(cpus_.size()), cpus_,
                                             /*binds_hosts=*/true)),
      binds_threads_(true) {}

Device::~Device() = default;

std::vector<device::CpuSet> Device::affinity_groups(device::SharedDomain domain) const {
    auto groups = device::groups_sharing(domain, cpus_);
    if (groups.size() < 2) groups.clear();
    return groups;
}

cl_device_affinity_domain Device::affinity_domains() const {
    cl_device_affinity_domain domains = 0;
    for (const device::SharedDomain domain : shared_domains) {
        if (!affinity_groups(domain).empty()) domains |= affinity_domain_of(domain);
    }
    // CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE lets the driver choose one of the domains in `domains`.
    return domains == 0 ? 0 : domains | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
}

cl_device_affinity_domain affinity_domain_of(device::SharedDomain domain) noexcept {
    switch (domain) {
        case device::SharedDomain::numa_node: return CL_DEVICE_AFFINITY_DOMAIN_NUMA;
        case device::SharedDomain::l4_cache: return CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE;
        case device::SharedDomain::l3_cache: return CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE;
        case device::SharedDomain::l2_cache: return CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE;
        case device::SharedDomain::l1_cache: return CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE;
    }
    return 0;
}

bool Device::descends_from(const Device& ancestor) const noexcept {
    const Device* device = parent();
    while (device && device != &ancestor) device = device->parent();
    return device != nullptr;
}

bool wants_this_device(cl_device_type type) {
    constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                     CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    // Section 4.2: "CL_INVALID_DEVICE_TYPE if device_type is not a valid value."
    const bool valid = type == CL_DEVICE_TYPE_ALL || (type != 0 && (type & ~known) == 0);
    check(valid, CL_INVALID_DEVICE_TYPE, "device_type is {}, which is no combination of CL_DEVICE_TYPE_*.", Hex{type});
    return (type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU)) != 0;
}

}  // namespace lanewise::runtime
