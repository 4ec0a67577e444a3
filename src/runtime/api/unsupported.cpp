// Functions of unsupported features: sharing with OpenGL and EGL, the extension cl_ext_device_fission, and properties
// of OpenCL 1.0. Each function checks its first argument, and reports CL_INVALID_OPERATION.
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/live_handle.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime::api {
namespace {

// Checks a context, queue or device. Handles of other types need no check: only unsupported features create objects of
// these types, so no such object exists.
template <class First>
void check_first(First) {}
void check_first(cl_context context) { deref_live(context); }
void check_first(cl_command_queue queue) { deref_live(queue); }
void check_first(cl_device_id device) { deref(device); }

template <class First>
cl_int refuse(First first, const char* function = __builtin_FUNCTION()) noexcept {
    return entry(
        [&] {
            check_first(first);
            throw Error(CL_INVALID_OPERATION,
                        "The function belongs to an optional feature that the device does not support. Query "
                        "CL_DEVICE_EXTENSIONS and the device's limits first.");
        },
        function);
}

std::nullptr_t refuse_object(cl_context context, cl_int* errcode_ret,
                             const char* function = __builtin_FUNCTION()) noexcept {
    const cl_int code = refuse(context, function);
    if (errcode_ret) *errcode_ret = code;
    return nullptr;
}

}  // namespace

cl_int clSetCommandQueueProperty(cl_command_queue command_queue, cl_command_queue_properties properties, cl_bool enable,
                                 cl_command_queue_properties* old_properties) {
    return entry([&] {
        deref(command_queue);
        // This function is deprecated since OpenCL 1.1, which demands "CL_INVALID_OPERATION if no devices in context
        // support OpenCL 1.0". No Lanewise device supports OpenCL 1.0, so the function always fails.
        throw Error(CL_INVALID_OPERATION,
                    "The properties of a queue cannot be changed: OpenCL 1.1 removed that. Create another queue.");
    });
}

cl_mem clCreateFromGLBuffer(cl_context context, cl_mem_flags, cl_GLuint, int* errcode_ret) {
    return refuse_object(context, errcode_ret);
}

cl_mem clCreateFromGLTexture(cl_context context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint, cl_int* errcode_ret) {
    return refuse_object(context, errcode_ret);
}

cl_mem clCreateFromGLTexture2D(cl_context context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint, cl_int* errcode_ret) {
    return refuse_object(context, errcode_ret);
}

cl_mem clCreateFromGLTexture3D(cl_context context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint, cl_int* errcode_ret) {
    return refuse_object(context, errcode_ret);
}

cl_mem clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags, cl_GLuint, cl_int* errcode_ret) {
    return refuse_object(context, errcode_ret);
}

cl_int clGetGLObjectInfo(cl_mem memobj, cl_gl_object_type*, cl_GLuint*) { return refuse(memobj); }

cl_int clGetGLTextureInfo(cl_mem memobj, cl_gl_texture_info, size_t, void*, size_t*) { return refuse(memobj); }

cl_int clEnqueueAcquireGLObjects(cl_command_queue queue, cl_uint, const cl_mem*, cl_uint, const cl_event*, cl_event*) {
    return refuse(queue);
}

cl_int clEnqueueReleaseGLObjects(cl_command_queue queue, cl_uint, const cl_mem*, cl_uint, const cl_event*, cl_event*) {
    return refuse(queue);
}

cl_int clGetGLContextInfoKHR(const cl_context_properties* properties, cl_gl_context_info, size_t, void*, size_t*) {
    return refuse(properties);
}

cl_event clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync, cl_int* errcode_ret) {
    return refuse_object(context, errcode_ret);
}

cl_int clCreateSubDevicesEXT(cl_device_id device, const cl_device_partition_property_ext*, cl_uint, cl_device_id*,
                             cl_uint*) {
    return refuse(device);
}

cl_int clRetainDeviceEXT(cl_device_id device) { return refuse(device); }

cl_int clReleaseDeviceEXT(cl_device_id device) { return refuse(device); }

cl_mem clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR, CLeglImageKHR, cl_mem_flags,
                               const cl_egl_image_properties_khr*, cl_int* errcode_ret) {
    return refuse_object(context, errcode_ret);
}

cl_int clEnqueueAcquireEGLObjectsKHR(cl_command_queue queue, cl_uint, const cl_mem*, cl_uint, const cl_event*,
                                     cl_event*) {
    return refuse(queue);
}

cl_int clEnqueueReleaseEGLObjectsKHR(cl_command_queue queue, cl_uint, const cl_mem*, cl_uint, const cl_event*,
                                     cl_event*) {
    return refuse(queue);
}

cl_event clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR, CLeglDisplayKHR, cl_int* errcode_ret) {
    return refuse_object(context, errcode_ret);
}

}  // namespace lanewise::runtime::api
