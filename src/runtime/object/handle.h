// Turns a handle of the application into a reference to the object. The handle is checked before its memory is read.
// The reference keeps the object alive until the call ends, even if another thread releases the object meanwhile.
//
//     const Ref<Context> context = deref(context_handle);   // or throws Error(CL_INVALID_CONTEXT)
#pragma once

#include <vector>

#include "runtime/object/error.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

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
class Semaphore;
class CommandBuffer;
class MutableCommand;

/// The object class of a handle type, and the error code for invalid handles of the type.
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
template <>
struct HandleTraits<_cl_semaphore_khr> : HandleOf<Semaphore, CL_INVALID_SEMAPHORE_KHR> {};
template <>
struct HandleTraits<_cl_command_buffer_khr> : HandleOf<CommandBuffer, CL_INVALID_COMMAND_BUFFER_KHR> {};
template <>
struct HandleTraits<_cl_mutable_command_khr> : HandleOf<MutableCommand, CL_INVALID_MUTABLE_COMMAND_KHR> {};

/// Returns whether `handle` may be a handle of this type: its header is readable and has the type's tag.
template <class Handle>
bool may_be_handle(Handle* handle) noexcept {
    return ObjectHeap::instance().may_be_object(handle) &&
           handle->tag.load(std::memory_order_relaxed) == HandleTraits<Handle>::Class::tag_of_class;
}

/// Returns the object of `handle`; null if the handle does not have this type or the application does not hold the
/// object. The cast is safe: a slot of the object heap always holds objects of the same class.
template <class Handle>
auto find_object(Handle* handle) noexcept {
    using Class = typename HandleTraits<Handle>::Class;
    if (!may_be_handle(handle) || !add_if_valid(*handle, one_reference)) return Ref<Class>();
    return Ref<Class>::adopt(static_cast<Class*>(handle));
}

inline constexpr char bad_handle[] =
    "A handle is null, has been released, or is a handle of another kind of object. Pass an object that the "
    "application still holds.";

/// Returns the object of `handle`. If the handle is not valid, throws `error`, by default the error code of the handle
/// type.
template <class Handle>
auto deref(Handle* handle, cl_int error = HandleTraits<Handle>::error) {
    auto object = find_object(handle);
    if (!object) [[unlikely]]
        throw Error(error, bad_handle);
    return object;
}

/// Returns the objects of `count` handles. The vector grows by one element for each valid handle, so a wrong, huge
/// `count` causes no huge allocation.
template <class Handle>
auto deref_list(Handle* const* handles, cl_uint count, cl_int error = HandleTraits<Handle>::error) {
    std::vector<Ref<typename HandleTraits<Handle>::Class>> objects;
    for (cl_uint i = 0; i < count; ++i) objects.push_back(deref(handles[i], error));
    return objects;
}

/// Adds a reference that the application owns, for clRetain*.
template <class Handle>
void retain_handle(Handle* handle) {
    const bool is_retained = may_be_handle(handle) && add_if_valid(*handle, one_of_application);
    check(is_retained, HandleTraits<Handle>::error, bad_handle);
}

/// Releases a reference that the application owns, for clRelease*. Throws if the application owns no reference, even if
/// commands or other objects still hold the object.
template <class Handle>
void give_back(Handle* handle) {
    using Class = typename HandleTraits<Handle>::Class;
    const bool is_released = may_be_handle(handle) && static_cast<Class*>(handle)->release_for_application();
    check(is_released, HandleTraits<Handle>::error,
          "The handle is null, of another kind, or the application has released it as often as it retained it.");
}

}  // namespace lanewise::runtime
