// Creation of buffers and sub-buffers (OpenCL API 3.0, section 5.2.1).
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/mem_flags.h"
#include "runtime/api/mem_properties.h"
#include "runtime/core/context.h"
#include "runtime/core/device_limits.h"
#include "runtime/core/mem_object.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {
namespace {

void check_size(const Context& context, cl_mem_flags flags, std::size_t size, const void* host_ptr) {
    // "CL_INVALID_BUFFER_SIZE if size is zero"; "if size is greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE
    // for all devices in context"
    check(size != 0, CL_INVALID_BUFFER_SIZE, "The buffer's size is 0 bytes. Pass at least 1 byte.");
    const std::uint64_t most = limits::max_allocation_bytes(context);
    check(size <= most, CL_INVALID_BUFFER_SIZE,
          "The buffer's size is {} bytes, which exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE ({} bytes). Split the data into "
          "several buffers.",
          size, most);
    // "CL_INVALID_BUFFER_SIZE [...] if CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR is set in flags, and host_ptr is a
    // pointer returned by clSVMAlloc, and size is greater than the size passed to clSVMAlloc"
    if ((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0) {
        const auto allocation = context.allocations().find(host_ptr);
        check(
            !allocation || allocation->data != host_ptr || size <= allocation->size, CL_INVALID_BUFFER_SIZE,
            "The buffer's size is {} bytes, but the SVM or USM allocation at host_ptr has only {} bytes. Pass at most "
            "the size that was allocated.",
            size, allocation ? allocation->size : 0);
    }
}

Ref<MemObject> create_buffer(cl_context context_handle, const cl_mem_properties* property_list, cl_mem_flags flags,
                             std::size_t size, void* host_ptr) {
    const Ref<Context> context = deref_live(context_handle);
    MemProperties properties = read_buffer_properties(*context, property_list);
    check_memory_flags(flags);
    properties.check_arguments(flags, host_ptr);
    check_host_ptr(flags, host_ptr);
    check_size(*context, flags, size, host_ptr);
    auto buffer =
        make<MemObject>(*context, flags, size, host_ptr, std::move(properties.list), properties.map(size, flags));
    properties.take_descriptor();
    return buffer;
}

void check_region(const MemObject& buffer, const cl_buffer_region& region) {
    check(region.size != 0, CL_INVALID_BUFFER_SIZE, "The sub-buffer's size is 0 bytes. Pass at least 1 byte.");
    check(region.origin <= buffer.size() && region.size <= buffer.size() - region.origin, CL_INVALID_VALUE,
          "The sub-buffer's origin {} and size {} reach past the end of the buffer, which has {} bytes.", region.origin,
          region.size, buffer.size());
    // "CL_MISALIGNED_SUB_BUFFER_OFFSET if there are no devices in context associated with buffer for which the origin
    // field [...] is aligned to the CL_DEVICE_MEM_BASE_ADDR_ALIGN value". All Lanewise devices have the same alignment,
    // so this check suffices, and enqueued commands need not check the alignment of sub-buffers.
    check(region.origin % limits::base_alignment_bytes == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET,
          "The sub-buffer's origin is {} bytes, which is no multiple of {} bytes (CL_DEVICE_MEM_BASE_ADDR_ALIGN).",
          region.origin, limits::base_alignment_bytes);
}

}  // namespace

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host_ptr, cl_int* errcode_ret) {
    return create(errcode_ret, [&] { return create_buffer(context, nullptr, flags, size, host_ptr); });
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
                                    size_t size, void* host_ptr, cl_int* errcode_ret) {
    return create(errcode_ret, [&] { return create_buffer(context, properties, flags, size, host_ptr); });
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* create_info,
                         cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        const Ref<MemObject> parent = deref(buffer);
        check_live(parent->context());
        // "CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object"; "if buffer is a sub-buffer"
        check(parent->kind() == MemKind::buffer, CL_INVALID_MEM_OBJECT, "buffer is an image or a pipe. Pass a buffer.");
        check(!parent->parent(), CL_INVALID_MEM_OBJECT,
              "buffer is itself a sub-buffer. Pass the buffer that it was created from.");
        check_shared_memory_flags(parent->flags(), flags);
        check(type == CL_BUFFER_CREATE_TYPE_REGION, CL_INVALID_VALUE,
              "buffer_create_type is {}. The only type is CL_BUFFER_CREATE_TYPE_REGION.", Hex{type});
        check(create_info, CL_INVALID_VALUE, "buffer_create_info is null. Pass a cl_buffer_region.");
        const auto& region = *static_cast<const cl_buffer_region*>(create_info);
        check_region(*parent, region);
        return make<MemObject>(*parent, flags, region.origin, region.size);
    });
}

}  // namespace lanewise::runtime::api
