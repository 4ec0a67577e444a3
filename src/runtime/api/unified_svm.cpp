// Unified SVM (cl_khr_unified_svm 0.9.0): functions that allocate SVM of any type, with a list of properties. These
// allocations use the same records as SVM and unified shared memory. The extension is experimental, so the device does
// not list its name.
#include <algorithm>
#include <bit>
#include <optional>

#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/info.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/properties.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/memory/svm_types.h"

namespace lanewise::runtime::api {
namespace {

constexpr cl_svm_alloc_access_flags_khr access_flags =
    CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR | CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR |
    CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR;

/// The properties of an allocation.
struct GivenProperties {
    std::uint16_t device = AllocationTraits::no_device;
    cl_svm_alloc_access_flags_khr access = 0;
    std::size_t alignment = 0;
};

// A null handle "indicates that the allocation is not associated with a specific device handle".
std::uint16_t read_device(const Context& context, cl_svm_alloc_properties_khr value) {
    if (value == 0) return AllocationTraits::no_device;
    const Ref<Device> device = deref(reinterpret_cast<cl_device_id>(value), CL_INVALID_PROPERTY);
    const auto found = std::ranges::find(context.devices(), device.get(), &Ref<Device>::get);
    check(found != context.devices().end(), CL_INVALID_PROPERTY,
          "CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR is not one of the context's devices. Pass one of "
          "CL_CONTEXT_DEVICES.");
    const auto index = static_cast<std::size_t>(found - context.devices().begin());
    check(index < AllocationTraits::no_device, CL_OUT_OF_RESOURCES,
          "The device is number {} of the context. Only the first {} can have allocations.", index,
          AllocationTraits::no_device);
    return static_cast<std::uint16_t>(index);
}

// "CL_INVALID_PROPERTY if a memory property name in properties is not a supported property name"; "if the value
// specified for a supported property name is not valid"; "if the same property name is specified more than once".
GivenProperties read_properties(const Context& context, const cl_svm_alloc_properties_khr* properties) {
    GivenProperties given;
    unsigned seen = 0;
    for_each_property(properties, [&](cl_svm_alloc_properties_khr name, cl_svm_alloc_properties_khr value) {
        check(name >= CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR && name <= CL_SVM_ALLOC_ALIGNMENT_KHR,
              CL_INVALID_PROPERTY, "The allocation property {} is unknown to this device.", Hex{name});
        const unsigned bit = 1u << (name - CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR);
        check((seen & bit) == 0, CL_INVALID_PROPERTY, "The property {} is given twice. Give each property once.",
              Hex{name});
        seen |= bit;
        if (name == CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR) {
            given.device = read_device(context, value);
        } else if (name == CL_SVM_ALLOC_ACCESS_FLAGS_KHR) {
            check((value & ~access_flags) == 0, CL_INVALID_PROPERTY,
                  "CL_SVM_ALLOC_ACCESS_FLAGS_KHR is {}, which has a bit that is no CL_SVM_ALLOC_ACCESS_* flag.",
                  Hex{value});
            given.access = value;
        } else {
            // "The alignment must be a power of two". Alignments above the size of the largest type are accepted, as
            // for unified shared memory.
            check(value == 0 || std::has_single_bit(value), CL_INVALID_PROPERTY,
                  "CL_SVM_ALLOC_ALIGNMENT_KHR is {} bytes. Pass 0 or a power of two.", value);
            given.alignment = value;
        }
    });
    return given;
}

AllocationTraits traits_of(SvmType type, std::uint16_t device) {
    switch (type) {
        case SvmType::coarse_grain: return {AllocationKind::svm, AllocationTraits::coarse_grain, device};
        case SvmType::fine_grain: return {AllocationKind::svm, AllocationTraits::fine_grain, device};
        case SvmType::system: return {AllocationKind::svm, AllocationTraits::system_grain, device};
        case SvmType::device: return {AllocationKind::device, 0, device};
        case SvmType::host: return {AllocationKind::host, 0, device};
        case SvmType::single_device_shared: break;
    }
    return {AllocationKind::shared, 0, device};
}

SvmType type_of(const AllocationTraits& traits) {
    switch (traits.kind) {
        case AllocationKind::device: return SvmType::device;
        case AllocationKind::host: return SvmType::host;
        case AllocationKind::shared: return SvmType::single_device_shared;
        case AllocationKind::svm: break;
    }
    if (traits.flags == AllocationTraits::system_grain) return SvmType::system;
    return traits.flags == AllocationTraits::fine_grain ? SvmType::fine_grain : SvmType::coarse_grain;
}

void* allocate(cl_context context_handle, const cl_svm_alloc_properties_khr* properties, cl_uint type_index,
               std::size_t size) {
    const Ref<Context> context = deref_live(context_handle);
    const GivenProperties given = read_properties(*context, properties);
    // "CL_INVALID_VALUE if svm_type_index is greater than the number of SVM types supported by the devices in context"
    check(type_index < svm_type_capabilities.size(), CL_INVALID_VALUE,
          "svm_type_index is {}, but there are only {} types, from 0 (CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR).",
          type_index, svm_type_capabilities.size());
    // "The associated device handle property is required unless the specified SVM type contains
    // CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR."
    const auto type = static_cast<SvmType>(type_index);
    check(given.device != AllocationTraits::no_device ||
              (capabilities_of(type) & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR) != 0,
          CL_INVALID_PROPERTY,
          "Type {} of SVM allocations needs a device. Pass CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR.", type_index);
    // "When size is zero, [...] must return a NULL pointer and must not generate an error."
    if (size == 0) return nullptr;
    const AllocationTraits traits = traits_of(type, given.device);
    const std::size_t alignment = std::max<std::size_t>(given.alignment, 1);
    if (!properties) return context->allocations().allocate(size, alignment, traits);
    return context->allocations().allocate(size, alignment, traits,
                                           {type_index, given.access, copy_properties(properties)});
}

/// The answers of clGetSVMPointerInfoKHR for a pointer that lies in no allocation.
struct PointerAnswers {
    cl_uint type_index = CL_UINT_MAX;
    cl_svm_capabilities_khr capabilities = 0;
    cl_device_id device = nullptr;
    Allocation allocation = {};
    AllocationProperties properties = {};
};

PointerAnswers answers_for(const Context& context, const void* pointer) {
    const auto found = context.allocations().find(pointer);
    if (!found) return {};
    PointerAnswers answers;
    answers.allocation = *found;
    auto properties = context.allocations().properties_of(*found);
    answers.type_index = properties ? properties->type_index : static_cast<cl_uint>(type_of(found->traits));
    answers.capabilities = svm_type_capabilities[answers.type_index];
    if (found->traits.device != AllocationTraits::no_device)
        answers.device = context.devices()[found->traits.device]->handle();
    if (properties) answers.properties = std::move(*properties);
    return answers;
}

}  // namespace

void* clSVMAllocWithPropertiesKHR(cl_context context, const cl_svm_alloc_properties_khr* properties,
                                  cl_uint svm_type_index, size_t size, cl_int* errcode_ret) {
    return pointer_entry(errcode_ret, [&] { return allocate(context, properties, svm_type_index, size); });
}

cl_int clSVMFreeWithPropertiesKHR(cl_context context, const cl_svm_free_properties_khr* properties,
                                  cl_svm_free_flags_khr flags, void* ptr) {
    return entry([&] {
        const Ref<Context> object = deref(context);
        // "This extension does not define any free properties."
        check(!properties || *properties == 0, CL_INVALID_PROPERTY,
              "properties contains {}, but no properties are defined. Pass null.", Hex{properties ? *properties : 0});
        // "CL_INVALID_VALUE if flags contains an invalid SVM free flag"
        check(flags == 0, CL_INVALID_VALUE, "flags is {}, but no flags are defined. Pass 0.", Hex{flags});
        // "if ptr is not a value returned by clSVMAlloc, clSVMAllocWithPropertiesKHR, or a NULL pointer"
        check(!ptr || object->allocations().free(ptr), CL_INVALID_VALUE,
              "ptr is no start of an SVM allocation of the context. Pass a pointer that clSVMAllocWithPropertiesKHR or "
              "clSVMAlloc returned, or null.");
    });
}

cl_int clGetSVMPointerInfoKHR(cl_context context, cl_device_id device, const void* ptr,
                              cl_svm_pointer_info_khr param_name, size_t param_value_size, void* param_value,
                              size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Context> object = deref(context);
        // "CL_INVALID_DEVICE if device is not a valid device"; "if device is not associated with context". All devices
        // have the same capabilities.
        check(!device || object->has_device(*deref(device)), CL_INVALID_DEVICE,
              "The device is not one of the context's devices. Pass one of CL_CONTEXT_DEVICES, or null.");
        const Info info(param_value_size, param_value, param_value_size_ret);
        const PointerAnswers answers = answers_for(*object, ptr);
        switch (param_name) {
            case CL_SVM_INFO_TYPE_INDEX_KHR: return info.value<cl_uint>(answers.type_index);
            case CL_SVM_INFO_CAPABILITIES_KHR: return info.value<cl_svm_capabilities_khr>(answers.capabilities);
            case CL_SVM_INFO_PROPERTIES_KHR: return info.array<cl_svm_alloc_properties_khr>(answers.properties.list);
            case CL_SVM_INFO_ACCESS_FLAGS_KHR:
                return info.value<cl_svm_alloc_access_flags_khr>(answers.properties.access);
            case CL_SVM_INFO_BASE_PTR_KHR: return info.value<void*>(answers.allocation.data);
            case CL_SVM_INFO_SIZE_KHR: return info.value<size_t>(answers.allocation.size);
            case CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR: return info.value<cl_device_id>(answers.device);
        }
        fail_unknown_query(param_name);
    });
}

// "If an unknown or unsupported capability is passed as a required capability [...], then the returned suggested SVM
// type index must be CL_UINT_MAX [...]. Note that this is not an error".
cl_int clGetSVMSuggestedTypeIndexKHR(cl_context context, cl_svm_capabilities_khr required_capabilities,
                                     cl_svm_capabilities_khr desired_capabilities,
                                     const cl_svm_alloc_properties_khr* properties, size_t size,
                                     cl_uint* suggested_svm_type_index) {
    return entry([&] {
        const Ref<Context> object = deref(context);
        read_properties(*object, properties);
        // "CL_INVALID_VALUE if suggested_svm_type_index is NULL"
        check(suggested_svm_type_index, CL_INVALID_VALUE,
              "suggested_svm_type_index is null. Pass a pointer for the answer.");
        cl_uint best = CL_UINT_MAX;
        int most = -1;
        for (cl_uint index = 0; index < svm_type_capabilities.size(); ++index) {
            const cl_svm_capabilities_khr has = svm_type_capabilities[index];
            const int desired = std::popcount(has & desired_capabilities);
            const bool is_better = (has & required_capabilities) == required_capabilities && desired > most;
            if (!is_better || size > Allocations::most_bytes) continue;
            best = index;
            most = desired;
        }
        *suggested_svm_type_index = best;
    });
}

}  // namespace lanewise::runtime::api
