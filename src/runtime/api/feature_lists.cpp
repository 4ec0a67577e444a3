#include "runtime/api/feature_lists.h"

#include <algorithm>
#include <array>

namespace lanewise::runtime::api {

namespace {

constexpr cl_name_version entry_of(std::string_view name, cl_version version) {
    cl_name_version entry{version, {}};
    std::ranges::copy(name, entry.name);
    return entry;
}

constexpr cl_version v1 = CL_MAKE_VERSION(1, 0, 0);

constexpr std::array extension_list{
    entry_of("cl_khr_byte_addressable_store", v1),
    entry_of("cl_khr_fp64", v1),
    entry_of("cl_khr_global_int32_base_atomics", v1),
    entry_of("cl_khr_global_int32_extended_atomics", v1),
    entry_of("cl_khr_local_int32_base_atomics", v1),
    entry_of("cl_khr_local_int32_extended_atomics", v1),
    entry_of("cl_khr_icd", CL_MAKE_VERSION(2, 0, 0)),
    entry_of("cl_khr_extended_versioning", v1),
    entry_of("cl_khr_suggested_local_work_size", v1),
};

constexpr std::array c_versions{
    entry_of("OpenCL C", CL_MAKE_VERSION(1, 0, 0)),
    entry_of("OpenCL C", CL_MAKE_VERSION(1, 1, 0)),
    entry_of("OpenCL C", CL_MAKE_VERSION(1, 2, 0)),
    entry_of("OpenCL C", CL_MAKE_VERSION(3, 0, 0)),
};

constexpr cl_version v3 = CL_MAKE_VERSION(3, 0, 0);

constexpr std::array c_features{
    entry_of("__opencl_c_fp64", v3),
    entry_of("__opencl_c_int64", v3),
};

}  // namespace

std::span<const cl_name_version> extensions() { return extension_list; }

const std::string& extension_names() {
    static const std::string names = [] {
        std::string joined;
        for (const cl_name_version& extension : extension_list) {
            if (!joined.empty()) joined += ' ';
            joined += extension.name;
        }
        return joined;
    }();
    return names;
}

std::span<const cl_name_version> opencl_c_all_versions() { return c_versions; }

std::span<const cl_name_version> opencl_c_features() { return c_features; }

}  // namespace lanewise::runtime::api
