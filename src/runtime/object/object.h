// What every OpenCL object starts with, and the reference count. A handle (cl_context) points to an
// ObjectHeader: the ICD loader reads its first two words, we read the tag before anything else.
//
// An object class is `class Context final : public Object<Context, _cl_context>`. Objects live in the
// object heap (object_heap.h), so that any pointer can be checked. Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "runtime/object/cl_headers.h"
#include "runtime/object/object_heap.h"

namespace lanewise::runtime {

/// The kind of a live object; `none` once it is destroyed.
enum class Tag : std::uint32_t {
    none = 0,
    platform = 0x4C570001,
    device,
    context,
    queue,
    memory,
    program,
    kernel,
    event,
    sampler,
};

/// The ICD table that every object points to (api/dispatch.cpp).
const _cl_icd_dispatch* dispatch_table() noexcept;

/// What the loader gave for its own dispatch (cl_khr_icd 2.0.0), copied into every object.
void* loader_data() noexcept;
void set_loader_data(void* data) noexcept;

struct ObjectHeader {
    const _cl_icd_dispatch* dispatch;
    void* loader;
    std::atomic<Tag> tag;
    std::atomic<std::uint32_t> references;
};
static_assert(std::is_standard_layout_v<ObjectHeader>);
static_assert(offsetof(ObjectHeader, dispatch) == 0);
static_assert(offsetof(ObjectHeader, loader) == sizeof(void*));

}  // namespace lanewise::runtime

// The structures behind the handles of CL/cl.h.
struct _cl_platform_id : lanewise::runtime::ObjectHeader {};
struct _cl_device_id : lanewise::runtime::ObjectHeader {};
struct _cl_context : lanewise::runtime::ObjectHeader {};
struct _cl_command_queue : lanewise::runtime::ObjectHeader {};
struct _cl_mem : lanewise::runtime::ObjectHeader {};
struct _cl_program : lanewise::runtime::ObjectHeader {};
struct _cl_kernel : lanewise::runtime::ObjectHeader {};
struct _cl_event : lanewise::runtime::ObjectHeader {};
struct _cl_sampler : lanewise::runtime::ObjectHeader {};
static_assert(std::is_standard_layout_v<_cl_context>);

namespace lanewise::runtime {

/// Base of an object class: starts with one reference, which belongs to who created it. The object
/// deletes itself when the last one goes.
template <class Derived, class Handle, Tag object_tag>
class Object : public Handle {
public:
    static constexpr Tag tag_of_class = object_tag;

    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;

    void retain() noexcept { this->references.fetch_add(1, std::memory_order_relaxed); }

    void release() noexcept {
        if (this->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            delete static_cast<Derived*>(this);
        }
    }

    /// For the CL_*_REFERENCE_COUNT queries; stale as soon as it is read.
    cl_uint reference_count() const noexcept {
        return this->references.load(std::memory_order_relaxed);
    }

    Handle* handle() noexcept { return this; }

    static void* operator new(std::size_t size) { return ObjectHeap::instance().allocate(size); }
    static void operator delete(void* object, std::size_t size) noexcept {
        ObjectHeap::instance().free(object, size);
    }

protected:
    Object() noexcept {
        this->dispatch = dispatch_table();
        this->loader = loader_data();
        this->references.store(1, std::memory_order_relaxed);
        this->tag.store(object_tag, std::memory_order_relaxed);
    }
    ~Object() { this->tag.store(Tag::none, std::memory_order_relaxed); }
};

}  // namespace lanewise::runtime
