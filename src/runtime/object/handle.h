// From a handle of the application to our object: checked before anything is touched.
//
//     Context& context = deref(context_handle);   // or throws Error(CL_INVALID_CONTEXT)
#pragma once

#include <vector>

#include "runtime/object/error.h"
#include "runtime/object/object.h"

namespace lanewise::runtime {

class Platform;
class Device;
class Context;
class Queue;
class MemObject;
class Program;
class Kernel;
class Event;
class Sampler;

/// Class and error code that belong to a handle type.
template <class ObjectClass, cl_int invalid>
struct HandleOf {
    using Class = ObjectClass;
    static constexpr cl_int error = invalid;
};
template <class Handle>
struct HandleTraits;
template <>
struct HandleTraits<_cl_platform_id> : HandleOf<Platform, CL_INVALID_PLATFORM> {};
template <>
struct HandleTraits<_cl_device_id> : HandleOf<Device, CL_INVALID_DEVICE> {};
template <>
struct HandleTraits<_cl_context> : HandleOf<Context, CL_INVALID_CONTEXT> {};
template <>
struct HandleTraits<_cl_command_queue> : HandleOf<Queue, CL_INVALID_COMMAND_QUEUE> {};
template <>
struct HandleTraits<_cl_mem> : HandleOf<MemObject, CL_INVALID_MEM_OBJECT> {};
template <>
struct HandleTraits<_cl_program> : HandleOf<Program, CL_INVALID_PROGRAM> {};
template <>
struct HandleTraits<_cl_kernel> : HandleOf<Kernel, CL_INVALID_KERNEL> {};
template <>
struct HandleTraits<_cl_event> : HandleOf<Event, CL_INVALID_EVENT> {};
template <>
struct HandleTraits<_cl_sampler> : HandleOf<Sampler, CL_INVALID_SAMPLER> {};

/// The object behind `handle`, or null when there is none of that kind.
template <class Handle>
auto* find_object(Handle* handle) noexcept {
    using Class = typename HandleTraits<Handle>::Class;
    const bool valid = ObjectHeap::instance().may_be_object(handle) &&
                       handle->tag.load(std::memory_order_relaxed) == Class::tag_of_class;
    if (!valid) return static_cast<Class*>(nullptr);
    // Other objects may be asked for by way of those that hold them. Events are not; and most are commands of which the
    // application knows nothing, in memory that its events had before.
    if constexpr (std::is_same_v<Handle, _cl_event>) {
        if (!is_held_by_application(*handle)) return static_cast<Class*>(nullptr);
    }
    return static_cast<Class*>(handle);
}

/// The object behind `handle`; throws the error code of its kind, or `error`.
template <class Handle>
auto& deref(Handle* handle, cl_int error = HandleTraits<Handle>::error) {
    auto* object = find_object(handle);
    if (!object) [[unlikely]]
        throw Error(error, "the handle is null, released or of another kind");
    return *object;
}

/// The objects behind a list of `count` handles. The count may be anything: room is made for what is valid.
template <class Handle>
auto deref_list(Handle* const* handles, cl_uint count, cl_int error = HandleTraits<Handle>::error) {
    std::vector<typename HandleTraits<Handle>::Class*> objects;
    for (cl_uint i = 0; i < count; ++i) objects.push_back(&deref(handles[i], error));
    return objects;
}

/// For clRelease*: gives back a reference of the application's. Throws when it holds none, though something else still
/// holds the object.
template <class ObjectClass>
void give_back(ObjectClass& object) {
    using Handle = std::remove_pointer_t<decltype(object.handle())>;
    check(object.release_for_application(), HandleTraits<Handle>::error, "the handle has been released before");
}

}  // namespace lanewise::runtime
