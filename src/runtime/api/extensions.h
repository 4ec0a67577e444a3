// Extension functions that have no slot in the ICD table. Applications get them by
// clGetExtensionFunctionAddressForPlatform.
#pragma once

#include <string_view>

namespace lanewise::runtime::api {

/// Returns the extension function with this name, or null.
void* find_extension_function(std::string_view name) noexcept;

/// Finds functions of cl_khr_icd (icd.cpp); null for other names, as in the functions below.
void* find_icd_function(std::string_view name) noexcept;

/// Finds clTerminateContextKHR (context.cpp).
void* find_context_function(std::string_view name) noexcept;

/// Finds clCreateCommandQueueWithPropertiesKHR (queue.cpp).
void* find_queue_function(std::string_view name) noexcept;

/// Finds clGetImageRequirementsInfoEXT (images/requirements.cpp).
void* find_image_function(std::string_view name) noexcept;

/// Finds clGetKernelSuggestedLocalWorkSizeKHR (enqueue/kernel.cpp).
void* find_execution_function(std::string_view name) noexcept;

}  // namespace lanewise::runtime::api
