// The types of handles that the device imports from other APIs and processes, and exports to them.
#pragma once

#include <array>

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime::api {

inline constexpr std::array<cl_semaphore_type_khr, 1> semaphore_types{CL_SEMAPHORE_TYPE_BINARY_KHR};

/// Types of imported semaphore handles: an eventfd, and a sync file of Linux.
inline constexpr std::array<cl_external_semaphore_handle_type_khr, 2> semaphore_import_types{
    CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};
/// Types of exported semaphore handles: only eventfds, since only drivers of the Linux kernel can make sync files.
inline constexpr std::array<cl_external_semaphore_handle_type_khr, 1> semaphore_export_types{
    CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR};

/// Types of imported memory handles: descriptors that mmap() supports, for example those of dma-bufs. Imported images
/// are stored row by row, like all images.
inline constexpr std::array<cl_external_memory_handle_type_khr, 2> memory_import_types{
    CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};

}  // namespace lanewise::runtime::api
