#include "runtime/api/devices/feature_lists.h"

#include <algorithm>
#include <array>
#include <vector>

#include "device/kernel/code_group.h"
#include "lanewise/features.h"

namespace lanewise::runtime::api {

constinit const std::string_view platform_version = "OpenCL 3.1 Lanewise " LANEWISE_VERSION;
constinit const std::string_view driver_version = LANEWISE_VERSION;

namespace {

constexpr cl_name_version entry_of(std::string_view name, cl_version version) {
    cl_name_version entry{version, {}};
    std::ranges::copy(name, entry.name);
    return entry;
}

constexpr cl_version v1 = CL_MAKE_VERSION(1, 0, 0);

/// The extensions of the API; features.h lists the extensions of OpenCL C.
constexpr std::array api_extensions{
    entry_of("cl_ext_buffer_device_address", CL_MAKE_VERSION(1, 0, 2)),
    entry_of("cl_ext_cxx_for_opencl", v1),
    entry_of("cl_ext_image_from_buffer", v1),
    entry_of("cl_ext_image_requirements_info", CL_MAKE_VERSION(0, 5, 0)),
    entry_of("cl_ext_immutable_memory_objects", v1),
    entry_of("cl_intel_device_attribute_query", v1),
    entry_of("cl_intel_devicelib_assert", v1),
    entry_of("cl_intel_exec_by_local_thread", v1),
    entry_of("cl_intel_kernel_allocations_info", v1),
    entry_of("cl_intel_spirv_subgroups", v1),
    entry_of("cl_intel_unified_shared_memory", CL_MAKE_VERSION(1, 1, 0)),
    entry_of("cl_khr_command_buffer", CL_MAKE_VERSION(0, 9, 8)),
    entry_of("cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION(0, 9, 5)),
    entry_of("cl_khr_device_uuid", v1),
    entry_of("cl_khr_icd", CL_MAKE_VERSION(2, 0, 0)),
    entry_of("cl_khr_extended_versioning", v1),
    entry_of("cl_khr_external_memory", CL_MAKE_VERSION(1, 0, 1)),
    entry_of("cl_khr_external_memory_dma_buf", v1),
    entry_of("cl_khr_external_memory_opaque_fd", v1),
    entry_of("cl_khr_external_semaphore", CL_MAKE_VERSION(1, 0, 1)),
    entry_of("cl_khr_external_semaphore_opaque_fd", v1),
    entry_of("cl_khr_external_semaphore_sync_fd", CL_MAKE_VERSION(1, 0, 1)),
    entry_of("cl_khr_create_command_queue", v1),
    entry_of("cl_khr_il_program", v1),
    entry_of("cl_khr_image2d_from_buffer", v1),
    entry_of("cl_khr_initialize_memory", v1),
    entry_of("cl_khr_priority_hints", v1),
    entry_of("cl_khr_throttle_hints", v1),
    entry_of("cl_khr_semaphore", v1),
    entry_of("cl_khr_spirv_linkonce_odr", v1),
    entry_of("cl_khr_spirv_no_integer_wrap_decoration", v1),
    entry_of("cl_khr_spirv_queries", v1),
    entry_of("cl_khr_suggested_local_work_size", v1),
};

/// Returns all entries of features.h that have this FeatureKind.
std::vector<cl_name_version> features_of(FeatureKind kind) {
    std::vector<cl_name_version> list;
    for (const Feature& feature : features) {
        if (feature.kind != kind) continue;
        list.push_back(entry_of(feature.name, CL_MAKE_VERSION(feature.major, feature.minor, feature.patch)));
    }
    return list;
}

constexpr std::array c_versions{
    entry_of("OpenCL C", CL_MAKE_VERSION(1, 0, 0)), entry_of("OpenCL C", CL_MAKE_VERSION(1, 1, 0)),
    entry_of("OpenCL C", CL_MAKE_VERSION(1, 2, 0)), entry_of("OpenCL C", CL_MAKE_VERSION(2, 0, 0)),
    entry_of("OpenCL C", CL_MAKE_VERSION(3, 0, 0)), entry_of("OpenCL C", CL_MAKE_VERSION(3, 1, 0)),
};

constexpr std::array il_versions{
    entry_of("SPIR-V", CL_MAKE_VERSION(1, 0, 0)), entry_of("SPIR-V", CL_MAKE_VERSION(1, 1, 0)),
    entry_of("SPIR-V", CL_MAKE_VERSION(1, 2, 0)), entry_of("SPIR-V", CL_MAKE_VERSION(1, 3, 0)),
    entry_of("SPIR-V", CL_MAKE_VERSION(1, 4, 0)), entry_of("SPIR-V", CL_MAKE_VERSION(1, 5, 0)),
    entry_of("SPIR-V", CL_MAKE_VERSION(1, 6, 0)),
};

}  // namespace

std::span<const cl_name_version> extensions() {
    static const std::vector<cl_name_version> list = [] {
        std::vector<cl_name_version> all = features_of(FeatureKind::language_extension);
        all.insert(all.end(), api_extensions.begin(), api_extensions.end());
        if (device::can_end_code()) all.push_back(entry_of("cl_khr_terminate_context", v1));
        return all;
    }();
    return list;
}

const std::string& extension_names() {
    static const std::string names = [] {
        std::string joined;
        for (const cl_name_version& extension : extensions()) {
            if (!joined.empty()) joined += ' ';
            joined += extension.name;
        }
        return joined;
    }();
    return names;
}

std::span<const cl_name_version> intermediate_languages() { return il_versions; }

std::span<const cl_name_version> opencl_c_all_versions() { return c_versions; }

std::span<const cl_name_version> opencl_c_features() {
    static const std::vector<cl_name_version> list = features_of(FeatureKind::language_feature);
    return list;
}

}  // namespace lanewise::runtime::api
