// The types of SVM allocations of cl_khr_unified_svm. All types are ordinary memory of the process. They differ only in
// their owner, and in whether the rules of coarse-grain SVM apply.
#pragma once

#include <array>

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime {

/// The types of allocations, with the names of the extension.
enum class SvmType : cl_uint { coarse_grain, fine_grain, device, host, single_device_shared, system };

namespace svm_capabilities {

inline constexpr cl_svm_capabilities_khr on_devices =
    CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR | CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR | CL_SVM_CAPABILITY_HOST_MAP_KHR |
    CL_SVM_CAPABILITY_DEVICE_READ_KHR | CL_SVM_CAPABILITY_DEVICE_WRITE_KHR |
    CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR;
inline constexpr cl_svm_capabilities_khr everywhere =
    on_devices | CL_SVM_CAPABILITY_HOST_READ_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR |
    CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR | CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR;
inline constexpr cl_svm_capabilities_khr unassociated = CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR;

}  // namespace svm_capabilities

/// The capabilities of each SvmType, for the platform and for each device. Each type has at least the capabilities that
/// the extension demands. "SVM types that are DEVICE_OWNED must not be DEVICE_UNASSOCIATED."
inline constexpr std::array<cl_svm_capabilities_khr, 6> svm_type_capabilities{
    svm_capabilities::on_devices | svm_capabilities::unassociated,
    svm_capabilities::everywhere | svm_capabilities::unassociated,
    svm_capabilities::everywhere | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR,
    svm_capabilities::everywhere | svm_capabilities::unassociated | CL_SVM_CAPABILITY_HOST_OWNED_KHR,
    svm_capabilities::everywhere | svm_capabilities::unassociated,
    svm_capabilities::everywhere | svm_capabilities::unassociated | CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR,
};

/// Returns the capabilities of a type.
constexpr cl_svm_capabilities_khr capabilities_of(SvmType type) {
    return svm_type_capabilities[static_cast<cl_uint>(type)];
}

}  // namespace lanewise::runtime
