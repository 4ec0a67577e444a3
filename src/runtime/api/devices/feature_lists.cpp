#include "runtime/api/devices/feature_lists.h"

#include <algorithm>
#include <array>
#include <vector>

#include "device/kernel/code_group.h"
#include "lanewise/features.h"

namespace lanewise::runtime::api {

namespace {

constexpr cl_name_version entry_of(std::string_view name, cl_version version) {
    cl_name_version entry{version, {}};
    std::ranges::copy(name, entry.name);
    return entry;
}

constexpr cl_version v1 = CL_MAKE_VERSION(1, 0, 0);

/// The extensions that concern only the API.
constexpr std::array api_extensions{
    entry_of("cl_ext_image_from_buffer", v1),
    entry_of("cl_ext_image_requirements_info", CL_MAKE_VERSION(0, 5, 0)),
    entry_of("cl_khr_icd", CL_MAKE_VERSION(2, 0, 0)),
    entry_of("cl_khr_extended_versioning", v1),
    entry_of("cl_khr_create_command_queue", v1),
    entry_of("cl_khr_image2d_from_buffer", v1),
    entry_of("cl_khr_priority_hints", v1),
    entry_of("cl_khr_throttle_hints", v1),
    entry_of("cl_khr_suggested_local_work_size", v1),
};

/// Returns the features of one kind that features.h lists.
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
    entry_of("OpenCL C", CL_MAKE_VERSION(3, 0, 0)),
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

std::span<const cl_name_version> opencl_c_all_versions() { return c_versions; }

std::span<const cl_name_version> opencl_c_features() {
    static const std::vector<cl_name_version> list = features_of(FeatureKind::language_feature);
    return list;
}

}  // namespace lanewise::runtime::api
