// A typical use of OpenCL by a host program. The host program builds OpenCL programs, one of them with an error, runs
// kernels, gets callbacks, shares memory and releases all objects. Written in C, so that host programs of any kind can
// call it.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the function of OpenCL with this name.
typedef void* (*FindFunction)(const char* name);

/// Uses OpenCL without printing anything. Returns 0, or the line of the first error. Does nothing if the environment
/// has the variable GUEST_PROBE, so that a test can run the host program without OpenCL.
int use_opencl(FindFunction find);

#ifdef __cplusplus
}
#endif
