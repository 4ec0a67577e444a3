// The types of handles that the device imports from other APIs and processes, and exports to them.
#pragma once

#include <array>

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime::api {

inline constexpr std::array<cl_semaphore_type_khr, 1> semaphore_types{CL_SEMAPHORE_TYPE_BINARY_KHR};

/// An eventfd, or a sync file of the kernel.
inline constexpr std::array<cl_external_semaphore_handle_type_khr, 2> semaphore_import_types{
    CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};
/// Only drivers of the kernel can make sync files.
inline constexpr std::array<cl_external_semaphore_handle_type_khr, 1> semaphore_export_types{
    CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR};

/// Memory that mmap() supports, dma-bufs among it. Imported images are stored as images of the application are, row by
/// row.
inline constexpr std::array<cl_external_memory_handle_type_khr, 2> memory_import_types{
    CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};

}  // namespace lanewise::runtime::api
