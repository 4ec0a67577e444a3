#include "runtime/api/queue_properties.h"

#include "runtime/api/properties.h"
#include "runtime/object/error.h"

namespace lanewise::runtime::api {

namespace {

constexpr cl_command_queue_properties all_queue_properties = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                             CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_ON_DEVICE |
                                                             CL_QUEUE_ON_DEVICE_DEFAULT;

// "CL_INVALID_VALUE if values specified in properties are not valid."
// "CL_INVALID_QUEUE_PROPERTIES if values specified in properties are valid but are not supported by
// the device."
void check_bits(cl_command_queue_properties properties) {
    check((properties & ~all_queue_properties) == 0, CL_INVALID_VALUE, "unknown bits in the queue's properties");
    const bool on_device = (properties & CL_QUEUE_ON_DEVICE) != 0;
    const bool on_device_default = (properties & CL_QUEUE_ON_DEVICE_DEFAULT) != 0;
    check(on_device || !on_device_default, CL_INVALID_VALUE, "CL_QUEUE_ON_DEVICE_DEFAULT without CL_QUEUE_ON_DEVICE");
    check(!on_device, CL_INVALID_QUEUE_PROPERTIES, "no on-device queues");
}

device::Urgency read_priority(cl_queue_properties value) {
    switch (value) {
        case CL_QUEUE_PRIORITY_HIGH_KHR: return device::Urgency::high;
        case CL_QUEUE_PRIORITY_MED_KHR: return device::Urgency::normal;
        case CL_QUEUE_PRIORITY_LOW_KHR: return device::Urgency::low;
    }
    throw Error(CL_INVALID_VALUE, "CL_QUEUE_PRIORITY_KHR is no CL_QUEUE_PRIORITY_*_KHR");
}

bool read_throttle(cl_queue_properties value) {
    const bool known =
        value == CL_QUEUE_THROTTLE_HIGH_KHR || value == CL_QUEUE_THROTTLE_MED_KHR || value == CL_QUEUE_THROTTLE_LOW_KHR;
    check(known, CL_INVALID_VALUE, "CL_QUEUE_THROTTLE_KHR is no CL_QUEUE_THROTTLE_*_KHR");
    return value == CL_QUEUE_THROTTLE_LOW_KHR;
}

}  // namespace

QueueSettings read_queue_properties(const cl_queue_properties* list) {
    QueueSettings settings;
    std::vector<cl_queue_properties> seen;
    for_each_property(list, [&](cl_queue_properties name, cl_queue_properties value) {
        for (const cl_queue_properties other : seen) {
            check(other != name, CL_INVALID_VALUE, "a queue property is given twice");
        }
        seen.push_back(name);
        switch (name) {
            case CL_QUEUE_PROPERTIES: settings.properties = value; return;
            case CL_QUEUE_PRIORITY_KHR: settings.urgency = read_priority(value); return;
            case CL_QUEUE_THROTTLE_KHR: settings.is_throttled = read_throttle(value); return;
        }
        // CL_QUEUE_SIZE is for on-device queues only: "CL_INVALID_VALUE".
        throw Error(CL_INVALID_VALUE, "unknown queue property");
    });
    check_bits(settings.properties);
    settings.property_list = copy_properties(list);
    return settings;
}

}  // namespace lanewise::runtime::api
