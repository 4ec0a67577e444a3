// Names of OpenCL that older headers lack, such as the headers of February 2023 in Debian 12: constants, types, and
// types of extension functions. Each constant has an #ifndef, so that newer headers work as well.
#pragma once

#include <CL/cl_ext.h>

#include <cstddef>

// cl_ext_buffer_device_address 1.0.2
#ifndef CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
using cl_mem_device_address_ext = cl_ulong;
using clSetKernelArgDevicePointerEXT_fn = cl_int(CL_API_CALL*)(cl_kernel kernel, cl_uint arg_index,
                                                               cl_mem_device_address_ext arg_value);
#endif

// cl_ext_immutable_memory_objects 1.0.0
#ifndef CL_MEM_IMMUTABLE_EXT
#define CL_MEM_IMMUTABLE_EXT (1 << 6)
#endif

// cl_intel_concurrent_dispatch 1.0.0
#ifndef CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL 0x4257
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL 0
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL 1
using cl_kernel_exec_info_dispatch_type_intel = cl_uint;
using clGetKernelMaxConcurrentWorkGroupCountINTEL_fn = cl_int(CL_API_CALL*)(cl_command_queue command_queue,
                                                                            cl_kernel kernel, cl_uint work_dim,
                                                                            const size_t* global_work_offset,
                                                                            const size_t* local_work_size,
                                                                            size_t* max_work_group_count);
#endif

// cl_khr_external_memory 1.0.1
#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR 0x2051
#define CL_MEM_DEVICE_HANDLE_LIST_END_KHR 0
#endif
#ifndef CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR 0x2052
#endif

// cl_khr_semaphore 1.0.0
#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif

// cl_khr_external_semaphore 1.0.1
#ifndef CL_SEMAPHORE_EXPORTABLE_KHR
#define CL_SEMAPHORE_EXPORTABLE_KHR 0x2054
using cl_semaphore_reimport_properties_khr = cl_properties;
using clReImportSemaphoreSyncFdKHR_fn = cl_int(CL_API_CALL*)(cl_semaphore_khr sema_object,
                                                             cl_semaphore_reimport_properties_khr* reimport_props,
                                                             int fd);
#endif

// cl_khr_initialize_memory 1.0.0: older headers declare only a part of it.
#ifndef CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR
using cl_context_memory_initialize_khr = cl_bitfield;
#define CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR (1 << 0)
#define CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR (1 << 1)
#endif

// cl_khr_command_buffer 0.9.8
#ifndef CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
#endif
#ifndef CL_COMMAND_BUFFER_CONTEXT_KHR
#define CL_COMMAND_BUFFER_CONTEXT_KHR 0x1299
#endif
#ifndef CL_COMMAND_BUFFER_STATE_FINALIZED_KHR
#define CL_COMMAND_BUFFER_STATE_FINALIZED_KHR 2
#endif
#ifndef CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR
#define CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR (1 << 2)
#endif
typedef cl_properties cl_command_properties_khr;

// cl_khr_command_buffer_mutable_dispatch 0.9.5
#ifndef CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR
#define CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B7
#endif
#ifndef CL_MUTABLE_DISPATCH_ASSERTS_KHR
#define CL_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B8
#endif
#ifndef CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR
#define CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR (1 << 0)
#endif
#ifndef CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR
#define CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR 0x12A2
#endif
typedef cl_uint cl_command_buffer_update_type_khr;
typedef cl_bitfield cl_mutable_dispatch_asserts_khr;

// cl_intel_kernel_allocations_info 1.0.0
#ifndef CL_KERNEL_ALLOCATIONS_INFO_INTEL
#define CL_KERNEL_ALLOCATIONS_INFO_INTEL 0x425A
struct cl_kernel_allocation_info_intel {
    void* base;
    std::size_t size;
    cl_unified_shared_memory_type_intel type;
    cl_int arg_index;
};
#endif

// cl_khr_unified_svm 0.9.0
#ifndef CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR
#define CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR 0x0909
#define CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR 0x1077
#define CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR (1 << 0)
#define CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR (1 << 1)
#define CL_SVM_CAPABILITY_DEVICE_OWNED_KHR (1 << 2)
#define CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR (1 << 3)
#define CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR (1 << 4)
#define CL_SVM_CAPABILITY_HOST_OWNED_KHR (1 << 5)
#define CL_SVM_CAPABILITY_HOST_READ_KHR (1 << 6)
#define CL_SVM_CAPABILITY_HOST_WRITE_KHR (1 << 7)
#define CL_SVM_CAPABILITY_HOST_MAP_KHR (1 << 8)
#define CL_SVM_CAPABILITY_DEVICE_READ_KHR (1 << 9)
#define CL_SVM_CAPABILITY_DEVICE_WRITE_KHR (1 << 10)
#define CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR (1 << 11)
#define CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR (1 << 12)
#define CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR (1 << 13)
#define CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR (1 << 14)
#define CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR 0x2078
#define CL_SVM_ALLOC_ACCESS_FLAGS_KHR 0x2079
#define CL_SVM_ALLOC_ALIGNMENT_KHR 0x207A
#define CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR (1 << 0)
#define CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR (1 << 1)
#define CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR (1 << 8)
#define CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR (1 << 9)
#define CL_SVM_INFO_TYPE_INDEX_KHR 0x2088
#define CL_SVM_INFO_CAPABILITIES_KHR 0x2089
#define CL_SVM_INFO_PROPERTIES_KHR 0x208A
#define CL_SVM_INFO_ACCESS_FLAGS_KHR 0x208B
#define CL_SVM_INFO_BASE_PTR_KHR 0x419B
#define CL_SVM_INFO_SIZE_KHR 0x419C
#define CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR 0x419D
#define CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR 0x11BB
using cl_svm_capabilities_khr = cl_bitfield;
using cl_svm_alloc_properties_khr = cl_properties;
using cl_svm_alloc_access_flags_khr = cl_bitfield;
using cl_svm_free_properties_khr = cl_properties;
using cl_svm_free_flags_khr = cl_bitfield;
using cl_svm_pointer_info_khr = cl_uint;
using clSVMAllocWithPropertiesKHR_fn = void*(CL_API_CALL*)(cl_context context,
                                                           const cl_svm_alloc_properties_khr* properties,
                                                           cl_uint svm_type_index, std::size_t size,
                                                           cl_int* errcode_ret);
using clSVMFreeWithPropertiesKHR_fn = cl_int(CL_API_CALL*)(cl_context context,
                                                           const cl_svm_free_properties_khr* properties,
                                                           cl_svm_free_flags_khr flags, void* ptr);
using clGetSVMPointerInfoKHR_fn = cl_int(CL_API_CALL*)(cl_context context, cl_device_id device, const void* ptr,
                                                       cl_svm_pointer_info_khr param_name, std::size_t param_value_size,
                                                       void* param_value, std::size_t* param_value_size_ret);
using clGetSVMSuggestedTypeIndexKHR_fn = cl_int(CL_API_CALL*)(cl_context context,
                                                              cl_svm_capabilities_khr required_capabilities,
                                                              cl_svm_capabilities_khr desired_capabilities,
                                                              const cl_svm_alloc_properties_khr* properties,
                                                              std::size_t size, cl_uint* suggested_svm_type_index);
#endif
#ifndef CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR
#define CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR 0x1078
#endif
