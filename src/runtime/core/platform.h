// The only platform and its root device, created at the first use and never destroyed.
#pragma once

#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class Platform final : public Object<Platform, _cl_platform_id, Tag::platform> {
public:
    static Platform& instance();

    Device& root_device() const { return *root_device_; }

    /// Stores the loader's data (cl_khr_icd 2.0.0) in the platform, its device and all objects created later.
    void set_loader_data(void* data) noexcept;

private:
    Platform();

    Ref<Device> root_device_;
};

/// Returns the platform of a handle; null means the only platform.
Platform& platform_or_default(cl_platform_id platform);

}  // namespace lanewise::runtime
