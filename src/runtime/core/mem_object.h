// A memory object: a buffer, a sub-buffer that is a part of one, an image, or a pipe. Host memory is device memory, so
// each is a range of addresses: its own block, the application's (CL_MEM_USE_HOST_PTR), or its
// parent's. Mapping costs nothing but the bookkeeping here. Thread-safe; what lies in the memory is
// ordered by commands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "device/machine/host_memory.h"
#include "device/machine/spin_mutex.h"
#include "runtime/core/context.h"
#include "runtime/memory/image.h"
#include "runtime/memory/mappings.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

/// What a pipe holds.
struct PipeSize {
    cl_uint packet_bytes = 0;
    cl_uint max_packets = 0;
};

enum class MemKind : std::uint8_t { buffer, image, pipe };

/// What the host has mapped of a memory object.
struct MappedPart {
    std::size_t offset = 0;             // bytes, of the first one
    std::size_t size = 0;               // bytes, up to behind the last one
    std::optional<ImageRegion> region;  // of an image: bytes between its rows are not mapped
};

class MemObject final : public Object<MemObject, _cl_mem, Tag::memory> {
public:
    using DestructorCallback = void(CL_CALLBACK*)(cl_mem, void*);

    /// A buffer of `size` bytes. The arguments have been checked; `properties` are kept as given, with
    /// the terminating 0, or empty. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
    MemObject(Context& context, cl_mem_flags flags, std::size_t size, void* host_ptr,
              std::vector<cl_mem_properties> properties);

    /// The bytes [origin, origin + size) of `parent`, which is no sub-buffer.
    MemObject(MemObject& parent, cl_mem_flags flags, std::size_t origin, std::size_t size);

    /// An image of the given shape. The arguments have been checked. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
    MemObject(Context& context, cl_mem_flags flags, const ImageShape& shape, void* host_ptr,
              std::vector<cl_mem_properties> properties);

    /// An image whose texels are the memory of `parent`, a buffer or another image.
    MemObject(MemObject& parent, cl_mem_flags flags, const ImageShape& shape,
              std::vector<cl_mem_properties> properties);

    /// An empty pipe. The arguments have been checked. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
    MemObject(Context& context, cl_mem_flags flags, const PipeSize& pipe);

    Context& context() const noexcept { return *context_; }
    /// Tells it from all others that there have been, also from those that its memory held before.
    std::uint64_t serial() const noexcept { return serial_; }
    cl_mem_flags flags() const noexcept { return flags_; }
    std::size_t size() const noexcept { return size_; }
    std::byte* data() const noexcept { return data_; }
    /// The application's memory for CL_MEM_USE_HOST_PTR, else null.
    void* host_ptr() const noexcept { return (flags_ & CL_MEM_USE_HOST_PTR) != 0 ? data_ : nullptr; }
    /// The memory is part of an allocation of clSVMAlloc.
    bool uses_svm_pointer() const {
        return (flags_ & CL_MEM_USE_HOST_PTR) != 0 && context_->svm().find(data_).has_value();
    }
    MemKind kind() const noexcept { return kind_; }
    /// Only of images.
    const Image& image() const noexcept { return *image_; }
    /// What a kernel is given for it.
    const void* kernel_argument() const noexcept { return kernel_argument_; }
    /// Only of pipes.
    const PipeSize& pipe_size() const noexcept { return pipe_size_; }
    MemObject* parent() const noexcept { return parent_.get(); }
    /// In its parent.
    std::size_t origin() const noexcept { return parent_ ? data_ - parent_->data_ : 0; }
    std::span<const cl_mem_properties> properties() const noexcept { return properties_; }

    bool host_may_read() const noexcept { return (flags_ & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0; }
    bool host_may_write() const noexcept { return (flags_ & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0; }

    /// Notes that the host has a range mapped. Throws CL_INVALID_OPERATION when another mapping of the
    /// same memory overlaps it and both are for writing.
    void add_mapping(const MappedPart& part, bool for_writing);
    /// Forgets one mapping that starts at `pointer`, where there is one.
    void remove_mapping(const void* pointer, bool for_writing) noexcept;
    /// Takes a mapping that starts at `pointer` for itself, and forgets it unless the call that does so fails.
    class Unmapping;
    std::size_t mapping_count() noexcept;

    /// Called in reverse order of registration when the last reference is gone, the memory still there.
    void add_destructor_callback(DestructorCallback callback, void* user_data);

private:
    friend class Object<MemObject, _cl_mem, Tag::memory>;
    struct Destructor {
        DestructorCallback callback;
        void* user_data;
    };
    ~MemObject();

    /// Keeps the mappings of all that share its memory.
    MemObject& mapping_owner() noexcept { return parent_ ? parent_->mapping_owner() : *this; }

    static std::uint64_t next_serial() noexcept;

    const std::uint64_t serial_ = next_serial();
    Ref<Context> context_;
    Ref<MemObject> parent_;
    const MemKind kind_;
    cl_mem_flags flags_;
    std::size_t size_;
    std::byte* data_;
    const void* kernel_argument_;
    PipeSize pipe_size_;
    std::unique_ptr<const Image> image_;
    device::HostBlock block_;
    std::vector<cl_mem_properties> properties_;

    device::SpinMutex mutex_;
    std::unique_ptr<Mappings> mappings_;   // under mutex_; null before the first map, and where there is a parent
    std::size_t mapping_count_ = 0;        // of this object's own; under the owner's mutex_
    std::vector<Destructor> destructors_;  // under mutex_
};

class MemObject::Unmapping {
public:
    /// Throws CL_INVALID_VALUE when there is no such mapping.
    Unmapping(MemObject& object, const void* pointer);
    /// Without done() the mapping is as it was.
    ~Unmapping();
    Unmapping(const Unmapping&) = delete;
    Unmapping& operator=(const Unmapping&) = delete;

    void done() noexcept { is_done_ = true; }

private:
    MemObject& object_;
    Mappings::Taken taken_;
    bool is_done_ = false;
};

}  // namespace lanewise::runtime
