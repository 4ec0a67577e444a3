// The OpenCL headers for files of src/runtime: all versions, all extensions and the ICD table.
#pragma once

#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS

// Newer headers declare experimental extensions only if this macro is defined.
#define CL_ENABLE_BETA_EXTENSIONS

#include <CL/cl.h>
#include <CL/cl_egl.h>

// Leaves out the prototypes of extension functions, since the prototypes for command buffers differ between versions of
// the headers. The types of the functions are in runtime/api/extensions.h.
#define CL_NO_PROTOTYPES
#include <CL/cl_ext.h>
#undef CL_NO_PROTOTYPES

#include <CL/cl_gl.h>
#include <CL/cl_icd.h>

#include "runtime/object/command_buffer_names.h"
#include "runtime/object/new_cl_names.h"

// Older headers declare only a part of cl_khr_terminate_context.
#ifndef CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR
using cl_device_terminate_capability_khr = cl_bitfield;
#define CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR (1 << 0)
#endif
