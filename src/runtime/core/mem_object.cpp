#include "runtime/core/mem_object.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <new>

#include "device/kernel/pipe_memory.h"
#include "device/machine/page_sizes.h"
#include "runtime/core/device_limits.h"
#include "runtime/core/faults.h"
#include "runtime/object/application_call.h"

namespace lanewise::runtime {
namespace {

constexpr cl_mem_flags kernel_access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
constexpr cl_mem_flags host_access = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags host_pointer = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

/// Adds CL_MEM_READ_WRITE, the default access, if no access flag is given and the object is not immutable.
cl_mem_flags with_default_access(cl_mem_flags flags) {
    return (flags & (kernel_access | CL_MEM_IMMUTABLE_EXT)) != 0 ? flags : flags | CL_MEM_READ_WRITE;
}

// Adds the flags that a sub-buffer or image inherits from the object `from`. Section 5.2.1, clCreateSubBuffer: access
// flags not given in `flags` are inherited from the buffer. Section 5.3.1 has the same rule for images that share the
// memory of another object. An object over an immutable object is always immutable.
cl_mem_flags inherited(cl_mem_flags flags, cl_mem_flags from) {
    if ((flags & (kernel_access | CL_MEM_IMMUTABLE_EXT)) == 0) flags |= from & kernel_access;
    if ((flags & host_access) == 0) flags |= from & host_access;
    return flags | (from & (host_pointer | CL_MEM_IMMUTABLE_EXT));
}

device::HostBlock allocate(std::size_t size) {
    try {
        return device::HostBlock(size);
    } catch (const std::bad_alloc&) {
        fail(CL_MEM_OBJECT_ALLOCATION_FAILURE,
             "The system has no memory for the {} bytes of the object. Create a smaller object, or release others.",
             size);
    }
}

}  // namespace

MemObject::MemObject(Context& context, cl_mem_flags flags, std::size_t size, void* host_ptr,
                     std::vector<cl_mem_properties> properties, std::unique_ptr<const SharedMapping> imported)
    : context_(context),
      kind_(MemKind::buffer),
      flags_(with_default_access(flags)),
      size_(size),
      data_(imported ? imported->data() : static_cast<std::byte*>(host_ptr)),
      imported_(std::move(imported)),
      properties_(std::move(properties)) {
    if (imported_) {
        prepare_for_faults();
    } else if ((flags & CL_MEM_USE_HOST_PTR) == 0) {
        block_ = allocate(size);
        data_ = block_.data();
    }
    kernel_argument_ = data_;
    if ((flags & CL_MEM_COPY_HOST_PTR) != 0) {
        device::expect_dense(data_, size);
        std::memcpy(data_, host_ptr, size);
    }
    if (is_listed_by_address()) context.addressed_buffers().add(*this);
}

MemObject::MemObject(MemObject& parent, cl_mem_flags flags, std::size_t origin, std::size_t size)
    : context_(parent.context_),
      parent_(parent),
      kind_(MemKind::buffer),
      flags_(inherited(flags, parent.flags_)),
      size_(size),
      data_(parent.data_ + origin),
      kernel_argument_(data_) {}

MemObject::MemObject(Context& context, cl_mem_flags flags, const ImageShape& shape, void* host_ptr,
                     std::vector<cl_mem_properties> properties, std::unique_ptr<const SharedMapping> imported)
    : context_(context),
      kind_(MemKind::image),
      flags_(with_default_access(flags)),
      size_(shape.bytes()),
      data_(imported ? imported->data() : static_cast<std::byte*>(host_ptr)),
      imported_(std::move(imported)),
      properties_(std::move(properties)) {
    if (imported_) {
        prepare_for_faults();
    } else if ((flags & CL_MEM_USE_HOST_PTR) == 0) {
        block_ = allocate(size_);
        data_ = block_.data();
    }
    image_ = std::make_unique<const Image>(shape, data_);
    kernel_argument_ = &image_->descriptor();
    if ((flags & CL_MEM_COPY_HOST_PTR) == 0) return;
    // The copy leaves out the bytes between the rows of the application's image, since the driver must not read them.
    const ImageRegion all{0, {}, shape.extent(0)};
    const device::CopyJob job(data_, image_->layout(0), static_cast<const std::byte*>(host_ptr), image_->layout(0),
                              image_->box(all));
    device::expect_dense(data_, size_);
    job.run(0, job.units());
}

MemObject::MemObject(MemObject& parent, cl_mem_flags flags, const ImageShape& shape,
                     std::vector<cl_mem_properties> properties)
    : context_(parent.context_),
      parent_(parent),
      kind_(MemKind::image),
      flags_(inherited(flags, parent.flags_)),
      size_(shape.bytes()),
      data_(parent.data_),
      image_(std::make_unique<const Image>(shape, data_)),
      properties_(std::move(properties)) {
    kernel_argument_ = &image_->descriptor();
}

MemObject::MemObject(Context& context, cl_mem_flags flags, const PipeSize& pipe)
    : context_(context),
      kind_(MemKind::pipe),
      flags_(with_default_access(flags)),
      size_(device::pipe_bytes(pipe.packet_bytes, pipe.max_packets)),
      data_(nullptr),
      pipe_size_(pipe) {
    const std::uint64_t most = limits::max_allocation_bytes(context);
    check(size_ <= most, CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "The pipe takes {} bytes, which exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE ({} bytes). Create it with fewer or "
          "smaller packets.",
          size_, most);
    block_ = allocate(size_);
    data_ = block_.data();
    kernel_argument_ = data_;
    device::make_pipe(data_, pipe.packet_bytes, pipe.max_packets);
}

std::uint64_t MemObject::next_serial() noexcept {
    static std::atomic<std::uint64_t> last = 0;
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

std::optional<std::span<const cl_mem_properties>> MemObject::property(cl_mem_properties name) const noexcept {
    for (auto next = properties_.begin(); next != properties_.end() && *next != 0;) {
        const cl_mem_properties found = *next++;
        const bool is_list = found == CL_MEM_DEVICE_HANDLE_LIST_KHR;
        const auto end = is_list ? std::find(next, properties_.end(), 0) : next + 1;
        if (found == name) return std::span(next, end);
        next = is_list ? end + 1 : end;
    }
    return std::nullopt;
}

bool MemObject::has_device_address() const noexcept {
    if (parent_) return kind_ == MemKind::buffer && parent_->has_device_address();
    const auto value = property(CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT);
    return value && value->front() == CL_TRUE;
}

MemObject::~MemObject() {
    if (is_listed_by_address()) context_->addressed_buffers().remove(*this);
    for (auto it = destructors_.rbegin(); it != destructors_.rend(); ++it) {
        call_application("A memory object's destructor callback", [&] { it->callback(handle(), it->user_data); });
    }
}

void MemObject::add_mapping(const MappedPart& part, bool for_writing) {
    MemObject& owner = mapping_owner();
    const std::lock_guard lock(owner.mutex_);
    if (!owner.mappings_) owner.mappings_ = std::make_unique<Mappings>();
    // Section 5.5.3: "Mapping (and unmapping) overlapped regions [...] for writing is an error and will
    // result in CL_INVALID_OPERATION".
    check(owner.mappings_->add({data_ + part.offset, this}, {part.size, part.region}, for_writing),
          CL_INVALID_OPERATION,
          "The region overlaps one that is mapped for writing, too. Unmap the other region first.");
    ++mapping_count_;
}

void MemObject::remove_mapping(const void* pointer, bool for_writing) noexcept {
    MemObject& owner = mapping_owner();
    const std::lock_guard lock(owner.mutex_);
    Mappings::Taken taken = owner.mappings_->take({pointer, this}, for_writing);
    if (!taken) return;
    owner.mappings_->forget(std::move(taken));
    --mapping_count_;
}

MemObject::Unmapping::Unmapping(MemObject& object, const void* pointer) : object_(object) {
    MemObject& owner = object.mapping_owner();
    const std::lock_guard lock(owner.mutex_);
    if (owner.mappings_) taken_ = owner.mappings_->take({pointer, &object});
    // Section 5.5.3: CL_INVALID_VALUE "if mapped_ptr is not a valid pointer returned by clEnqueueMapBuffer or
    // clEnqueueMapImage for memobj".
    check(static_cast<bool>(taken_), CL_INVALID_VALUE,
          "mapped_ptr is not a pointer that clEnqueueMapBuffer or clEnqueueMapImage gave for memobj, or it was "
          "unmapped before.");
    --object.mapping_count_;
}

MemObject::Unmapping::~Unmapping() {
    MemObject& owner = object_.mapping_owner();
    const std::lock_guard lock(owner.mutex_);
    if (is_done_) {
        owner.mappings_->forget(std::move(taken_));
    } else {
        owner.mappings_->put_back(std::move(taken_));
        ++object_.mapping_count_;
    }
}

std::size_t MemObject::mapping_count() noexcept {
    const std::lock_guard lock(mapping_owner().mutex_);
    return mapping_count_;
}

void MemObject::add_destructor_callback(DestructorCallback callback, void* user_data) {
    const std::lock_guard lock(mutex_);
    destructors_.push_back({callback, user_data});
}

}  // namespace lanewise::runtime
