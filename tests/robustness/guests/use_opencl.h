// What a host of the driver does with OpenCL: it builds programs, one of which is wrong, runs kernels, is called back,
// shares memory, and releases everything. In C, so that hosts of any kind can have it.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Gives a function of OpenCL by its name.
typedef void* (*FindFunction)(const char* name);

/// 0, or the line that found something wrong. Prints nothing. With GUEST_PROBE in the environment it does nothing: so
/// hosts tell whether they live without OpenCL.
int use_opencl(FindFunction find);

#ifdef __cplusplus
}
#endif
