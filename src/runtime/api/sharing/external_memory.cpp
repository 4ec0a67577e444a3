// Enqueues the commands that acquire and release memory of other processes and APIs (cl_khr_external_memory).
#include <algorithm>

#include "runtime/api/enqueue/failed_events.h"
#include "runtime/api/enqueue/wait_list.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/live_handle.h"
#include "runtime/command/external_command.h"
#include "runtime/core/device.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime::api {
namespace {

/// Returns whether the object's list CL_MEM_DEVICE_HANDLE_LIST_KHR contains the device. Also returns true if the object
/// has no list of devices.
bool is_shared_with(const MemObject& object, Device& device) {
    const auto list = object.property(CL_MEM_DEVICE_HANDLE_LIST_KHR);
    return !list || std::ranges::find(*list, reinterpret_cast<cl_mem_properties>(device.handle())) != list->end();
}

Ref<MemObject> deref_imported(const Queue& queue, cl_mem handle) {
    // "CL_INVALID_MEM_OBJECT if any of the memory objects in mem_objects is not a valid OpenCL memory object created
    // using an external memory handle."
    Ref<MemObject> object = deref(handle);
    check(object->is_imported(), CL_INVALID_MEM_OBJECT,
          "A memory object was created without an external handle. Pass only imported objects.");
    // "CL_INVALID_COMMAND_QUEUE [...] if device associated with command_queue is not one of the devices specified by
    // CL_MEM_DEVICE_HANDLE_LIST_KHR at the time of creating one or more of mem_objects, or if one or more of
    // mem_objects belong to a context that does not contain a device associated with command_queue."
    check(object->context().has_device(queue.device()) && is_shared_with(*object, queue.device()),
          CL_INVALID_COMMAND_QUEUE,
          "The device of command_queue is not one of the devices of a memory object. Use a queue of a device in "
          "CL_MEM_DEVICE_HANDLE_LIST_KHR.");
    check(&object->context() == &queue.context(), CL_INVALID_CONTEXT,
          "A memory object belongs to another context than command_queue. Create both in the same context.");
    return object;
}

cl_int enqueue_transition(cl_command_type type, cl_command_queue command_queue, cl_uint count, const cl_mem* handles,
                          cl_uint event_count, const cl_event* event_wait_list, cl_event* event, const char* function) {
    return entry(
        [&] {
            Ref<Queue> queue = deref_live(command_queue);
            // "CL_INVALID_VALUE if num_mem_objects is zero and mem_objects is not a NULL value, or if num_mem_objects
            // is greater than 0 and mem_objects is NULL."
            check((count != 0) == (handles != nullptr), CL_INVALID_VALUE,
                  "num_mem_objects is {}, but mem_objects is {}. Pass both, or 0 and null.", count,
                  handles ? "given" : "null");
            std::vector<Ref<MemObject>> objects;
            for (cl_uint i = 0; i < count; ++i) objects.push_back(deref_imported(*queue, handles[i]));
            const CheckedWaitList waits(*queue, event_count, event_wait_list);
            check_no_failure(waits);
            Queue::enqueue(make<ExternalCommand>(std::move(queue), type, std::move(objects)), waits, event);
        },
        function);
}

}  // namespace

cl_int clEnqueueAcquireExternalMemObjectsKHR(cl_command_queue command_queue, cl_uint num_mem_objects,
                                             const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                                             const cl_event* event_wait_list, cl_event* event) {
    return enqueue_transition(CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, command_queue, num_mem_objects, mem_objects,
                              num_events_in_wait_list, event_wait_list, event, __func__);
}

cl_int clEnqueueReleaseExternalMemObjectsKHR(cl_command_queue command_queue, cl_uint num_mem_objects,
                                             const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                                             const cl_event* event_wait_list, cl_event* event) {
    return enqueue_transition(CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR, command_queue, num_mem_objects, mem_objects,
                              num_events_in_wait_list, event_wait_list, event, __func__);
}

}  // namespace lanewise::runtime::api
