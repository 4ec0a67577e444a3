// Unified shared memory (cl_intel_unified_shared_memory): allocation, queries and kernel arguments. The device is the
// host's CPU, so host, device and shared allocations are the same memory. The three kinds differ only in the answers to
// queries, and in the CL_KERNEL_EXEC_INFO_INDIRECT_*_ACCESS_INTEL flag that permits a kernel to use all allocations of
// the kind. api/enqueue/usm.cpp has the commands.
#include <algorithm>
#include <bit>
#include <optional>

#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/info.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/mem_flags.h"
#include "runtime/api/properties.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/device_limits.h"
#include "runtime/core/kernel.h"

namespace lanewise::runtime::api {
namespace {

constexpr cl_mem_alloc_flags_intel placement_flags =
    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

void check_alloc_flags(AllocationKind kind, cl_mem_alloc_flags_intel flags) {
    // "CL_INVALID_PROPERTY if [...] the value specified for a supported property name is not valid"
    check((flags & ~(CL_MEM_ALLOC_WRITE_COMBINED_INTEL | placement_flags)) == 0, CL_INVALID_PROPERTY,
          "CL_MEM_ALLOC_FLAGS_INTEL is {}, which has a bit that is no CL_MEM_ALLOC_* flag.", Hex{flags});
    // "CL_INVALID_PROPERTY if either the CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL or
    // CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL flags are specified"
    check(kind == AllocationKind::shared || (flags & placement_flags) == 0, CL_INVALID_PROPERTY,
          "CL_MEM_ALLOC_FLAGS_INTEL is {}, with an initial placement. Only clSharedMemAllocINTEL accepts one.",
          Hex{flags});
    // "CL_INVALID_PROPERTY if both CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL and
    // CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL flags are specified"
    check(at_most_one(flags, placement_flags), CL_INVALID_PROPERTY,
          "CL_MEM_ALLOC_FLAGS_INTEL is {}, with both initial placements. Pass at most one of them.", Hex{flags});
}

std::uint8_t read_alloc_flags(AllocationKind kind, const cl_mem_properties_intel* properties) {
    std::optional<cl_mem_alloc_flags_intel> flags;
    for_each_property(properties, [&](cl_mem_properties_intel name, cl_mem_properties_intel value) {
        // "CL_INVALID_PROPERTY if a memory property name in properties is not a supported property name [...] or if the
        // same property name is specified more than once"
        check(name == CL_MEM_ALLOC_FLAGS_INTEL, CL_INVALID_PROPERTY,
              "The allocation property {} is unknown. The device knows only CL_MEM_ALLOC_FLAGS_INTEL.", Hex{name});
        check(!flags, CL_INVALID_PROPERTY, "properties has CL_MEM_ALLOC_FLAGS_INTEL twice. Pass it once.");
        check_alloc_flags(kind, value);
        flags = value;
    });
    return static_cast<std::uint8_t>(flags.value_or(0));
}

std::uint16_t index_of(const Context& context, cl_device_id handle) {
    const Ref<Device> device = deref(handle);
    const auto found = std::ranges::find(context.devices(), device.get(), &Ref<Device>::get);
    // "CL_INVALID_DEVICE if device is not a valid device or is not associated with context"
    check(found != context.devices().end(), CL_INVALID_DEVICE,
          "The device is not one of the context's devices. Pass one of CL_CONTEXT_DEVICES.");
    const auto index = static_cast<std::size_t>(found - context.devices().begin());
    check(index < AllocationTraits::no_device, CL_OUT_OF_RESOURCES,
          "The device is number {} of the context. Only the first {} can have allocations.", index,
          AllocationTraits::no_device);
    return static_cast<std::uint16_t>(index);
}

void check_size(const Context& context, std::uint16_t device_index, std::size_t size) {
    // "CL_INVALID_BUFFER_SIZE if size is zero or greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE for device", or without a
    // device "for any OpenCL device in context"
    check(size != 0, CL_INVALID_BUFFER_SIZE, "The size is 0 bytes. Pass at least 1 byte.");
    const std::size_t first = device_index == AllocationTraits::no_device ? 0 : device_index;
    const std::size_t count = device_index == AllocationTraits::no_device ? context.devices().size() : 1;
    for (const Ref<Device>& device : context.devices().subspan(first, count)) {
        check(size <= limits::max_allocation_bytes(*device), CL_INVALID_BUFFER_SIZE,
              "The size is {} bytes, which exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE ({} bytes).", size,
              limits::max_allocation_bytes(*device));
    }
}

/// Allocates memory of `kind`. The memory belongs to `device`, or to no device if `device` is null.
void* allocate(cl_context context_handle, AllocationKind kind, cl_device_id device,
               const cl_mem_properties_intel* properties, std::size_t size, cl_uint alignment) {
    const Ref<Context> context = deref_live(context_handle);
    AllocationTraits traits{.kind = kind};
    if (device || kind == AllocationKind::device) traits.device = index_of(*context, device);
    // "CL_INVALID_VALUE if alignment is not zero or a power of two". Alignments above the size of the largest type are
    // accepted, since C++ programs ask for them (aligned_alloc of SYCL).
    check(alignment == 0 || std::has_single_bit(alignment), CL_INVALID_VALUE,
          "alignment is {} bytes. Pass 0 or a power of two.", alignment);
    traits.flags = read_alloc_flags(kind, properties);
    check_size(*context, traits.device, size);
    return context->allocations().allocate(size, std::max<std::size_t>(alignment, 1), traits);
}

// "CL_INVALID_VALUE if ptr is not a value returned by clHostMemAllocINTEL, clDeviceMemAllocINTEL,
// clSharedMemAllocINTEL, or a NULL pointer"
constexpr char no_allocation[] =
    "ptr is no start of a USM allocation of the context. Pass a pointer that clHostMemAllocINTEL, "
    "clDeviceMemAllocINTEL or clSharedMemAllocINTEL returned, or null.";

cl_unified_shared_memory_type_intel type_of(AllocationKind kind) {
    switch (kind) {
        case AllocationKind::host: return CL_MEM_TYPE_HOST_INTEL;
        case AllocationKind::device: return CL_MEM_TYPE_DEVICE_INTEL;
        case AllocationKind::shared: return CL_MEM_TYPE_SHARED_INTEL;
        case AllocationKind::svm: break;
    }
    return CL_MEM_TYPE_UNKNOWN_INTEL;
}

}  // namespace

void* clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel* properties, size_t size, cl_uint alignment,
                          cl_int* errcode_ret) {
    return pointer_entry(errcode_ret,
                         [&] { return allocate(context, AllocationKind::host, nullptr, properties, size, alignment); });
}

void* clDeviceMemAllocINTEL(cl_context context, cl_device_id device, const cl_mem_properties_intel* properties,
                            size_t size, cl_uint alignment, cl_int* errcode_ret) {
    return pointer_entry(
        errcode_ret, [&] { return allocate(context, AllocationKind::device, device, properties, size, alignment); });
}

void* clSharedMemAllocINTEL(cl_context context, cl_device_id device, const cl_mem_properties_intel* properties,
                            size_t size, cl_uint alignment, cl_int* errcode_ret) {
    return pointer_entry(
        errcode_ret, [&] { return allocate(context, AllocationKind::shared, device, properties, size, alignment); });
}

cl_int clMemFreeINTEL(cl_context context, void* ptr) {
    return entry([&] {
        const Ref<Context> object = deref(context);
        check(!ptr || object->allocations().free(ptr, usm_kinds), CL_INVALID_VALUE, no_allocation);
    });
}

cl_int clMemBlockingFreeINTEL(cl_context context, void* ptr) {
    return entry([&] {
        const Ref<Context> object = deref(context);
        if (!ptr) return;
        const auto allocation = object->allocations().find(ptr);
        check(allocation && allocation->data == ptr && (bit_of(allocation->traits.kind) & usm_kinds) != 0,
              CL_INVALID_VALUE, no_allocation);
        object->finish_users_of(*allocation);
        check(object->allocations().free(ptr, usm_kinds), CL_INVALID_VALUE, no_allocation);
    });
}

cl_int clGetMemAllocInfoINTEL(cl_context context, const void* ptr, cl_mem_info_intel param_name,
                              size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Context> object = deref(context);
        const Info info(param_value_size, param_value, param_value_size_ret);
        const auto found = object->allocations().find(ptr);
        const auto type = found ? type_of(found->traits.kind) : CL_MEM_TYPE_UNKNOWN_INTEL;
        // An SVM allocation is treated as unknown memory: its base address and size are "NULL" and "0 for
        // CL_MEM_TYPE_UNKNOWN_INTEL allocations".
        const Allocation known = type == CL_MEM_TYPE_UNKNOWN_INTEL ? Allocation() : *found;
        // The reported device is "NULL for CL_MEM_TYPE_HOST_INTEL allocations", even if clSVMAllocWithPropertiesKHR
        // made the allocation for a device.
        const std::uint16_t device = type == CL_MEM_TYPE_HOST_INTEL ? AllocationTraits::no_device : known.traits.device;
        switch (param_name) {
            case CL_MEM_ALLOC_TYPE_INTEL: return info.value<cl_unified_shared_memory_type_intel>(type);
            case CL_MEM_ALLOC_BASE_PTR_INTEL: return info.value<void*>(known.data);
            case CL_MEM_ALLOC_SIZE_INTEL: return info.value<size_t>(known.size);
            case CL_MEM_ALLOC_DEVICE_INTEL:
                return info.value<cl_device_id>(
                    device == AllocationTraits::no_device ? nullptr : object->devices()[device]->handle());
            case CL_MEM_ALLOC_FLAGS_INTEL: {
                const bool is_unified = known.traits.flags == AllocationTraits::with_properties;
                return info.value<cl_mem_alloc_flags_intel>(is_unified ? 0 : known.traits.flags);
            }
        }
        fail_unknown_query(param_name);
    });
}

cl_int clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index, const void* arg_value) {
    // "For all devices, any pointer value is valid and may be set as an argument to a kernel."
    return entry([&] { deref(kernel)->set_arg_svm_pointer(arg_index, arg_value); });
}

}  // namespace lanewise::runtime::api
