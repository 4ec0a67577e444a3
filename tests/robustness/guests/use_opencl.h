// A typical use of OpenCL by a host program. It builds programs, one of them wrong, runs kernels, gets callbacks,
// shares memory and releases everything. Written in C, so that host programs of any kind can call it.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the function of OpenCL with this name.
typedef void* (*FindFunction)(const char* name);

/// Uses OpenCL without printing anything. Returns 0, or the line of the first error. Does nothing if the environment
/// has GUEST_PROBE, so that a host program can test whether it works without OpenCL.
int use_opencl(FindFunction find);

#ifdef __cplusplus
}
#endif
