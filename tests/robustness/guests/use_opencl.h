// A typical use of OpenCL by a host of the driver: it builds programs (one of them wrong), runs kernels, gets
// callbacks, shares memory, and releases everything. Written in C, so that hosts of any kind can use it.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Returns a function of OpenCL by its name.
typedef void* (*FindFunction)(const char* name);

/// Returns 0, or the line that found an error. Prints nothing. With GUEST_PROBE in the environment it does nothing, so
/// that a host can test whether it runs without OpenCL.
int use_opencl(FindFunction find);

#ifdef __cplusplus
}
#endif
