// The property lists of clCreateBufferWithProperties and of the functions for images.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "runtime/memory/shared_mapping.h"
#include "runtime/object/cl_headers.h"

namespace lanewise::runtime {
class Context;
}

namespace lanewise::runtime::api {

struct MemProperties {
    std::vector<cl_mem_properties> list;                         // as passed, with the terminating 0; empty for NULL
    std::optional<int> descriptor;                               // descriptor of the memory to import
    SharedMapping::Kind kind = SharedMapping::Kind::any_memory;  // kind of the memory to import

    /// Throws if the flags or the host pointer are not allowed with an external handle.
    void check_arguments(cl_mem_flags flags, const void* host_ptr) const;
    /// Maps `bytes` of the external memory for an object with these flags; returns null if there is no external memory.
    /// Throws CL_INVALID_PROPERTY.
    std::unique_ptr<const SharedMapping> map(std::size_t bytes, cl_mem_flags flags) const;
    /// Closes the descriptor, which belongs to the driver after a successful import.
    void take_descriptor() const noexcept;
};

/// Reads the properties of a buffer. Throws CL_INVALID_PROPERTY or CL_INVALID_DEVICE.
MemProperties read_buffer_properties(const Context& context, const cl_mem_properties* properties);

/// Like read_buffer_properties(), but reads the properties of an image.
MemProperties read_image_properties(const Context& context, const cl_mem_properties* properties);

}  // namespace lanewise::runtime::api
