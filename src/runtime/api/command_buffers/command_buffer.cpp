// Creating, finalizing, running and querying command buffers (cl_khr_command_buffer).
#include "runtime/graph/command_buffer.h"

#include <array>

#include "runtime/api/enqueue/wait_list.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/info.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/properties.h"
#include "runtime/core/command.h"
#include "runtime/core/device_limits.h"

namespace lanewise::runtime::api {

namespace {

/// Throws CL_INCOMPATIBLE_COMMAND_QUEUE_KHR unless the queue may run command buffers. The device does not require that
/// the queue has any property.
void check_compatible(const Queue& queue) {
    // "CL_INCOMPATIBLE_COMMAND_QUEUE_KHR if the properties of any command-queue in queues contains a property not
    // specified by CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR."
    check((queue.properties() & ~limits::command_buffer_queue_properties) == 0, CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
          "The queue has the properties {}, but only those of "
          "CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR ({}) are allowed. Pass a host queue.",
          Hex{queue.properties()}, Hex{limits::command_buffer_queue_properties});
}

// "CL_INVALID_VALUE if values specified in properties are not valid, or if the same property name is specified more
// than once."
CommandBufferSettings read_properties(const cl_command_buffer_properties_khr* list) {
    constexpr cl_command_buffer_flags_khr supported =
        CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR;
    constexpr cl_command_buffer_flags_khr known = supported | CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;
    constexpr cl_mutable_dispatch_asserts_khr asserts = CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;
    CommandBufferSettings settings;
    bool has_flags = false, has_asserts = false;
    for (const auto* property = list; property && *property != 0; property += 2) {
        const bool is_flags = *property == CL_COMMAND_BUFFER_FLAGS_KHR;
        check(is_flags || *property == CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, CL_INVALID_VALUE,
              "The property {} is unknown. The device knows CL_COMMAND_BUFFER_FLAGS_KHR and "
              "CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR.",
              Hex{*property});
        check(!(is_flags ? has_flags : has_asserts), CL_INVALID_VALUE,
              "The property {} is given twice. Give each property once.", Hex{*property});
        (is_flags ? has_flags : has_asserts) = true;
        (is_flags ? settings.flags : settings.asserts) = property[1];
    }
    check((settings.flags & ~known) == 0, CL_INVALID_VALUE,
          "CL_COMMAND_BUFFER_FLAGS_KHR is {}, which has a bit that is no flag.", Hex{settings.flags});
    check((settings.asserts & ~asserts) == 0, CL_INVALID_VALUE,
          "CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR is {}, which has a bit that is no assertion.",
          Hex{settings.asserts});
    // "CL_INVALID_PROPERTY if values specified in properties are valid but are not supported by all the devices
    // associated with command-queues in queues."
    check((settings.flags & ~supported) == 0, CL_INVALID_PROPERTY,
          "CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR is set, but the device does not support "
          "cl_khr_command_buffer_multi_device.");
    settings.property_list = copy_properties(list);
    return settings;
}

/// Returns the queue on which a command buffer is to run.
Ref<Queue> queue_for_run(const CommandBuffer& buffer, cl_uint count, const cl_command_queue* queues) {
    // "CL_INVALID_VALUE if queues is NULL and num_queues is > 0, or queues is not NULL and num_queues is 0."
    check((count != 0) == (queues != nullptr), CL_INVALID_VALUE,
          "num_queues is {}, but queues is {}. Pass both, or 0 and null.", count, queues ? "given" : "null");
    // "CL_INVALID_VALUE if num_queues is > 0 and not the same value as num_queues set on command_buffer creation."
    check(count <= 1, CL_INVALID_VALUE, "num_queues is {}, but the command buffer was created with 1 queue.", count);
    Queue& usual = buffer.queue();
    Ref<Queue> queue = count == 0 ? Ref<Queue>(usual) : deref(queues[0]);
    check_compatible(*queue);
    // "CL_INVALID_CONTEXT if any element of queues does not have the same context as the command-queue set on
    // command_buffer creation at the same list index."
    check(&queue->context() == &usual.context(), CL_INVALID_CONTEXT,
          "The queue belongs to another context than the command buffer. Create both in the same context.");
    // "CL_INVALID_DEVICE if any element of queues does not have the same device as the command-queue set on
    // command_buffer creation at the same list index."
    check(&queue->device() == &usual.device(), CL_INVALID_DEVICE,
          "The queue belongs to another device than the queue of the command buffer. Pass a queue of the same device.");
    check(!queue->is_closed(), CL_CONTEXT_TERMINATED_KHR,
          "The context of the command buffer has been terminated by clTerminateContextKHR.");
    return queue;
}

}  // namespace

cl_command_buffer_khr clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue* queues,
                                               const cl_command_buffer_properties_khr* properties,
                                               cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        // "CL_INVALID_VALUE [...] if the cl_khr_command_buffer_multi_device extension is not supported and num_queues
        // is not one"; "if queues is NULL".
        check(num_queues == 1 && queues, CL_INVALID_VALUE,
              "num_queues is {}, and queues is {}. Pass exactly one queue.", num_queues, queues ? "given" : "null");
        Ref<Queue> queue = deref(queues[0]);
        check_compatible(*queue);
        check_live(queue->context());
        return make<CommandBuffer>(std::move(queue), read_properties(properties));
    });
}

cl_int clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
    return entry([&] { retain_handle(command_buffer); });
}

cl_int clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
    return entry([&] { give_back(command_buffer); });
}

cl_int clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
    return entry([&] { deref(command_buffer)->finalize(); });
}

cl_int clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue* queues, cl_command_buffer_khr command_buffer,
                                 cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        const Ref<CommandBuffer> buffer = deref(command_buffer);
        Ref<Queue> queue = queue_for_run(*buffer, num_queues, queues);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(buffer->new_run(std::move(queue)), waits, event);
    });
}

cl_int clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer, cl_command_buffer_info_khr param_name,
                                 size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<CommandBuffer> buffer = deref(command_buffer);
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_COMMAND_BUFFER_NUM_QUEUES_KHR: return info.value<cl_uint>(1);
            case CL_COMMAND_BUFFER_QUEUES_KHR: return info.value<cl_command_queue>(buffer->queue().known_handle());
            case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
                return info.value<cl_uint>(buffer->reference_count_besides_call());
            case CL_COMMAND_BUFFER_STATE_KHR: return info.value<cl_command_buffer_state_khr>(buffer->state());
            case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
                return info.array<cl_command_buffer_properties_khr>(buffer->settings().property_list);
            case CL_COMMAND_BUFFER_CONTEXT_KHR: return info.value<cl_context>(buffer->context().handle());
        }
        fail_unknown_query(param_name);
    });
}

}  // namespace lanewise::runtime::api
