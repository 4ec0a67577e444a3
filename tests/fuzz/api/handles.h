// Properties of each type of handle: its name, its retain and release functions, and the error code for wrong handles.
#pragma once

#include "driver.h"

namespace lanewise::api_fuzz {

template <class Handle>
struct HandleKind;

#define LANEWISE_HANDLE_KIND(Handle, Name, code)                                    \
    template <>                                                                     \
    struct HandleKind<Handle> {                                                     \
        static constexpr cl_int invalid = code;                                     \
        static constexpr const char* retain_name = "clRetain" #Name;                \
        static constexpr const char* release_name = "clRelease" #Name;              \
        static cl_int retain(Handle handle) { return cl.clRetain##Name(handle); }   \
        static cl_int release(Handle handle) { return cl.clRelease##Name(handle); } \
    };
LANEWISE_HANDLE_KIND(cl_device_id, Device, CL_INVALID_DEVICE)
LANEWISE_HANDLE_KIND(cl_context, Context, CL_INVALID_CONTEXT)
LANEWISE_HANDLE_KIND(cl_command_queue, CommandQueue, CL_INVALID_COMMAND_QUEUE)
LANEWISE_HANDLE_KIND(cl_mem, MemObject, CL_INVALID_MEM_OBJECT)
LANEWISE_HANDLE_KIND(cl_program, Program, CL_INVALID_PROGRAM)
LANEWISE_HANDLE_KIND(cl_kernel, Kernel, CL_INVALID_KERNEL)
LANEWISE_HANDLE_KIND(cl_event, Event, CL_INVALID_EVENT)
#undef LANEWISE_HANDLE_KIND

}  // namespace lanewise::api_fuzz
