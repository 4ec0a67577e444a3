#include "runtime/core/platform.h"

#include "runtime/core/device.h"
#include "runtime/object/leak_check.h"

namespace lanewise::runtime {

Platform::Platform() : root_device_(make<Device>()) {
    known_handle();
    root_device_->known_handle();
    lives_forever(this, sizeof *this);
    lives_forever(root_device_.get(), sizeof(Device));
}

Platform& Platform::instance() {
    static Platform* const platform = new Platform;
    return *platform;
}

void Platform::set_loader_data(void* data) noexcept {
    runtime::set_loader_data(data);
    loader = data;
    root_device_->loader = data;
}

// Section 4.2: CL_INVALID_PLATFORM "if platform is not a valid platform". The meaning of NULL is
// implementation-defined: here it means the only platform.
Platform& platform_or_default(cl_platform_id platform) {
    if (platform) deref(platform);
    return Platform::instance();
}

}  // namespace lanewise::runtime
