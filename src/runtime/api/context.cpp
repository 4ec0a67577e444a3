// Contexts (OpenCL API 3.0, section 4.4).
#include "runtime/core/context.h"

#include <algorithm>
#include <array>
#include <utility>

#include "device/kernel/code_group.h"
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/info.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/properties.h"
#include "runtime/core/device.h"
#include "runtime/core/platform.h"
#include "runtime/core/zeroed_memory.h"

namespace lanewise::runtime::api {

namespace {

// "CL_INVALID_PROPERTY if context property name in properties is not a supported property name, if the
// value specified for a supported property name is not valid, or if the same property name is
// specified more than once"; "CL_INVALID_PLATFORM if properties is NULL and no platform could be
// selected or if platform value specified in properties is not a valid platform."
void check_properties(const cl_context_properties* properties) {
    constexpr std::array known{CL_CONTEXT_PLATFORM, CL_CONTEXT_INTEROP_USER_SYNC, CL_CONTEXT_TERMINATE_KHR,
                               CL_CONTEXT_MEMORY_INITIALIZE_KHR};
    std::array<bool, known.size()> seen{};
    for_each_property(properties, [&](cl_context_properties name, cl_context_properties value) {
        const auto found = std::ranges::find(known, name);
        check(found != known.end(), CL_INVALID_PROPERTY,
              "The context property {} is unknown. The device knows CL_CONTEXT_PLATFORM, CL_CONTEXT_INTEROP_USER_SYNC, "
              "CL_CONTEXT_TERMINATE_KHR and CL_CONTEXT_MEMORY_INITIALIZE_KHR.",
              Hex{static_cast<std::uint64_t>(name)});
        check(!std::exchange(seen[static_cast<std::size_t>(found - known.begin())], true), CL_INVALID_PROPERTY,
              "The context property {} is given twice. Give each property once.",
              Hex{static_cast<std::uint64_t>(name)});
        if (name == CL_CONTEXT_PLATFORM) {
            deref(reinterpret_cast<cl_platform_id>(value));
        } else if (name == CL_CONTEXT_MEMORY_INITIALIZE_KHR) {
            constexpr cl_context_properties all =
                CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;
            check((value & ~all) == 0, CL_INVALID_PROPERTY,
                  "The value of CL_CONTEXT_MEMORY_INITIALIZE_KHR is {}. Pass CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR, "
                  "CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR or both.",
                  Hex{static_cast<std::uint64_t>(value)});
        } else {
            check(value == CL_TRUE || value == CL_FALSE, CL_INVALID_PROPERTY,
                  "The value of context property {} is {}. Pass CL_TRUE or CL_FALSE.",
                  Hex{static_cast<std::uint64_t>(name)}, value);
        }
        // cl_khr_terminate_context: "CL_INVALID_PROPERTY if [...] CL_CONTEXT_TERMINATE_KHR is set to CL_TRUE in
        // properties, but not all of the devices associated with the context support the ability to support context
        // termination".
        check(name != CL_CONTEXT_TERMINATE_KHR || value == CL_FALSE || device::can_end_code(), CL_INVALID_PROPERTY,
              "CL_CONTEXT_TERMINATE_KHR is CL_TRUE, but the device cannot terminate contexts. Query "
              "CL_DEVICE_TERMINATE_CAPABILITY_KHR first.");
    });
}

bool asks_for_termination(const cl_context_properties* properties) {
    bool asks = false;
    for_each_property(properties, [&](cl_context_properties name, cl_context_properties value) {
        asks |= name == CL_CONTEXT_TERMINATE_KHR && value == CL_TRUE;
    });
    return asks;
}

// "CL_INVALID_VALUE if pfn_notify is NULL but user_data is not NULL."
void check_notify(const void* notify, const void* user_data) {
    check(notify || !user_data, CL_INVALID_VALUE, "user_data is given, but pfn_notify is null. Pass both or none.");
}

std::vector<Ref<Device>> unique_devices(const cl_device_id* devices, cl_uint count) {
    std::vector<Ref<Device>> unique;
    for (Ref<Device>& device : deref_list(devices, count)) {
        const bool known =
            std::ranges::any_of(unique, [&](const Ref<Device>& other) { return other.get() == device.get(); });
        // "Duplicate devices specified in devices are ignored."
        if (!known) unique.push_back(std::move(device));
    }
    return unique;
}

}  // namespace

cl_context clCreateContext(const cl_context_properties* properties, cl_uint num_devices, const cl_device_id* devices,
                           Context::ErrorCallback pfn_notify, void* user_data, cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        check_properties(properties);
        // "CL_INVALID_VALUE if devices is NULL. CL_INVALID_VALUE if num_devices is equal to zero."
        check(devices && num_devices != 0, CL_INVALID_VALUE,
              "devices is null or num_devices is 0. Pass at least one device.");
        check_notify(reinterpret_cast<const void*>(pfn_notify), user_data);
        return make<Context>(unique_devices(devices, num_devices), copy_properties(properties),
                             asks_for_termination(properties), pfn_notify, user_data);
    });
}

cl_context clCreateContextFromType(const cl_context_properties* properties, cl_device_type device_type,
                                   Context::ErrorCallback pfn_notify, void* user_data, cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        check_properties(properties);
        check_notify(reinterpret_cast<const void*>(pfn_notify), user_data);
        // "CL_DEVICE_NOT_FOUND if no devices that match device_type ... were found."
        check(wants_this_device(device_type), CL_DEVICE_NOT_FOUND,
              "device_type {} asks for no CPU, and the platform's only device is a CPU. Pass CL_DEVICE_TYPE_CPU, "
              "CL_DEVICE_TYPE_DEFAULT or CL_DEVICE_TYPE_ALL.",
              Hex{device_type});
        std::vector<Ref<Device>> devices{Ref<Device>(Platform::instance().root_device())};
        return make<Context>(std::move(devices), copy_properties(properties), asks_for_termination(properties),
                             pfn_notify, user_data);
    });
}

cl_int clRetainContext(cl_context context) {
    return entry([&] { retain_handle(context); });
}

cl_int clReleaseContext(cl_context context) {
    return entry([&] { give_back(context); });
}

cl_int clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size, void* param_value,
                        size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Context> checked = deref(context);
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_CONTEXT_REFERENCE_COUNT: return info.value<cl_uint>(checked->reference_count_besides_call());
            case CL_CONTEXT_NUM_DEVICES: return info.value<cl_uint>(static_cast<cl_uint>(checked->devices().size()));
            case CL_CONTEXT_DEVICES: {
                std::vector<cl_device_id> handles;
                for (const Ref<Device>& device : checked->devices()) {
                    handles.push_back(device->handle());
                }
                return info.array<cl_device_id>(handles);
            }
            case CL_CONTEXT_PROPERTIES: return info.array(checked->properties());
        }
        fail_unknown_query(param_name);
    });
}

cl_int clSetContextDestructorCallback(cl_context context, Context::DestructorCallback pfn_notify, void* user_data) {
    return entry([&] {
        const Ref<Context> checked = deref_live(context);
        // "CL_INVALID_VALUE if pfn_notify is NULL."
        check(pfn_notify, CL_INVALID_VALUE, "pfn_notify is null. Pass the function to call.");
        checked->add_destructor_callback(pfn_notify, user_data);
    });
}

cl_int clTerminateContextKHR(cl_context context) {
    return entry([&] { deref(context)->terminate(); });
}

}  // namespace lanewise::runtime::api
