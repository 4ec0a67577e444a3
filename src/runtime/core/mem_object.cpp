#include "runtime/core/mem_object.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <new>

namespace lanewise::runtime {
namespace {

constexpr cl_mem_flags kernel_access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
constexpr cl_mem_flags host_access =
    CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags host_pointer =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

/// CL_MEM_READ_WRITE is what no access flag means.
cl_mem_flags with_default_access(cl_mem_flags flags) {
    return (flags & kernel_access) != 0 ? flags : flags | CL_MEM_READ_WRITE;
}

// Section 5.2.1, clCreateSubBuffer: what `flags` leaves open is inherited from the buffer.
cl_mem_flags inherited(cl_mem_flags flags, cl_mem_flags from) {
    if ((flags & kernel_access) == 0) flags |= from & kernel_access;
    if ((flags & host_access) == 0) flags |= from & host_access;
    return flags | (from & host_pointer);
}

device::HostBlock allocate(std::size_t size) {
    try {
        return device::HostBlock(size);
    } catch (const std::bad_alloc&) {
        throw Error(CL_MEM_OBJECT_ALLOCATION_FAILURE, "not enough memory for the buffer");
    }
}

}  // namespace

MemObject::MemObject(Context& context, cl_mem_flags flags, std::size_t size, void* host_ptr,
                     std::vector<cl_mem_properties> properties)
    : context_(context),
      flags_(with_default_access(flags)),
      size_(size),
      data_(static_cast<std::byte*>(host_ptr)),
      properties_(std::move(properties)) {
    if ((flags & CL_MEM_USE_HOST_PTR) != 0) return;
    block_ = allocate(size);
    data_ = block_.data();
    if ((flags & CL_MEM_COPY_HOST_PTR) != 0) std::memcpy(data_, host_ptr, size);
}

MemObject::MemObject(MemObject& parent, cl_mem_flags flags, std::size_t origin, std::size_t size)
    : context_(parent.context_),
      parent_(parent),
      flags_(inherited(flags, parent.flags_)),
      size_(size),
      data_(parent.data_ + origin) {}

std::uint64_t MemObject::next_serial() noexcept {
    static std::atomic<std::uint64_t> last = 0;
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

MemObject::~MemObject() {
    for (auto it = destructors_.rbegin(); it != destructors_.rend(); ++it) {
        it->callback(handle(), it->user_data);
    }
}

void MemObject::add_mapping(std::size_t offset, std::size_t size, bool for_writing) {
    const Mapping added{this, data_ + offset, size, for_writing};
    MemObject& owner = mapping_owner();
    const std::lock_guard lock(owner.mutex_);
    const auto collides = [&](const Mapping& other) {
        return for_writing && other.for_writing && other.begin < added.begin + size &&
               added.begin < other.begin + other.size;
    };
    // Section 5.5.3: "Mapping (and unmapping) overlapped regions [...] for writing is an error and will
    // result in CL_INVALID_OPERATION".
    check(std::none_of(owner.mappings_.begin(), owner.mappings_.end(), collides), CL_INVALID_OPERATION,
          "the region overlaps one that is mapped for writing");
    owner.mappings_.push_back(added);
}

bool MemObject::remove_mapping(const void* pointer) noexcept {
    MemObject& owner = mapping_owner();
    const std::lock_guard lock(owner.mutex_);
    const auto found = std::find_if(
        owner.mappings_.begin(), owner.mappings_.end(),
        [&](const Mapping& mapping) { return mapping.mapped == this && mapping.begin == pointer; });
    if (found == owner.mappings_.end()) return false;
    *found = owner.mappings_.back();
    owner.mappings_.pop_back();
    return true;
}

std::size_t MemObject::mapping_count() noexcept {
    MemObject& owner = mapping_owner();
    const std::lock_guard lock(owner.mutex_);
    return static_cast<std::size_t>(
        std::count_if(owner.mappings_.begin(), owner.mappings_.end(),
                      [&](const Mapping& mapping) { return mapping.mapped == this; }));
}

void MemObject::add_destructor_callback(DestructorCallback callback, void* user_data) {
    const std::lock_guard lock(mutex_);
    destructors_.push_back({callback, user_data});
}

}  // namespace lanewise::runtime
