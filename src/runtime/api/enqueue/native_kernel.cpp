// Native kernels (OpenCL API 3.0, section 5.10).
#include <cstring>
#include <span>

#include "runtime/api/dispatch.h"
#include "runtime/api/enqueue/wait_list.h"
#include "runtime/api/entry.h"
#include "runtime/api/live_handle.h"
#include "runtime/command/native_command.h"
#include "runtime/core/context.h"

namespace lanewise::runtime::api {

namespace {

/// The arguments of the native kernel, as passed to clEnqueueNativeKernel.
struct NativeArguments {
    const void* bytes;
    size_t size;
    cl_uint count;
    const cl_mem* handles;
    const void** locations;
};

void check_arguments(const NativeArguments& arguments) {
    // "CL_INVALID_VALUE if args is a NULL value and cb_args > 0, or if args is a NULL value and
    // num_mem_objects > 0"; "if args is not NULL and cb_args is 0"; "if num_mem_objects > 0 and
    // mem_list or args_mem_loc are NULL"; "if num_mem_objects = 0 and mem_list or args_mem_loc are
    // not NULL".
    check((arguments.bytes != nullptr) == (arguments.size != 0), CL_INVALID_VALUE,
          "Only one of args and cb_args is given: cb_args is {} bytes. Pass both, or null and 0.", arguments.size);
    const bool objects = arguments.count != 0;
    check(!objects || arguments.bytes, CL_INVALID_VALUE,
          "num_mem_objects is {}, but args is null. Pass the arguments that hold the memory objects.", arguments.count);
    check(
        (arguments.handles != nullptr) == objects && (arguments.locations != nullptr) == objects, CL_INVALID_VALUE,
        "num_mem_objects is {}, but mem_list or args_mem_loc does not match. Pass both lists, or 0 and null for both.",
        arguments.count);
}

/// Returns a copy of the arguments in which each buffer handle is replaced by the address of the buffer's memory.
std::vector<std::max_align_t> resolve(const NativeArguments& arguments, std::span<const Ref<MemObject>> objects) {
    std::vector<std::max_align_t> copy((arguments.size + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t));
    if (arguments.size == 0) return copy;
    auto* const bytes = reinterpret_cast<std::byte*>(copy.data());
    std::memcpy(bytes, arguments.bytes, arguments.size);
    for (cl_uint i = 0; i < arguments.count; ++i) {
        const std::ptrdiff_t at =
            static_cast<const std::byte*>(arguments.locations[i]) - static_cast<const std::byte*>(arguments.bytes);
        check(at >= 0 && static_cast<size_t>(at) + sizeof(void*) <= arguments.size, CL_INVALID_VALUE,
              "args_mem_loc[{}] points outside the {} bytes of args. Let it point to room for a pointer in args.", i,
              arguments.size);
        void* const data = objects[i]->data();
        std::memcpy(bytes + at, &data, sizeof data);
    }
    return copy;
}

}  // namespace

cl_int clEnqueueNativeKernel(cl_command_queue command_queue, NativeCommand::Function user_func, void* args,
                             size_t cb_args, cl_uint num_mem_objects, const cl_mem* mem_list, const void** args_mem_loc,
                             cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        check(user_func, CL_INVALID_VALUE, "user_func is null. Pass the function to call.");
        const NativeArguments arguments{args, cb_args, num_mem_objects, mem_list, args_mem_loc};
        check_arguments(arguments);
        auto objects = deref_list(mem_list, num_mem_objects);
        for (const Ref<MemObject>& object : objects) {
            // "CL_INVALID_MEM_OBJECT if one or more memory objects specified in mem_list are not valid or are not
            // buffer objects"
            check(object->kind() == MemKind::buffer, CL_INVALID_MEM_OBJECT,
                  "mem_list holds an image or a pipe. Pass only buffers.");
        }
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        auto copy = resolve(arguments, objects);
        Queue::enqueue(make<NativeCommand>(std::move(queue), user_func, std::move(copy), std::move(objects)), waits,
                       event);
    });
}

}  // namespace lanewise::runtime::api
