// Base of every OpenCL object: its header and its reference count. A handle (cl_context) points to an ObjectHeader. The
// ICD loader reads the first two words of the header; the driver reads the tag before anything else.
//
// The references that the application owns are also counted separately. A handle is valid while the application owns a
// reference ("The object has a strictly positive application-owned reference count"). The application can release only
// references that it owns. References of commands and other objects keep an object alive, but do not make its handle
// valid.
//
// Known handles are an exception: a known handle is valid as long as its object lives. The driver treats the handles of
// contexts, programs and devices as known, because many applications release these objects early. Handles that queries
// return are also known. docs/lifecycle.md shows the states.
//
// An object class is declared as `class Context final : public Object<Context, _cl_context>`. Objects are allocated in
// the object heap (object_heap.h), so that any pointer can be checked. Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "runtime/object/cl_headers.h"
#include "runtime/object/object_heap.h"

namespace lanewise::runtime {

/// The kind of an object; `none` after the object is destroyed.
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
    semaphore,
    command_buffer,
    mutable_command,
};

/// Returns the ICD table to which every object points (api/dispatch.cpp).
const _cl_icd_dispatch* dispatch_table() noexcept;

/// Returns the data that the ICD loader uses for its own dispatch (cl_khr_icd 2.0.0). Every object contains a copy.
void* loader_data() noexcept;
void set_loader_data(void* data) noexcept;

struct ObjectHeader {
    const _cl_icd_dispatch* dispatch;
    void* loader;
    std::atomic<Tag> tag;
    /// Two counts in one word. Lower half: number of all references. Upper half: number of the application's
    /// references, which the lower half includes. The highest bit of the upper half is set if the handle is known.
    std::atomic<std::uint64_t> references;
};
inline constexpr std::uint64_t one_reference = 1;
inline constexpr std::uint64_t one_of_application = (one_reference << 32) + one_reference;
inline constexpr std::uint64_t is_known = std::uint64_t{1} << 63;

/// Returns the number of all references, including the application's.
inline constexpr std::uint32_t all_of(std::uint64_t references) noexcept {
    return static_cast<std::uint32_t>(references);
}
/// Returns whether an object with these counts has a valid handle.
inline constexpr bool is_valid(std::uint64_t references) noexcept {
    return references >= one_of_application && all_of(references) != 0;
}
inline bool is_valid(const ObjectHeader& object) noexcept {
    return is_valid(object.references.load(std::memory_order_relaxed));
}
/// Adds `added` to the reference counts of `object` if its handle is valid; returns false otherwise.
inline bool add_if_valid(ObjectHeader& object, std::uint64_t added) noexcept {
    std::uint64_t count = object.references.load(std::memory_order_relaxed);
    do {
        if (!is_valid(count)) return false;
    } while (!object.references.compare_exchange_weak(count, count + added, std::memory_order_acquire,
                                                      std::memory_order_relaxed));
    return true;
}

static_assert(std::is_standard_layout_v<ObjectHeader>);
static_assert(offsetof(ObjectHeader, dispatch) == 0);
static_assert(offsetof(ObjectHeader, loader) == sizeof(void*));

}  // namespace lanewise::runtime

// The structures to which the handles of CL/cl.h point.
struct _cl_platform_id : lanewise::runtime::ObjectHeader {};
struct _cl_device_id : lanewise::runtime::ObjectHeader {};
struct _cl_context : lanewise::runtime::ObjectHeader {};
struct _cl_command_queue : lanewise::runtime::ObjectHeader {};
struct _cl_mem : lanewise::runtime::ObjectHeader {};
struct _cl_program : lanewise::runtime::ObjectHeader {};
struct _cl_kernel : lanewise::runtime::ObjectHeader {};
struct _cl_event : lanewise::runtime::ObjectHeader {};
struct _cl_sampler : lanewise::runtime::ObjectHeader {};
struct _cl_semaphore_khr : lanewise::runtime::ObjectHeader {};
struct _cl_command_buffer_khr : lanewise::runtime::ObjectHeader {};
struct _cl_mutable_command_khr : lanewise::runtime::ObjectHeader {};
static_assert(std::is_standard_layout_v<_cl_context>);

namespace lanewise::runtime {

/// Returns whether a handle of this kind, once the application has received it, stays valid as long as its object
/// lives.
inline constexpr bool stays_known(Tag tag) noexcept {
    return tag == Tag::platform || tag == Tag::device || tag == Tag::context || tag == Tag::program;
}

/// Base of an object class. A new object has one reference, which belongs to its creator. The object deletes itself
/// when the last reference is released.
template <class Derived, class Handle, Tag object_tag>
class Object : public Handle {
public:
    static constexpr Tag tag_of_class = object_tag;

    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;

    void retain() noexcept { this->references.fetch_add(one_reference, std::memory_order_relaxed); }

    /// Adds a reference; returns false if the object is already being destroyed.
    bool retain_if_alive() noexcept {
        std::uint64_t count = this->references.load(std::memory_order_relaxed);
        while (all_of(count) != 0 &&
               !this->references.compare_exchange_weak(count, count + one_reference, std::memory_order_acquire,
                                                       std::memory_order_relaxed)) {
        }
        return all_of(count) != 0;
    }

    void release() noexcept {
        const std::uint64_t before = this->references.fetch_sub(one_reference, std::memory_order_acq_rel);
        if (all_of(before) == 1) destroy();
    }

    /// Adds a reference that the application owns. Used by calls that return an existing object; clRetain* use
    /// retain_handle() in handle.h instead.
    void retain_for_application() noexcept {
        this->references.fetch_add(one_of_application, std::memory_order_relaxed);
    }

    /// Releases a reference that the application owns, for clRelease*; returns false if the application owns none. May
    /// be called for a destroyed object, and then returns false.
    [[nodiscard]] bool release_for_application() noexcept {
        std::uint64_t held = this->references.load(std::memory_order_relaxed);
        do {
            if ((held & ~is_known) < one_of_application) return false;
        } while (!this->references.compare_exchange_weak(held, held - one_of_application, std::memory_order_acq_rel,
                                                         std::memory_order_relaxed));
        if (all_of(held) == 1) destroy();
        return true;
    }

    /// Returns the number of all references. Other threads may change this number at any time.
    cl_uint reference_count() const noexcept { return all_of(this->references.load(std::memory_order_relaxed)); }
    /// Returns the number of references for CL_*_REFERENCE_COUNT queries, without the reference of the querying call.
    cl_uint reference_count_besides_call() const noexcept { return reference_count() - 1; }

    Handle* handle() noexcept { return this; }

    /// Marks the handle as known and returns it. For results of queries and arguments of callbacks: the application may
    /// use the handle without owning a reference.
    Handle* known_handle() noexcept {
        const bool is_new = (this->references.load(std::memory_order_relaxed) & is_known) == 0;
        if (is_new) this->references.fetch_or(is_known, std::memory_order_release);
        return this;
    }

    /// Returns the handle, and makes the application the owner of the caller's reference. The caller must not release
    /// this reference; `Ref::detach` gives it up.
    Handle* hand_over() noexcept {
        this->references.fetch_add(one_of_application - one_reference, std::memory_order_release);
        if constexpr (stays_known(object_tag)) this->references.fetch_or(is_known, std::memory_order_relaxed);
        return this;
    }

    static void* operator new(std::size_t size) { return ObjectHeap::instance().allocate(kind, size); }
    static void operator delete(void* object, std::size_t size) noexcept {
        ObjectHeap::instance().free(kind, object, size);
    }

protected:
    Object() noexcept {
        this->dispatch = dispatch_table();
        this->loader = loader_data();
        this->references.store(one_reference, std::memory_order_relaxed);
        this->tag.store(object_tag, std::memory_order_relaxed);
    }
    ~Object() { this->tag.store(Tag::none, std::memory_order_relaxed); }

private:
    static constexpr unsigned kind = static_cast<unsigned>(object_tag) - static_cast<unsigned>(Tag::platform);
    static_assert(kind < ObjectHeap::kinds);

    // Clears the tag first. The destructor may call functions of the application with the handle, and the handle must
    // then be invalid.
    void destroy() noexcept {
        this->tag.store(Tag::none, std::memory_order_relaxed);
        delete static_cast<Derived*>(this);
    }
};

}  // namespace lanewise::runtime
