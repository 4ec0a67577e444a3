#include "runtime/api/devices/device_attributes.h"

#include <cstring>

#include "device/machine/cpu/cpuid.h"
#include "runtime/core/platform.h"
#include "runtime/storage/digest.h"

namespace lanewise::runtime::api {

namespace {

/// Returns the processor's family, model and stepping. CPUID stores parts of the family and model in separate extension
/// fields.
cl_version read_ip_version() {
    const auto words = device::Cpuid().read(1);
    if (!words) return 0;
    const std::uint32_t signature = words->a;
    const std::uint32_t family = (signature >> 8 & 0xf) == 0xf ? 0xf + (signature >> 20 & 0xff) : signature >> 8 & 0xf;
    const std::uint32_t model = (signature >> 16 & 0xf) << 4 | (signature >> 4 & 0xf);
    return CL_MAKE_VERSION(family, model, signature & 0xf);
}

cl_uint make_id() {
    const Device& root = Platform::instance().root_device();
    Hasher hasher;
    hasher.add_text("Lanewise OpenCL device attributes");
    hasher.add_text(root.cpu().vendor);
    hasher.add_text(root.cpu().name);
    hasher.add_number(ip_version());
    hasher.add_number(root.compute_units());
    const Digest digest = hasher.finish();
    cl_uint id = 0;
    std::memcpy(&id, digest.data(), sizeof id);
    return id;
}

}  // namespace

// "The meaning of this version is implementation-defined, but newer devices should have a higher version than older
// devices."
cl_version ip_version() {
    static const cl_version version = read_ip_version();
    return version;
}

// "Otherwise, the choice of what to return [...] should uniquely identify both the device version and any major
// configuration options (for example, core count in the case of multi-core devices)."
cl_uint attribute_id() {
    static const cl_uint id = make_id();
    return id;
}

}  // namespace lanewise::runtime::api
