// Section 5.9.2: SVM pointers and execution information of kernels.
#include "runtime/api/kernel_settings.h"

#include <vector>

#include "runtime/core/device_limits.h"
#include "runtime/object/error.h"

namespace lanewise::runtime::api {
namespace {

void check_svm() {
    // Section 5.9.2: CL_INVALID_OPERATION "if no devices in the context associated with kernel
    // support SVM".
    check(limits::svm_capabilities != 0, CL_INVALID_OPERATION, "The device does not support shared virtual memory.");
}

// Section 5.9.2: CL_INVALID_VALUE "if param_name is not valid, if param_value is NULL or if the size specified by
// param_value_size is not valid". "To specify that no SVM allocations will be accessed", an application passes a null
// pointer and the size 0. The device can access all memory of the process, so the pointers are needed only to find out
// which commands may use an allocation.
std::vector<const void*> read_pointers(std::size_t size, const void* value) {
    check(size % sizeof(void*) == 0 && (value != nullptr) == (size != 0), CL_INVALID_VALUE,
          "param_value_size is {} bytes. Pass a list of pointers with its size in bytes, or null and 0.", size);
    const auto* const first = static_cast<const void* const*>(value);
    return std::vector<const void*>(first, first + size / sizeof(void*));
}

bool read_bool(std::size_t size, const void* value) {
    check(value && size == sizeof(cl_bool), CL_INVALID_VALUE,
          "param_value is null, or param_value_size ({} bytes) is not that of a cl_bool ({} bytes).", size,
          sizeof(cl_bool));
    return *static_cast<const cl_bool*>(value) != CL_FALSE;
}

// cl_intel_concurrent_dispatch. "Valid dispatch types are: CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL [...]
// CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL".
bool read_dispatch_type(std::size_t size, const void* value) {
    using Type = cl_kernel_exec_info_dispatch_type_intel;
    check(value && size == sizeof(Type), CL_INVALID_VALUE,
          "param_value is null, or param_value_size ({} bytes) is not that of a dispatch type ({} bytes).", size,
          sizeof(Type));
    const Type type = *static_cast<const Type*>(value);
    check(type == CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL ||
              type == CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL,
          CL_INVALID_VALUE,
          "The dispatch type is {}. Pass CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL or "
          "CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL.",
          type);
    return type == CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
}

}  // namespace

void set_svm_pointer(Kernel& kernel, cl_uint index, const void* pointer) {
    check_svm();
    kernel.set_arg_svm_pointer(index, pointer);
}

void set_exec_info(Kernel& kernel, cl_kernel_exec_info name, std::size_t size, const void* value) {
    check_svm();
    switch (name) {
        case CL_KERNEL_EXEC_INFO_SVM_PTRS:
            return kernel.set_indirect(&IndirectPointers::svm, read_pointers(size, value));
        case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
            return kernel.set_indirect(&IndirectPointers::usm, read_pointers(size, value));
        case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
            static_assert(sizeof(cl_mem_device_address_ext) == sizeof(void*));
            return kernel.set_indirect(&IndirectPointers::addressed, read_pointers(size, value));
        case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
            return kernel.set_indirect_access(AllocationKind::host, read_bool(size, value));
        case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
            return kernel.set_indirect_access(AllocationKind::device, read_bool(size, value));
        case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
            return kernel.set_indirect_access(AllocationKind::shared, read_bool(size, value));
        case CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR: return kernel.set_indirect_svm_access(read_bool(size, value));
        case CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL: return kernel.set_concurrent(read_dispatch_type(size, value));
        case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM: {
            // Section 5.9.2: CL_INVALID_OPERATION "if param_name is
            // CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM and param_value is CL_TRUE but no
            // devices in context associated with kernel support fine-grain system SVM
            // allocations".
            const bool is_wanted = read_bool(size, value);
            constexpr bool supported = (limits::svm_capabilities & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0;
            check(supported || !is_wanted, CL_INVALID_OPERATION,
                  "The device does not support fine-grain system SVM. Pass CL_FALSE.");
            return;
        }
    }
    fail(CL_INVALID_VALUE, "param_name is {}, which is no CL_KERNEL_EXEC_INFO_* of this device.", Hex{name});
}

}  // namespace lanewise::runtime::api
