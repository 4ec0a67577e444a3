// A memory object: a buffer, a sub-buffer (a part of a buffer), an image, or a pipe. Host memory is device memory, so
// each object is a range of addresses: in its own block, in the application's memory (CL_MEM_USE_HOST_PTR), or in its
// parent. Mapping an object only adds an entry to its list of mappings. Thread-safe; commands order the accesses to the
// contents.
#pragma once

#include <atomic>
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
#include "runtime/memory/shared_mapping.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

/// The packet size and capacity of a pipe.
struct PipeSize {
    cl_uint packet_bytes = 0;
    cl_uint max_packets = 0;
};

enum class MemKind : std::uint8_t { buffer, image, pipe };

/// The part of a memory object that one mapping covers.
struct MappedPart {
    std::size_t offset = 0;             // bytes before the first mapped byte
    std::size_t size = 0;               // bytes from the start of the first mapped byte to the end of the last
    std::optional<ImageRegion> region;  // for an image: the mapped region; the bytes between its rows are not mapped
};

class MemObject final : public Object<MemObject, _cl_mem, Tag::memory> {
public:
    using DestructorCallback = void(CL_CALLBACK*)(cl_mem, void*);

    /// Creates a buffer of `size` bytes. The caller has checked the arguments. `properties` are stored as the
    /// application passed them: with the terminating 0, or as an empty list. If `imported` is given, the buffer
    /// consists of this memory. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
    MemObject(Context& context, cl_mem_flags flags, std::size_t size, void* host_ptr,
              std::vector<cl_mem_properties> properties, std::unique_ptr<const SharedMapping> imported = {});

    /// Creates a sub-buffer of the bytes [origin, origin + size) of `parent`, which must not be a sub-buffer.
    MemObject(MemObject& parent, cl_mem_flags flags, std::size_t origin, std::size_t size);

    /// Creates an image of the given shape; the other parameters are those of the constructor for buffers.
    MemObject(Context& context, cl_mem_flags flags, const ImageShape& shape, void* host_ptr,
              std::vector<cl_mem_properties> properties, std::unique_ptr<const SharedMapping> imported = {});

    /// Creates an image over the memory of `parent`, a buffer or another image.
    MemObject(MemObject& parent, cl_mem_flags flags, const ImageShape& shape,
              std::vector<cl_mem_properties> properties);

    /// Creates an empty pipe. The caller has checked the arguments. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
    MemObject(Context& context, cl_mem_flags flags, const PipeSize& pipe);

    Context& context() const noexcept { return *context_; }
    /// Returns a number that no other memory object has ever had, not even an object at the same address.
    std::uint64_t serial() const noexcept { return serial_; }
    cl_mem_flags flags() const noexcept { return flags_; }
    std::size_t size() const noexcept { return size_; }
    std::byte* data() const noexcept { return data_; }
    /// Returns the application's pointer if the object uses CL_MEM_USE_HOST_PTR, and null otherwise.
    void* host_ptr() const noexcept { return (flags_ & CL_MEM_USE_HOST_PTR) != 0 ? data_ : nullptr; }
    /// Returns whether the memory is part of an allocation of clSVMAlloc.
    bool uses_svm_pointer() const {
        if ((flags_ & CL_MEM_USE_HOST_PTR) == 0) return false;
        const auto allocation = context_->allocations().find(data_);
        return allocation && allocation->traits.kind == AllocationKind::svm;
    }
    MemKind kind() const noexcept { return kind_; }
    /// Returns the image description of the object; call it only for images.
    const Image& image() const noexcept { return *image_; }
    /// Returns the pointer that a kernel gets for the object.
    const void* kernel_argument() const noexcept { return kernel_argument_; }
    /// Returns the pipe's size; call it only for pipes.
    const PipeSize& pipe_size() const noexcept { return pipe_size_; }
    MemObject* parent() const noexcept { return parent_.get(); }
    /// Byte offset in the parent; 0 without a parent.
    std::size_t origin() const noexcept { return parent_ ? data_ - parent_->data_ : 0; }
    std::span<const cl_mem_properties> properties() const noexcept { return properties_; }
    /// Returns the value of a property, or nothing if the object was created without this property. For
    /// CL_MEM_DEVICE_HANDLE_LIST_KHR, returns the list of devices without the terminating 0.
    std::optional<std::span<const cl_mem_properties>> property(cl_mem_properties name) const noexcept;

    /// Returns whether the object is a buffer with a fixed device address (CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT), or a
    /// sub-buffer of such a buffer. On a CPU, the device address is the address of the memory.
    bool has_device_address() const noexcept;

    /// Returns whether the object was created from a handle of another process or API.
    bool is_imported() const noexcept { return imported_ != nullptr; }
    /// Returns the memory of an imported object, or null.
    const SharedMapping* imported() const noexcept { return imported_.get(); }

    /// Returns whether no command may change the contents (CL_MEM_IMMUTABLE_EXT).
    bool is_immutable() const noexcept { return (flags_ & CL_MEM_IMMUTABLE_EXT) != 0; }
    bool host_may_read() const noexcept { return (flags_ & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0; }
    bool host_may_write() const noexcept {
        return (flags_ & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_IMMUTABLE_EXT)) == 0;
    }

    /// Hides or unhides a reference that the caller owns: CL_MEM_REFERENCE_COUNT does not count hidden references.
    /// Kernels recorded into command buffers hide their references to arguments.
    void hide_reference() noexcept { hidden_references_.fetch_add(1, std::memory_order_relaxed); }
    void unhide_reference() noexcept { hidden_references_.fetch_sub(1, std::memory_order_relaxed); }
    cl_uint hidden_references() const noexcept { return hidden_references_.load(std::memory_order_relaxed); }

    /// Records that the host maps a part of the object. Throws CL_INVALID_OPERATION if the part overlaps another
    /// mapping of the same memory and both mappings are for writing.
    void add_mapping(const MappedPart& part, bool for_writing);
    /// Removes one mapping that starts at `pointer`, if there is one.
    void remove_mapping(const void* pointer, bool for_writing) noexcept;
    /// Removes a mapping that starts at `pointer` from the list, and adds it again if the unmapping call fails.
    class Unmapping;
    std::size_t mapping_count() noexcept;

    /// Registers a callback for the destruction. Callbacks are called in reverse order of registration, while the
    /// memory still exists.
    void add_destructor_callback(DestructorCallback callback, void* user_data);

private:
    friend class Object<MemObject, _cl_mem, Tag::memory>;
    struct Destructor {
        DestructorCallback callback;
        void* user_data;
    };
    ~MemObject();

    /// Returns the object that stores the mappings for all objects with the same memory.
    MemObject& mapping_owner() noexcept { return parent_ ? parent_->mapping_owner() : *this; }

    /// Returns whether the context lists the buffer by its address (AddressedBuffers).
    bool is_listed_by_address() const noexcept { return owns_memory() && has_device_address(); }
    /// Returns whether the object frees its memory when it is destroyed. The memory is a block, or a mapping of
    /// imported memory.
    bool owns_memory() const noexcept { return block_.data() || imported_; }

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
    std::unique_ptr<const SharedMapping> imported_;
    std::vector<cl_mem_properties> properties_;

    std::atomic<cl_uint> hidden_references_ = 0;

    device::SpinMutex mutex_;
    std::unique_ptr<Mappings> mappings_;  // null before the first map and in objects with a parent; guarded by mutex_
    std::size_t mapping_count_ = 0;       // number of mappings of this object; guarded by the mutex_ of mapping_owner()
    std::vector<Destructor> destructors_;  // guarded by mutex_
};

class MemObject::Unmapping {
public:
    /// Removes the mapping from the list. Throws CL_INVALID_VALUE if no mapping starts at `pointer`.
    Unmapping(MemObject& object, const void* pointer);
    /// Adds the mapping to the list again unless done() was called.
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
