// The CPU as an OpenCL device, or a sub-device of it: some compute units with a thread pool of their own.
// Immutable after creation; thread-safe.
#pragma once

#include <memory>
#include <vector>

#include "device/arena.h"
#include "device/cpu_info.h"
#include "runtime/api/handle.h"
#include "runtime/object.h"
#include "runtime/ref.h"

namespace lanewise::runtime {

class Device final : public Object<Device, _cl_device_id, Tag::device> {
public:
    /// The root device: every compute unit of the process.
    Device();
    /// A sub-device of `parent`, made by `partition` (the properties as the application gave them).
    Device(Device& parent, unsigned compute_units,
           std::vector<cl_device_partition_property> partition);

    bool is_root() const noexcept { return !parent_; }
    bool descends_from(const Device& ancestor) const noexcept;
    Device* parent() const noexcept { return parent_.get(); }
    unsigned compute_units() const noexcept { return arena_->concurrency(); }
    const std::vector<cl_device_partition_property>& partition() const noexcept { return partition_; }

    const device::CpuInfo& cpu() const noexcept { return *cpu_; }
    device::Arena& arena() const noexcept { return *arena_; }

private:
    friend class Object<Device, _cl_device_id, Tag::device>;
    ~Device();

    Ref<Device> parent_;
    std::vector<cl_device_partition_property> partition_;
    std::shared_ptr<const device::CpuInfo> cpu_;
    std::shared_ptr<device::Arena> arena_;
};

/// Whether a device type that an application asks for includes the CPU. Throws CL_INVALID_DEVICE_TYPE.
bool wants_this_device(cl_device_type type);

}  // namespace lanewise::runtime
