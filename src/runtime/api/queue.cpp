// Command queues (OpenCL API 3.0, section 5.1), flush and finish (section 5.15).
#include "runtime/core/queue.h"

#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/info.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/queue_properties.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"

namespace lanewise::runtime::api {

namespace {

constexpr cl_command_queue_properties host_queue_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;

// "CL_INVALID_DEVICE if device is not a valid device or is not associated with context."
Ref<Device> device_of(const Context& context, cl_device_id device) {
    Ref<Device> checked = deref(device);
    check(context.has_device(*checked), CL_INVALID_DEVICE,
          "device does not belong to context. Pass a device that the context was created with.");
    return checked;
}

void write_default_queue(const Info& info, const Queue& queue) {
    const Ref<Queue> found = queue.context().default_device_queue(queue.device());
    info.value<cl_command_queue>(found ? found->known_handle() : nullptr);
}

}  // namespace

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                                      cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        const Ref<Context> checked = deref_live(context);
        const Ref<Device> target = device_of(*checked, device);
        check((properties & ~host_queue_properties) == 0, CL_INVALID_VALUE,
              "properties is {}. Pass CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PROFILING_ENABLE and "
              "CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL at most.",
              Hex{properties});
        return make<Queue>(*checked, *target, QueueSettings{.properties = properties});
    });
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties* properties, cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        const Ref<Context> checked = deref_live(context);
        const Ref<Device> target = device_of(*checked, device);
        Ref<Queue> queue = make<Queue>(*checked, *target, read_queue_properties(properties));
        if ((queue->properties() & CL_QUEUE_ON_DEVICE_DEFAULT) == 0) return queue;
        // There is "only one default device queue per device [...] If a default device queue exists, it is returned,
        // and its reference count incremented".
        return checked->set_default_device_queue(*queue, /*if_none=*/true);
    });
}

// The name of clCreateCommandQueueWithProperties in cl_khr_create_command_queue, for applications of OpenCL 1.2.
cl_command_queue clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                                       const cl_queue_properties* properties, cl_int* errcode_ret) {
    return clCreateCommandQueueWithProperties(context, device, properties, errcode_ret);
}

cl_int clRetainCommandQueue(cl_command_queue command_queue) {
    return entry([&] { retain_handle(command_queue); });
}

cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
    return entry([&] {
        const Ref<Queue> queue = deref(command_queue);
        give_back(command_queue);
        // "clReleaseCommandQueue performs an implicit flush to issue any previously queued OpenCL
        // commands in command_queue."
        if (!queue->is_on_device()) queue->flush();
    });
}

cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue command_queue) {
    return entry([&] {
        const Ref<Context> checked = deref_live(context);
        const Ref<Device> target = device_of(*checked, device);
        // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue for device."
        const Ref<Queue> queue = deref(command_queue);
        check(queue->is_on_device() && &queue->device() == target.get() && &queue->context() == checked.get(),
              CL_INVALID_COMMAND_QUEUE,
              "command_queue is not a device queue of device and context. Pass a queue that was created with "
              "CL_QUEUE_ON_DEVICE for both.");
        checked->set_default_device_queue(*queue, /*if_none=*/false);
    });
}

cl_int clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name, size_t param_value_size,
                             void* param_value, size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Queue> queue = deref(command_queue);
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_QUEUE_CONTEXT: return info.value<cl_context>(queue->context().handle());
            case CL_QUEUE_DEVICE: return info.value<cl_device_id>(queue->device().handle());
            case CL_QUEUE_REFERENCE_COUNT: return info.value<cl_uint>(queue->reference_count_besides_call());
            case CL_QUEUE_PROPERTIES: return info.value<cl_command_queue_properties>(queue->properties());
            case CL_QUEUE_PROPERTIES_ARRAY: return info.array(queue->property_list());
            case CL_QUEUE_DEVICE_DEFAULT:
                // Returns the default queue "or NULL if there is no default device queue".
                return write_default_queue(info, *queue);
            case CL_QUEUE_SIZE:
                // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue for param_name". Only device
                // queues have a size.
                check(queue->is_on_device(), CL_INVALID_COMMAND_QUEUE,
                      "CL_QUEUE_SIZE is only for device queues, and command_queue is a host queue.");
                return info.value<cl_uint>(queue->device_bytes());
        }
        fail_unknown_query(param_name);
    });
}

}  // namespace lanewise::runtime::api
