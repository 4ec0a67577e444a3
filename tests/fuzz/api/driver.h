// The driver's own functions, found by name as applications find extensions. There is no ICD loader in between: a
// loader reads the dispatch table of any handle, and would crash before the driver could return an error.
#pragma once

#include "runtime/object/cl_headers.h"

namespace lanewise::api_fuzz {

/// All functions of the driver: core functions, and extensions with a slot in the ICD table.
extern _cl_icd_dispatch cl;

/// Extension functions without a slot.
using SuggestLocalSize = cl_int (*)(cl_command_queue, cl_kernel, cl_uint, const size_t*, const size_t*, size_t*);
extern SuggestLocalSize suggest_local_size;

/// Loads the driver; ends the process if that fails.
void load_driver(const char* path);

}  // namespace lanewise::api_fuzz
