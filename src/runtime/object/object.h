// What every OpenCL object starts with, and the reference count. A handle (cl_context) points to an
// ObjectHeader: the ICD loader reads its first two words, we read the tag before anything else.
//
// The references that the application holds are counted apart as well: it cannot give back more than it has, so that
// releasing once too often never destroys what a command or another object still uses.
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
    /// All references in the lower half; those of the application, which are among them, in the upper half.
    std::atomic<std::uint64_t> references;
};
inline constexpr std::uint64_t one_reference = 1;
inline constexpr std::uint64_t one_of_application = (one_reference << 32) + one_reference;

/// Whether the application holds a reference.
inline bool is_held_by_application(const ObjectHeader& object) noexcept {
    return object.references.load(std::memory_order_relaxed) >= one_of_application;
}

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

    void retain() noexcept { this->references.fetch_add(one_reference, std::memory_order_relaxed); }

    /// False when the object is being destroyed.
    bool retain_if_alive() noexcept {
        std::uint64_t count = this->references.load(std::memory_order_relaxed);
        while (count != 0 &&
               !this->references.compare_exchange_weak(count, count + one_reference, std::memory_order_relaxed)) {
        }
        return count != 0;
    }

    void release() noexcept {
        const std::uint64_t before = this->references.fetch_sub(one_reference, std::memory_order_acq_rel);
        if (before == one_reference) destroy();
    }

    /// For clRetain*, and where a call gives a reference to an object that others hold already.
    void retain_for_application() noexcept {
        this->references.fetch_add(one_of_application, std::memory_order_relaxed);
    }

    /// For clRelease*; false when the application holds none.
    [[nodiscard]] bool release_for_application() noexcept {
        std::uint64_t held = this->references.load(std::memory_order_relaxed);
        do {
            if (held < one_of_application) return false;
        } while (!this->references.compare_exchange_weak(held, held - one_of_application, std::memory_order_acq_rel,
                                                         std::memory_order_relaxed));
        if (held == one_of_application) destroy();
        return true;
    }

    /// For the CL_*_REFERENCE_COUNT queries; stale as soon as it is read.
    cl_uint reference_count() const noexcept {
        return static_cast<cl_uint>(this->references.load(std::memory_order_relaxed));
    }

    Handle* handle() noexcept { return this; }

    /// The handle of an object whose reference the application takes over, as that of what `Ref::detach` yields.
    Handle* hand_over() noexcept {
        this->references.fetch_add(one_of_application - one_reference, std::memory_order_relaxed);
        return this;
    }

    static void* operator new(std::size_t size) { return ObjectHeap::instance().allocate(size); }
    static void operator delete(void* object, std::size_t size) noexcept { ObjectHeap::instance().free(object, size); }

protected:
    Object() noexcept {
        this->dispatch = dispatch_table();
        this->loader = loader_data();
        this->references.store(one_reference, std::memory_order_relaxed);
        this->tag.store(object_tag, std::memory_order_relaxed);
    }
    ~Object() { this->tag.store(Tag::none, std::memory_order_relaxed); }

private:
    // The handle is none from here on: destruction calls functions of the application's, which are told it.
    void destroy() noexcept {
        this->tag.store(Tag::none, std::memory_order_relaxed);
        delete static_cast<Derived*>(this);
    }
};

}  // namespace lanewise::runtime
