#include "runtime/api/queue_properties.h"

#include <algorithm>
#include <optional>
#include <span>

#include "runtime/api/properties.h"
#include "runtime/core/device_limits.h"
#include "runtime/object/error.h"

namespace lanewise::runtime::api {

namespace {

constexpr cl_command_queue_properties all_queue_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_ON_DEVICE |
    CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;

// "CL_INVALID_VALUE if values specified in properties are not valid."
// "CL_INVALID_QUEUE_PROPERTIES if values specified in properties are valid but are not supported by
// the device."
void check_bits(cl_command_queue_properties properties, std::span<const cl_queue_properties> names) {
    check((properties & ~all_queue_properties) == 0, CL_INVALID_VALUE,
          "CL_QUEUE_PROPERTIES is {}, which has a bit that is no CL_QUEUE_* property.", Hex{properties});
    const bool on_device = (properties & CL_QUEUE_ON_DEVICE) != 0;
    const bool on_device_default = (properties & CL_QUEUE_ON_DEVICE_DEFAULT) != 0;
    check(on_device || !on_device_default, CL_INVALID_VALUE,
          "CL_QUEUE_ON_DEVICE_DEFAULT is set without CL_QUEUE_ON_DEVICE. Set both.");
    // "CL_QUEUE_ON_DEVICE: [...] CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE must also be set", "CL_INVALID_VALUE".
    const bool has_hint = std::ranges::any_of(
        names, [](cl_queue_properties name) { return name == CL_QUEUE_PRIORITY_KHR || name == CL_QUEUE_THROTTLE_KHR; });
    // cl_khr_priority_hints and cl_khr_throttle_hints: "CL_INVALID_QUEUE_PROPERTIES if [the hint] is specified and the
    // queue is a CL_QUEUE_ON_DEVICE".
    check(!on_device || !has_hint, CL_INVALID_QUEUE_PROPERTIES,
          "CL_QUEUE_PRIORITY_KHR or CL_QUEUE_THROTTLE_KHR is given for a device queue. These hints are only for host "
          "queues.");
    // cl_intel_exec_by_local_thread: host threads run the commands, so the queue must be a host queue.
    check(!on_device || (properties & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL) == 0, CL_INVALID_QUEUE_PROPERTIES,
          "CL_QUEUE_ON_DEVICE is set together with CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL, which is only for host "
          "queues.");
    const bool in_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
    check(!on_device || !in_order, CL_INVALID_VALUE,
          "CL_QUEUE_ON_DEVICE is set without CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE. Set both.");
}

// "CL_QUEUE_SIZE: Specifies the size of the device queue in bytes. This can only be specified if CL_QUEUE_ON_DEVICE is
// set in CL_QUEUE_PROPERTIES. This must be a value <= CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE", CL_INVALID_QUEUE_PROPERTIES.
// "If CL_QUEUE_SIZE is not specified, the device queue is created with CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE".
std::uint32_t device_bytes(cl_command_queue_properties properties, std::optional<cl_queue_properties> given) {
    const bool on_device = (properties & CL_QUEUE_ON_DEVICE) != 0;
    check(on_device || !given, CL_INVALID_VALUE,
          "CL_QUEUE_SIZE is given without CL_QUEUE_ON_DEVICE. Only device queues have a size.");
    if (!on_device) return 0;
    if (!given) return limits::preferred_device_queue_bytes;
    check(*given != 0, CL_INVALID_VALUE,
          "CL_QUEUE_SIZE is 0 bytes. Pass at least 1 byte, or leave it out for the preferred size.");
    check(*given <= limits::max_device_queue_bytes, CL_INVALID_QUEUE_PROPERTIES,
          "CL_QUEUE_SIZE is {} bytes, which exceeds CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE ({} bytes).", *given,
          limits::max_device_queue_bytes);
    return static_cast<std::uint32_t>(*given);
}

device::Urgency read_priority(cl_queue_properties value) {
    switch (value) {
        case CL_QUEUE_PRIORITY_HIGH_KHR: return device::Urgency::high;
        case CL_QUEUE_PRIORITY_MED_KHR: return device::Urgency::normal;
        case CL_QUEUE_PRIORITY_LOW_KHR: return device::Urgency::low;
    }
    fail(CL_INVALID_VALUE,
         "CL_QUEUE_PRIORITY_KHR is {}. Pass CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR or "
         "CL_QUEUE_PRIORITY_LOW_KHR.",
         Hex{value});
}

bool read_throttle(cl_queue_properties value) {
    const bool known =
        value == CL_QUEUE_THROTTLE_HIGH_KHR || value == CL_QUEUE_THROTTLE_MED_KHR || value == CL_QUEUE_THROTTLE_LOW_KHR;
    check(known, CL_INVALID_VALUE,
          "CL_QUEUE_THROTTLE_KHR is {}. Pass CL_QUEUE_THROTTLE_HIGH_KHR, CL_QUEUE_THROTTLE_MED_KHR or "
          "CL_QUEUE_THROTTLE_LOW_KHR.",
          Hex{value});
    return value == CL_QUEUE_THROTTLE_LOW_KHR;
}

}  // namespace

QueueSettings read_queue_properties(const cl_queue_properties* list) {
    QueueSettings settings;
    std::vector<cl_queue_properties> seen;
    std::optional<cl_queue_properties> bytes;
    for_each_property(list, [&](cl_queue_properties name, cl_queue_properties value) {
        for (const cl_queue_properties other : seen) {
            check(other != name, CL_INVALID_VALUE, "The queue property {} is given twice. Give each property once.",
                  Hex{name});
        }
        seen.push_back(name);
        switch (name) {
            case CL_QUEUE_PROPERTIES: settings.properties = value; return;
            case CL_QUEUE_PRIORITY_KHR: settings.urgency = read_priority(value); return;
            case CL_QUEUE_SIZE: bytes = value; return;
            case CL_QUEUE_THROTTLE_KHR: settings.is_throttled = read_throttle(value); return;
        }
        fail(CL_INVALID_VALUE,
             "The queue property {} is unknown. The device knows CL_QUEUE_PROPERTIES, CL_QUEUE_SIZE, "
             "CL_QUEUE_PRIORITY_KHR and CL_QUEUE_THROTTLE_KHR.",
             Hex{name});
    });
    check_bits(settings.properties, seen);
    settings.device_bytes = device_bytes(settings.properties, bytes);
    settings.property_list = copy_properties(list);
    return settings;
}

}  // namespace lanewise::runtime::api
