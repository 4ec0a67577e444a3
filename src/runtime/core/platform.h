// The one platform and its root device, made at the first use and never destroyed.
#pragma once

#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class Platform final : public Object<Platform, _cl_platform_id, Tag::platform> {
public:
    static Platform& instance();

    Device& root_device() const { return *root_device_; }

    /// Where cl_khr_icd 2.0.0 has the loader put its data: into the platform and all objects after.
    void set_loader_data(void* data) noexcept;

private:
    Platform();

    Ref<Device> root_device_;
};

/// The platform of a query where null means the only one.
Platform& platform_or_default(cl_platform_id platform);

}  // namespace lanewise::runtime
