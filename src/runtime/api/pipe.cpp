// Pipes (OpenCL API 3.0, section 5.4).
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/info.h"
#include "runtime/api/live_handle.h"
#include "runtime/core/context.h"
#include "runtime/core/device_limits.h"
#include "runtime/core/mem_object.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {

cl_mem clCreatePipe(cl_context context_handle, cl_mem_flags flags, cl_uint pipe_packet_size, cl_uint pipe_max_packets,
                    const cl_pipe_properties* properties, cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        const Ref<Context> context = deref_live(context_handle);
        // "Only CL_MEM_READ_WRITE and CL_MEM_HOST_NO_ACCESS can be specified when creating a pipe object. If the value
        // specified for flags is 0, the default is used which is CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS."
        constexpr cl_mem_flags known = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
        check((flags & ~known) == 0, CL_INVALID_VALUE,
              "flags is {}. Pass CL_MEM_READ_WRITE and CL_MEM_HOST_NO_ACCESS at most: pipes have no other flags.",
              Hex{flags});
        // "CL_INVALID_VALUE if properties is not NULL"
        check(!properties, CL_INVALID_VALUE, "properties is given. Pass null: pipes have no properties.");
        // "CL_INVALID_PIPE_SIZE if pipe_packet_size is 0 or the pipe_packet_size exceeds CL_DEVICE_PIPE_MAX_PACKET_SIZE
        // value [...] for all devices in context or if pipe_max_packets is 0"
        check(pipe_packet_size != 0 && pipe_packet_size <= limits::max_pipe_packet_bytes, CL_INVALID_PIPE_SIZE,
              "pipe_packet_size is {} bytes. Pass 1 to {} bytes (CL_DEVICE_PIPE_MAX_PACKET_SIZE).", pipe_packet_size,
              limits::max_pipe_packet_bytes);
        check(pipe_max_packets != 0, CL_INVALID_PIPE_SIZE, "pipe_max_packets is 0. Pass at least 1 packet.");
        return make<MemObject>(*context, flags != 0 ? flags : known, PipeSize{pipe_packet_size, pipe_max_packets});
    });
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, void* param_value,
                     size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<MemObject> object = deref(pipe);
        // "CL_INVALID_MEM_OBJECT if pipe is not a valid pipe object"
        check(object->kind() == MemKind::pipe, CL_INVALID_MEM_OBJECT, "pipe is a buffer or an image. Pass a pipe.");
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_PIPE_PACKET_SIZE: return info.value<cl_uint>(object->pipe_size().packet_bytes);
            case CL_PIPE_MAX_PACKETS: return info.value<cl_uint>(object->pipe_size().max_packets);
            // "If pipe was created using clCreatePipe [...] and the properties argument [...] was NULL, implementations
            // [...] must return param_value_size_ret equal to 0"
            case CL_PIPE_PROPERTIES: return info.array<cl_pipe_properties>({});
        }
        fail_unknown_query(param_name);
    });
}

}  // namespace lanewise::runtime::api
