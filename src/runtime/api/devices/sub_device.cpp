// Creation of sub-devices, which partition a device equally, by counts or by affinity domain (OpenCL API 3.0, section
// 4.3). Each sub-device has its own thread pool.
#include <algorithm>

#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/core/device.h"
#include "runtime/object/error.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {

namespace {

using Property = cl_device_partition_property;

struct Partition {
    std::vector<unsigned> units;       // number of compute units of each sub-device
    std::vector<Property> properties;  // the application's list of properties, with the terminating 0
    std::vector<device::CpuSet> cpus;  // CPUs of each sub-device; empty unless partitioned by affinity
    device::SharedDomain domain{};     // the domain that the CPUs of each sub-device share
};

Partition partition_equally(const Device& device, const Property* properties) {
    const Property wanted = properties[1];
    check(wanted > 0 && properties[2] == 0, CL_INVALID_VALUE,
          "CL_DEVICE_PARTITION_EQUALLY has the value {}, or more properties after it. Pass the number of compute "
          "units of a sub-device, then 0.",
          wanted);
    // "CL_INVALID_DEVICE_PARTITION_COUNT if ... the total number of compute units requested exceeds
    // CL_DEVICE_MAX_COMPUTE_UNITS for in_device".
    check(static_cast<std::uint64_t>(wanted) <= device.compute_units(), CL_INVALID_DEVICE_PARTITION_COUNT,
          "CL_DEVICE_PARTITION_EQUALLY asks for {} compute units, but the device has only {}.", wanted,
          device.compute_units());
    // "CL_DEVICE_PARTITION_FAILED if the partition name is supported by the implementation but
    // in_device could not be further partitioned."
    check(static_cast<std::uint64_t>(wanted) < device.compute_units(), CL_DEVICE_PARTITION_FAILED,
          "CL_DEVICE_PARTITION_EQUALLY asks for all {} compute units of the device, so there is nothing to partition. "
          "Ask for fewer.",
          wanted);
    const auto units = static_cast<unsigned>(wanted);
    return {std::vector<unsigned>(device.compute_units() / units, units), {properties[0], wanted, 0}, {}, {}};
}

Partition partition_by_counts(const Device& device, const Property* properties) {
    Partition partition;
    partition.properties.push_back(properties[0]);
    std::uint64_t total = 0;
    const Property* count = properties + 1;
    for (; *count != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++count) {
        // "CL_INVALID_DEVICE_PARTITION_COUNT if ... the number of sub-devices requested exceeds
        // CL_DEVICE_PARTITION_MAX_SUB_DEVICES or the total number of compute units requested exceeds
        // CL_DEVICE_MAX_COMPUTE_UNITS, or the number of compute units requested for one or more
        // sub-devices is less than zero".
        check(*count > 0 && static_cast<std::uint64_t>(*count) <= device.compute_units(),
              CL_INVALID_DEVICE_PARTITION_COUNT,
              "A count of CL_DEVICE_PARTITION_BY_COUNTS is {}. Pass 1 to {} compute units.", *count,
              device.compute_units());
        total += static_cast<std::uint64_t>(*count);
        check(total <= device.compute_units(), CL_INVALID_DEVICE_PARTITION_COUNT,
              "The counts of CL_DEVICE_PARTITION_BY_COUNTS ask for at least {} compute units, but the device has only "
              "{}.",
              total, device.compute_units());
        partition.units.push_back(static_cast<unsigned>(*count));
        partition.properties.push_back(*count);
    }
    check(!partition.units.empty(), CL_INVALID_DEVICE_PARTITION_COUNT,
          "CL_DEVICE_PARTITION_BY_COUNTS has no counts. Pass at least one before "
          "CL_DEVICE_PARTITION_BY_COUNTS_LIST_END.");
    // The list should end with another 0, which Unified Runtime leaves out. The words after the counts are not read,
    // because without the final 0 they do not belong to the list.
    partition.properties.insert(partition.properties.end(), {0, 0});
    return partition;
}

/// Returns the domain that `wanted` (a value CL_DEVICE_AFFINITY_DOMAIN_*) selects on this device.
device::SharedDomain find_domain(const Device& device, Property wanted) {
    constexpr Property next = CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
    bool known = wanted == next;
    for (const device::SharedDomain domain : shared_domains) {
        const bool asked_for = wanted == static_cast<Property>(affinity_domain_of(domain));
        known |= asked_for;
        if ((asked_for || wanted == next) && !device.affinity_groups(domain).empty()) return domain;
    }
    check(known, CL_INVALID_VALUE, "The affinity domain is {}, which is no CL_DEVICE_AFFINITY_DOMAIN_*.",
          Hex{static_cast<std::uint64_t>(wanted)});
    // "CL_DEVICE_PARTITION_FAILED if the partition name is supported by the implementation but
    // in_device could not be further partitioned."
    fail(CL_DEVICE_PARTITION_FAILED,
         "All compute units share the affinity domain {}, or the system does not report it. Query "
         "CL_DEVICE_PARTITION_AFFINITY_DOMAIN for the domains that partition the device.",
         Hex{static_cast<std::uint64_t>(wanted)});
}

Partition partition_by_affinity(const Device& device, const Property* properties) {
    check(properties[1] != 0 && properties[2] == 0, CL_INVALID_VALUE,
          "CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN has no value, or more properties after it. Pass one "
          "CL_DEVICE_AFFINITY_DOMAIN_*, then 0.");
    const device::SharedDomain domain = find_domain(device, properties[1]);
    Partition partition;
    // "The user may determine what happened by calling clGetDeviceInfo(CL_DEVICE_PARTITION_TYPE) on the sub-devices".
    // The stored property is therefore the domain that was used, not CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE.
    partition.properties = {properties[0], static_cast<Property>(affinity_domain_of(domain)), 0};
    partition.cpus = device.affinity_groups(domain);
    partition.domain = domain;
    for (const device::CpuSet& cpus : partition.cpus) {
        partition.units.push_back(static_cast<unsigned>(cpus.size()));
    }
    return partition;
}

// "CL_INVALID_VALUE if values specified in properties are not valid or if values specified in
// properties are valid but not supported by the device."
Partition read_partition(const Device& device, const Property* properties) {
    check(properties && properties[0] != 0, CL_INVALID_VALUE,
          "properties is null or empty. Pass one of CL_DEVICE_PARTITION_*.");
    check(device.compute_units() > 1, CL_DEVICE_PARTITION_FAILED,
          "The device has only one compute unit, so it cannot be partitioned. Query "
          "CL_DEVICE_PARTITION_MAX_SUB_DEVICES first.");
    switch (properties[0]) {
        case CL_DEVICE_PARTITION_EQUALLY: return partition_equally(device, properties);
        case CL_DEVICE_PARTITION_BY_COUNTS: return partition_by_counts(device, properties);
        case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN: return partition_by_affinity(device, properties);
    }
    fail(CL_INVALID_VALUE,
         "The partition type {} is unknown. Query CL_DEVICE_PARTITION_PROPERTIES for the types of the device.",
         Hex{static_cast<std::uint64_t>(properties[0])});
}

Ref<Device> make_sub_device(Device& parent, const Partition& partition, std::size_t index) {
    if (partition.cpus.empty())
        return make<Device>(parent, partition.units[index], partition.properties, static_cast<std::uint32_t>(index));
    const device::CpuSet& cpus = partition.cpus[index];
    // Identifies the domain by its first CPU, even if this process cannot use that CPU. The first CPU is the same in
    // all processes, whereas the index of a sub-device would depend on the affinity mask of this process.
    const unsigned own = cpus.cpus().front();
    const auto sharing = device::sharing_cpus(partition.domain, own);
    return make<Device>(parent, cpus, partition.properties, sharing ? sharing->cpus().front() : own);
}

}  // namespace

cl_int clCreateSubDevices(cl_device_id in_device, const Property* properties, cl_uint num_devices,
                          cl_device_id* out_devices, cl_uint* num_devices_ret) {
    return entry([&] {
        const Ref<Device> parent = deref(in_device);
        const Partition partition = read_partition(*parent, properties);
        // "CL_INVALID_VALUE ... if out_devices is not NULL and num_devices is less than the number of
        // sub-devices created by the partition scheme."
        check(!out_devices || num_devices >= partition.units.size(), CL_INVALID_VALUE,
              "num_devices is {}, but the partition makes {} sub-devices. Pass room for all of them.", num_devices,
              partition.units.size());
        if (out_devices) {
            std::vector<Ref<Device>> created;
            for (std::size_t i = 0; i < partition.units.size(); ++i) {
                created.push_back(make_sub_device(*parent, partition, i));
            }
            for (Ref<Device>& device : created) *out_devices++ = device.detach()->hand_over();
        }
        if (num_devices_ret) *num_devices_ret = static_cast<cl_uint>(partition.units.size());
    });
}

}  // namespace lanewise::runtime::api
