// Constants of OpenCL 3.1 and of extensions that it contains, which older OpenCL headers lack.
#pragma once

#include "runtime/object/cl_headers.h"

#ifndef CL_DEVICE_MAX_WORK_GROUP_SIZES
#define CL_DEVICE_MAX_WORK_GROUP_SIZES 0x1005
#endif
#ifndef CL_UUID_SIZE
#define CL_UUID_SIZE 16
#endif
#ifndef CL_LUID_SIZE
#define CL_LUID_SIZE 8
#endif
#ifndef CL_DEVICE_UUID
#define CL_DEVICE_UUID 0x106A
#endif
#ifndef CL_DRIVER_UUID
#define CL_DRIVER_UUID 0x106B
#endif
#ifndef CL_DEVICE_LUID_VALID
#define CL_DEVICE_LUID_VALID 0x106C
#endif
#ifndef CL_DEVICE_LUID
#define CL_DEVICE_LUID 0x106D
#endif
#ifndef CL_DEVICE_NODE_MASK
#define CL_DEVICE_NODE_MASK 0x106E
#endif
#ifndef CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS 0x12B9
#endif
#ifndef CL_DEVICE_SPIRV_EXTENSIONS
#define CL_DEVICE_SPIRV_EXTENSIONS 0x12BA
#endif
#ifndef CL_DEVICE_SPIRV_CAPABILITIES
#define CL_DEVICE_SPIRV_CAPABILITIES 0x12BB
#endif
