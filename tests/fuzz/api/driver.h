// The driver's functions, which the fuzzer loads by their names from the driver's library. It uses no ICD loader: a
// loader reads the dispatch table of any handle, and would crash on a wrong handle before the driver could return an
// error.
#pragma once

#include "runtime/object/cl_headers.h"

namespace lanewise::api_fuzz {

/// Functions that are members of the ICD's dispatch table: all core functions and those of some extensions.
extern _cl_icd_dispatch cl;

/// Type of functions that are not in the headers' dispatch table.
using SuggestLocalSize = cl_int (*)(cl_command_queue, cl_kernel, cl_uint, const size_t*, const size_t*, size_t*);
/// clGetKernelSuggestedLocalWorkSize (OpenCL 3.1) and the extension's clGetKernelSuggestedLocalWorkSizeKHR.
extern SuggestLocalSize suggest_local_size[2];

/// Loads the driver from the file `path`. Ends the process if that fails.
void load_driver(const char* path);

}  // namespace lanewise::api_fuzz
