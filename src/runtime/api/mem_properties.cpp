#include "runtime/api/mem_properties.h"

#include <unistd.h>

#include "runtime/api/mem_flags.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/object/error.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {
namespace {

/// Reads and checks a list of properties.
// "CL_INVALID_PROPERTY if a property name in properties is not a supported property name"; "if the value specified for
// a supported property name is not valid"; "if the same property name is specified more than once".
class Reader {
public:
    Reader(const Context& context, const cl_mem_properties* properties, bool is_buffer)
        : context_(context), next_(properties), is_buffer_(is_buffer) {
        if (!properties) return;
        while (*next_ != 0) read_property(*next_++);
        read_.list.assign(properties, next_ + 1);
        // "CL_INVALID_PROPERTY [...] if properties does not include a supported external memory handle and
        // CL_MEM_DEVICE_HANDLE_LIST_KHR is specified as part of properties"
        check(!has_devices_ || read_.descriptor, CL_INVALID_PROPERTY,
              "properties has CL_MEM_DEVICE_HANDLE_LIST_KHR without an external handle. Pass both.");
    }

    MemProperties take() noexcept { return std::move(read_); }

private:
    void read_property(cl_mem_properties name) {
        if (name == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT && is_buffer_) return read_address();
        if (name == CL_MEM_DEVICE_HANDLE_LIST_KHR) return read_devices();
        const bool is_dma_buf = name == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;
        check(is_dma_buf || name == CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_INVALID_PROPERTY,
              "The memory object property {} is unknown to this device.", Hex{name});
        // "CL_INVALID_PROPERTY [...] if properties includes more than one external memory handle"
        check(!read_.descriptor, CL_INVALID_PROPERTY, "properties has more than one external handle. Pass one.");
        read_.descriptor = static_cast<int>(*next_++);
        read_.kind = is_dma_buf ? SharedMapping::Kind::dma_buf : SharedMapping::Kind::any_memory;
    }

    void read_address() {
        check(!has_address_, CL_INVALID_PROPERTY,
              "properties has CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT twice. Pass it once.");
        has_address_ = true;
        const cl_mem_properties value = *next_++;
        check(value == CL_TRUE || value == CL_FALSE, CL_INVALID_PROPERTY,
              "The value of CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT is {}. Pass CL_TRUE or CL_FALSE.", value);
    }

    void read_devices() {
        check(!has_devices_, CL_INVALID_PROPERTY, "properties has CL_MEM_DEVICE_HANDLE_LIST_KHR twice. Pass it once.");
        has_devices_ = true;
        while (const cl_mem_properties handle = *next_++) {
            // "CL_INVALID_DEVICE if a device identified by the property CL_MEM_DEVICE_HANDLE_LIST_KHR is not a valid
            // device or is not associated with context"
            const Ref<Device> device = deref(reinterpret_cast<cl_device_id>(handle));
            check(context_.has_device(*device), CL_INVALID_DEVICE,
                  "A device in CL_MEM_DEVICE_HANDLE_LIST_KHR is not one of the context's devices.");
        }
    }

    const Context& context_;
    const cl_mem_properties* next_;
    const bool is_buffer_;
    bool has_address_ = false, has_devices_ = false;
    MemProperties read_;
};

}  // namespace

void MemProperties::check_arguments(cl_mem_flags flags, const void* host_ptr) const {
    if (!descriptor) return check_immutable_contents(flags);
    // "CL_INVALID_VALUE [...] if properties includes a supported external memory handle and flags includes
    // CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, or CL_MEM_COPY_HOST_PTR"
    check((flags & host_pointer_flags) == 0, CL_INVALID_VALUE,
          "flags is {}, with CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR. Leave them out: the "
          "object consists of the memory of the external handle.",
          Hex{flags});
    // "CL_INVALID_HOST_PTR [...] if properties includes a supported external memory handle and host_ptr is not NULL"
    check(!host_ptr, CL_INVALID_HOST_PTR, "host_ptr is given, but the object has an external handle. Pass null.");
}

std::unique_ptr<const SharedMapping> MemProperties::map(std::size_t bytes, cl_mem_flags flags) const {
    if (!descriptor) return nullptr;
    // Every object may be written, except an immutable object.
    const bool for_writing = (flags & CL_MEM_IMMUTABLE_EXT) == 0;
    auto mapping = SharedMapping::map(*descriptor, kind, bytes, for_writing);
    check(mapping != nullptr, CL_INVALID_PROPERTY,
          "File descriptor {} has no {} memory of at least {} bytes. Pass a descriptor of {}.", *descriptor,
          for_writing ? "writable" : "readable", bytes,
          kind == SharedMapping::Kind::dma_buf ? "a dma-buf" : "memory, for example from memfd_create()");
    return mapping;
}

void MemProperties::take_descriptor() const noexcept {
    if (descriptor) close(*descriptor);
}

MemProperties read_buffer_properties(const Context& context, const cl_mem_properties* properties) {
    return Reader(context, properties, /*is_buffer=*/true).take();
}

MemProperties read_image_properties(const Context& context, const cl_mem_properties* properties) {
    return Reader(context, properties, /*is_buffer=*/false).take();
}

}  // namespace lanewise::runtime::api
