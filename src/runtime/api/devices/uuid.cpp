#include "runtime/api/devices/uuid.h"

#include "device/machine/machine_identity.h"
#include "runtime/code/toolchain.h"
#include "runtime/storage/digest.h"

namespace lanewise::runtime::api {

namespace {

/// Makes a UUID of version 8 from a digest, by setting the bits for version and variant (RFC 9562). The other bits of
/// such a UUID may have any value.
Uuid marked(Digest digest) {
    digest[6] = static_cast<std::uint8_t>((digest[6] & 0x0f) | 0x80);
    digest[8] = static_cast<std::uint8_t>((digest[8] & 0x3f) | 0x80);
    return digest;
}

Uuid root_uuid(const Device& root) {
    // The identifier must not change with the driver or its settings. It therefore does not depend on the driver's
    // version, on the CPU features in use or on the number of compute units. (Environment variables and the affinity
    // mask change these features and this number.)
    Hasher hasher;
    hasher.add_text("Lanewise OpenCL device");
    hasher.add_text(device::read_machine_identity());
    hasher.add_text(root.cpu().vendor);
    hasher.add_text(root.cpu().name);
    return marked(hasher.finish());
}

}  // namespace

Uuid uuid_of(const Device& device) {
    if (device.is_root()) {
        static const Uuid root = root_uuid(device);
        return root;
    }
    Hasher hasher;
    hasher.add_text("Lanewise OpenCL sub-device");
    hasher.add(uuid_of(*device.parent()));
    for (const cl_device_partition_property property : device.partition())
        hasher.add_number(static_cast<std::uint64_t>(property));
    hasher.add_number(device.place());
    return marked(hasher.finish());
}

Uuid driver_uuid() { return marked(driver_build_id()); }

}  // namespace lanewise::runtime::api
