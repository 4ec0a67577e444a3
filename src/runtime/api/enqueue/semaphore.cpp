// Commands that wait for semaphores and signal them (cl_khr_semaphore).
#include "runtime/api/enqueue/failed_events.h"
#include "runtime/api/enqueue/wait_list.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/live_handle.h"
#include "runtime/semaphores/semaphore_command.h"

namespace lanewise::runtime::api {
namespace {

void check_semaphore(const Queue& queue, const Semaphore& semaphore) {
    const bool is_same = &semaphore.context() == &queue.context();
    // "CL_INVALID_COMMAND_QUEUE [...] if one or more of sema_objects belong to a context that does not contain a device
    // associated with command_queue."
    check(is_same || semaphore.context().has_device(queue.device()), CL_INVALID_COMMAND_QUEUE,
          "A semaphore belongs to a context without the device of command_queue. Create both in the same context.");
    // "CL_INVALID_CONTEXT if the context associated with command_queue and any of the semaphore objects in sema_objects
    // are not the same"
    check(is_same, CL_INVALID_CONTEXT,
          "A semaphore belongs to another context than command_queue. Create both in the same context.");
    // "CL_INVALID_COMMAND_QUEUE [...] if the device associated with command_queue is not same as one of the devices
    // specified by CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR at the time of creating one or more of sema_objects"
    check(
        semaphore.has_device(queue.device()), CL_INVALID_COMMAND_QUEUE,
        "The device of command_queue is not in the CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR of a semaphore. Use a queue of "
        "a device in this list.");
}

std::vector<Ref<Semaphore>> check_semaphores(const Queue& queue, cl_uint count, const cl_semaphore_khr* handles) {
    // "CL_INVALID_VALUE if num_sema_objects is 0."
    check(count != 0 && handles, CL_INVALID_VALUE,
          "num_sema_objects is 0 or sema_objects is null. Pass at least one semaphore.");
    std::vector<Ref<Semaphore>> semaphores = deref_list(handles, count);
    for (const Ref<Semaphore>& semaphore : semaphores) check_semaphore(queue, *semaphore);
    return semaphores;
}

}  // namespace

// Binary semaphores need no payload, so sema_payload_list "will be ignored".
cl_int clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                  const cl_semaphore_khr* sema_objects, const cl_semaphore_payload_khr*,
                                  cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        std::vector<Ref<Semaphore>> semaphores = check_semaphores(*queue, num_sema_objects, sema_objects);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        check_no_failure(waits);
        const WaitList events = waits;
        std::vector<Event*> all(events.begin(), events.end());
        all.reserve(events.size() + semaphores.size());
        const auto command = make<WaitSemaphoresCommand>(std::move(queue), std::move(semaphores));
        for (const SemaphoreWait& wait : command->waits()) all.push_back(wait.granted.get());
        Queue::enqueue(command, all, event);
    });
}

cl_int clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                    const cl_semaphore_khr* sema_objects, const cl_semaphore_payload_khr*,
                                    cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        std::vector<Ref<Semaphore>> semaphores = check_semaphores(*queue, num_sema_objects, sema_objects);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        check_no_failure(waits);
        Queue::enqueue(make<SignalSemaphoresCommand>(std::move(queue), std::move(semaphores)), waits, event);
    });
}

}  // namespace lanewise::runtime::api
