// Command queues (OpenCL API 3.0, section 5.1), flush and finish (section 5.15).
#include "runtime/core/queue.h"

#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/info.h"
#include "runtime/api/properties.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"

namespace lanewise::runtime::api {

namespace {

constexpr cl_command_queue_properties host_queue_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties all_queue_properties =
    host_queue_properties | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

// "CL_INVALID_VALUE if values specified in properties are not valid."
// "CL_INVALID_QUEUE_PROPERTIES if values specified in properties are valid but are not supported by
// the device."
void check_queue_properties(cl_command_queue_properties properties) {
    check((properties & ~all_queue_properties) == 0, CL_INVALID_VALUE,
          "unknown bits in the queue's properties");
    const bool on_device = (properties & CL_QUEUE_ON_DEVICE) != 0;
    const bool on_device_default = (properties & CL_QUEUE_ON_DEVICE_DEFAULT) != 0;
    check(on_device || !on_device_default, CL_INVALID_VALUE,
          "CL_QUEUE_ON_DEVICE_DEFAULT without CL_QUEUE_ON_DEVICE");
    check(!on_device, CL_INVALID_QUEUE_PROPERTIES, "no on-device queues");
}

// "CL_INVALID_DEVICE if device is not a valid device or is not associated with context."
Device& device_of(const Context& context, cl_device_id device) {
    Device& checked = deref(device);
    check(context.has_device(checked), CL_INVALID_DEVICE, "the device is not of the context");
    return checked;
}

cl_command_queue_properties read_property_list(const cl_queue_properties* list) {
    cl_command_queue_properties properties = 0;
    bool seen = false;
    for_each_property(list, [&](cl_queue_properties name, cl_queue_properties value) {
        // CL_QUEUE_SIZE is for on-device queues only: "CL_INVALID_VALUE".
        check(name == CL_QUEUE_PROPERTIES && !seen, CL_INVALID_VALUE,
              "unknown queue property, or one given twice");
        seen = true;
        properties = value;
    });
    check_queue_properties(properties);
    return properties;
}

}  // namespace

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties,
                                      cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        Context& checked = deref(context);
        Device& target = device_of(checked, device);
        check((properties & ~host_queue_properties) == 0, CL_INVALID_VALUE,
              "unknown bits in the queue's properties");
        return make<Queue>(checked, target, properties, std::vector<cl_queue_properties>{});
    });
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties* properties,
                                                    cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        Context& checked = deref(context);
        Device& target = device_of(checked, device);
        const cl_command_queue_properties bits = read_property_list(properties);
        return make<Queue>(checked, target, bits, copy_properties(properties));
    });
}

cl_int clRetainCommandQueue(cl_command_queue command_queue) {
    return entry([&] { deref(command_queue).retain(); });
}

cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
    return entry([&] {
        Queue& queue = deref(command_queue);
        // "clReleaseCommandQueue performs an implicit flush to issue any previously queued OpenCL
        // commands in command_queue."
        queue.flush();
        queue.release();
    });
}

cl_int clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                             size_t param_value_size, void* param_value,
                             size_t* param_value_size_ret) {
    return entry([&] {
        Queue& queue = deref(command_queue);
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_QUEUE_CONTEXT:
                return info.value<cl_context>(queue.context().handle());
            case CL_QUEUE_DEVICE:
                return info.value<cl_device_id>(queue.device().handle());
            case CL_QUEUE_REFERENCE_COUNT:
                return info.value<cl_uint>(queue.reference_count());
            case CL_QUEUE_PROPERTIES:
                return info.value<cl_command_queue_properties>(queue.properties());
            case CL_QUEUE_PROPERTIES_ARRAY:
                return info.array(queue.property_list());
            case CL_QUEUE_DEVICE_DEFAULT:
                // "or NULL if there is no default device queue".
                return info.value<cl_command_queue>(nullptr);
            case CL_QUEUE_SIZE:
                // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue for
                // param_name": only on-device queues have a size.
                throw Error(CL_INVALID_COMMAND_QUEUE, "CL_QUEUE_SIZE of a host queue");
        }
        throw Error(CL_INVALID_VALUE, "param_name is not a queue query");
    });
}

}  // namespace lanewise::runtime::api
