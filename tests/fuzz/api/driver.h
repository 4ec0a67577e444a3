// The driver's functions, which are loaded by name as applications load extensions. The fuzzer has no ICD loader. A
// loader reads the dispatch table of any handle, and would crash on a wrong handle before the driver could return an
// error.
#pragma once

#include "runtime/object/cl_headers.h"

namespace lanewise::api_fuzz {

/// Functions with a slot in the ICD's dispatch table: all core functions and some extensions.
extern _cl_icd_dispatch cl;

/// Type of an extension function without a slot in the table.
using SuggestLocalSize = cl_int (*)(cl_command_queue, cl_kernel, cl_uint, const size_t*, const size_t*, size_t*);
extern SuggestLocalSize suggest_local_size;

/// Loads the driver from the file `path`. Ends the process if that fails.
void load_driver(const char* path);

}  // namespace lanewise::api_fuzz
