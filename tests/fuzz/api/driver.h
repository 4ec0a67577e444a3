// Functions of the driver, which the fuzzer finds by their names in the driver's library. The fuzzer uses no ICD
// loader, because a loader reads the dispatch table of every handle. The loader would crash on a wrong handle before
// the driver could return an error.
#pragma once

#include "runtime/object/cl_headers.h"

namespace lanewise::api_fuzz {

/// Functions in the ICD's dispatch table: all functions of core OpenCL, and the functions of some extensions.
extern _cl_icd_dispatch cl;

/// Type of the functions in `suggest_local_size`. The dispatch table in the OpenCL headers lacks these functions.
using SuggestLocalSize = cl_int (*)(cl_command_queue, cl_kernel, cl_uint, const size_t*, const size_t*, size_t*);
/// clGetKernelSuggestedLocalWorkSize (OpenCL 3.1) and the extension's clGetKernelSuggestedLocalWorkSizeKHR.
extern SuggestLocalSize suggest_local_size[2];

/// Loads the driver from the file `path`. Ends the process if that fails.
void load_driver(const char* path);

}  // namespace lanewise::api_fuzz
