// The CPU as an OpenCL device, or a sub-device. A sub-device consists of some of the compute units and has its own
// thread pool. Immutable after creation; thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "device/machine/cpu/cpu_info.h"
#include "device/machine/cpu/topology.h"
#include "device/pool/arena.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class Device final : public Object<Device, _cl_device_id, Tag::device> {
public:
    /// The root device, with every compute unit of the process.
    Device();
    /// Creates a sub-device of `parent`. `partition` holds the properties that the application passed, and `place`
    /// distinguishes the sub-devices of a partition.
    Device(Device& parent, unsigned compute_units, std::vector<cl_device_partition_property> partition,
           std::uint32_t place);
    /// Creates a sub-device with one compute unit for each of `cpus`. Its commands run on these CPUs.
    Device(Device& parent, device::CpuSet cpus, std::vector<cl_device_partition_property> partition,
           std::uint32_t place);

    bool is_root() const noexcept { return !parent_; }
    bool descends_from(const Device& ancestor) const noexcept;
    Device* parent() const noexcept { return parent_.get(); }
    unsigned compute_units() const noexcept { return arena_->concurrency(); }
    const std::vector<cl_device_partition_property>& partition() const noexcept { return partition_; }
    std::uint32_t place() const noexcept { return place_; }

    /// Divides the device's CPUs into sets, so that the CPUs of each set share a cache or NUMA node (`domain`). Returns
    /// nothing if all CPUs share the same cache or node.
    std::vector<device::CpuSet> affinity_groups(device::SharedDomain domain) const;
    /// The domains (CL_DEVICE_AFFINITY_DOMAIN_*) by which the device can be partitioned.
    cl_device_affinity_domain affinity_domains() const;

    const device::CpuInfo& cpu() const noexcept { return *cpu_; }
    device::Arena& arena() const noexcept { return *arena_; }

private:
    friend class Object<Device, _cl_device_id, Tag::device>;
    ~Device();

    Ref<Device> parent_;
    std::vector<cl_device_partition_property> partition_;
    std::uint32_t place_ = 0;
    std::shared_ptr<const device::CpuInfo> cpu_;
    device::CpuSet cpus_;  // a CPU for each compute unit; empty if threads may run on any CPU
    std::shared_ptr<device::Arena> arena_;
    bool binds_threads_ = false;  // whether threads are bound to the CPUs of this device or of an ancestor
};

/// Returns the constant CL_DEVICE_AFFINITY_DOMAIN_* of a domain.
cl_device_affinity_domain affinity_domain_of(device::SharedDomain domain) noexcept;
inline constexpr std::array shared_domains{device::SharedDomain::numa_node, device::SharedDomain::l4_cache,
                                           device::SharedDomain::l3_cache, device::SharedDomain::l2_cache,
                                           device::SharedDomain::l1_cache};

/// Returns whether `type` includes the CPU. Throws CL_INVALID_DEVICE_TYPE.
bool wants_this_device(cl_device_type type);

}  // namespace lanewise::runtime
