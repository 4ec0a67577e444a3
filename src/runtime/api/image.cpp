// Images (OpenCL API 3.0, section 5.3): the device has none, so there is no format to tell of. The other
// entry points of this section are absent and answer CL_INVALID_OPERATION.
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/mem_flags.h"
#include "runtime/core/context.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {
namespace {

bool is_image_type(cl_mem_object_type type) {
    switch (type) {
        case CL_MEM_OBJECT_IMAGE1D:
        case CL_MEM_OBJECT_IMAGE1D_BUFFER:
        case CL_MEM_OBJECT_IMAGE1D_ARRAY:
        case CL_MEM_OBJECT_IMAGE2D:
        case CL_MEM_OBJECT_IMAGE2D_ARRAY:
        case CL_MEM_OBJECT_IMAGE3D: return true;
    }
    return false;
}

}  // namespace

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type,
                                  cl_uint num_entries, cl_image_format* image_formats, cl_uint* num_image_formats) {
    return entry([&] {
        deref(context);
        check_buffer_flags(flags & ~cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE});
        check(is_image_type(image_type), CL_INVALID_VALUE, "image_type is not valid");
        // "CL_INVALID_VALUE if num_entries is zero and image_formats is not NULL"
        check(num_entries != 0 || !image_formats, CL_INVALID_VALUE, "num_entries is 0");
        if (num_image_formats) *num_image_formats = 0;
    });
}

}  // namespace lanewise::runtime::api
