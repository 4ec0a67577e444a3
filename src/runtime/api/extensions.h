// Extension functions without a slot in the ICD table. Applications get them by
// clGetExtensionFunctionAddressForPlatform.
#pragma once

#include <string_view>

namespace lanewise::runtime::api {

/// The extension function with this name, or null.
void* find_extension_function(std::string_view name) noexcept;

/// The functions of cl_khr_icd (icd.cpp).
void* find_icd_function(std::string_view name) noexcept;

/// clTerminateContextKHR (context.cpp).
void* find_context_function(std::string_view name) noexcept;

/// clCreateCommandQueueWithPropertiesKHR (queue.cpp).
void* find_queue_function(std::string_view name) noexcept;

/// clGetImageRequirementsInfoEXT (images/requirements.cpp).
void* find_image_function(std::string_view name) noexcept;

/// clGetKernelSuggestedLocalWorkSizeKHR (enqueue/kernel.cpp).
void* find_execution_function(std::string_view name) noexcept;

}  // namespace lanewise::runtime::api
