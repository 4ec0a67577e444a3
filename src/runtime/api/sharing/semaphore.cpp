// Creation, reference counts, queries and export of semaphores (cl_khr_semaphore, cl_khr_external_semaphore).
#include "runtime/semaphores/semaphore.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/handle_types.h"
#include "runtime/api/info.h"
#include "runtime/api/live_handle.h"

namespace lanewise::runtime::api {
namespace {

using Property = cl_semaphore_properties_khr;

/// The properties of clCreateSemaphoreWithPropertiesKHR.
class SemaphoreProperties {
public:
    SemaphoreProperties(const Context& context, const Property* properties) : context_(context), next_(properties) {
        // "CL_INVALID_VALUE if sema_props is NULL"
        check(properties, CL_INVALID_VALUE, "sema_props is null. Pass a list with CL_SEMAPHORE_TYPE_KHR.");
        while (*next_ != 0) read_property();
        settings_.property_list.assign(properties, next_ + 1);
        check_whole();
    }

    SemaphoreSettings&& settings() noexcept { return std::move(settings_); }
    /// Returns the type of the handle to import; 0 if there is none.
    cl_external_semaphore_handle_type_khr imported_type() const noexcept { return imported_type_; }
    int imported() const noexcept { return imported_; }

private:
    // "CL_INVALID_PROPERTY if a property name in sema_props is not a supported property name, if the value specified
    // for a supported property name is not valid, or if the same property name is specified more than once."
    void read_property() {
        const Property name = *next_++;
        switch (name) {
            case CL_SEMAPHORE_TYPE_KHR: return read_type();
            case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: return read_devices();
            case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR: return read_export_types();
            case CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR:
            case CL_SEMAPHORE_HANDLE_SYNC_FD_KHR: return read_handle(name);
        }
        fail(CL_INVALID_PROPERTY, "The semaphore property {} is unknown to this device.", Hex{name});
    }

    void read_type() {
        check(!has_type_, CL_INVALID_PROPERTY, "sema_props has CL_SEMAPHORE_TYPE_KHR twice. Pass it once.");
        has_type_ = true;
        const Property type = *next_++;
        check(type == CL_SEMAPHORE_TYPE_BINARY_KHR, CL_INVALID_PROPERTY,
              "CL_SEMAPHORE_TYPE_KHR is {}. The only type is CL_SEMAPHORE_TYPE_BINARY_KHR.", type);
    }

    void read_devices() {
        check(!has_devices_, CL_INVALID_PROPERTY,
              "sema_props has CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR twice. Pass it once.");
        has_devices_ = true;
        while (const Property handle = *next_++) {
            settings_.devices.push_back(deref(reinterpret_cast<cl_device_id>(handle)));
            // "CL_INVALID_DEVICE [...] if a device identified by CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is not one of the
            // devices within context."
            check(context_.has_device(*settings_.devices.back()), CL_INVALID_DEVICE,
                  "A device in CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is not one of the context's devices.");
        }
        // "CL_INVALID_DEVICE if CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is specified as part of sema_props, but it does not
        // identify exactly one valid device"
        check(settings_.devices.size() == 1, CL_INVALID_DEVICE,
              "CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR has {} devices. Pass exactly one.", settings_.devices.size());
    }

    void read_export_types() {
        check(!has_export_types_, CL_INVALID_PROPERTY,
              "sema_props has CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR twice. Pass it once.");
        has_export_types_ = true;
        while (const Property type = *next_++) {
            check(std::ranges::find(semaphore_export_types, type) != semaphore_export_types.end(), CL_INVALID_PROPERTY,
                  "CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR has the type {}, which the device cannot export. Query "
                  "CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR.",
                  Hex{type});
            settings_.export_types.push_back(static_cast<cl_external_semaphore_handle_type_khr>(type));
        }
        // "CL_INVALID_VALUE if more than one semaphore handle type is specified in the
        // CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR list."
        check(settings_.export_types.size() <= 1, CL_INVALID_VALUE,
              "CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR has {} types. Pass one.", settings_.export_types.size());
    }

    void read_handle(Property type) {
        // "CL_INVALID_PROPERTY if sema_props includes more than one external semaphore handle."
        check(imported_type_ == 0, CL_INVALID_PROPERTY, "sema_props has more than one external handle. Pass one.");
        imported_type_ = static_cast<cl_external_semaphore_handle_type_khr>(type);
        imported_ = static_cast<int>(*next_++);
    }

    void check_whole() {
        // "CL_INVALID_VALUE [...] if sema_props do not specify <property, value> pairs for minimum set of properties
        // (i.e. CL_SEMAPHORE_TYPE_KHR)"
        check(has_type_, CL_INVALID_VALUE, "sema_props lacks CL_SEMAPHORE_TYPE_KHR. Pass the type.");
        // "Additionally, [CL_INVALID_PROPERTY] if context is a multiple device context and sema_props does not specify
        // CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR."
        check(has_devices_ || context_.devices().size() == 1, CL_INVALID_PROPERTY,
              "The context has {} devices, but sema_props lacks CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR. Pass one device.",
              context_.devices().size());
        if (!has_devices_) settings_.devices.push_back(context_.devices().front());
        // "CL_INVALID_OPERATION If props_list specifies a cl_external_semaphore_handle_type_khr followed by a handle as
        // well as CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR."
        check(
            imported_type_ == 0 || !has_export_types_, CL_INVALID_OPERATION,
            "sema_props has an external handle and CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR. An imported semaphore cannot "
            "be exported: leave one of both out.");
        settings_.is_sync_file = imported_type_ == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
    }

    const Context& context_;
    const Property* next_;
    SemaphoreSettings settings_;
    bool has_type_ = false, has_devices_ = false, has_export_types_ = false;
    cl_external_semaphore_handle_type_khr imported_type_ = 0;
    int imported_ = -1;
};

// Checks a handle before the driver owns it. "The application must not perform any operations on the file descriptor
// after a successful import"; after a failed import, the descriptor still belongs to the application.
void check_handle(cl_external_semaphore_handle_type_khr type, int handle) {
    if (type == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR)
        check(is_counter(handle), CL_INVALID_PROPERTY,
              "CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR is {}, which is no descriptor of a semaphore. Pass a descriptor from "
              "clGetSemaphoreHandleForTypeKHR.",
              handle);
    // "The special value -1 for fd is treated like a valid sync file descriptor referring to an object that has already
    // signaled."
    if (type == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR)
        check(
            handle == -1 || can_be_awaited(handle), CL_INVALID_PROPERTY,
            "CL_SEMAPHORE_HANDLE_SYNC_FD_KHR is {}, which is no sync file. Pass the descriptor of a sync file, or -1.",
            handle);
}

/// Makes the state of a semaphore from a handle. The driver then owns the handle.
Payload import_handle(cl_external_semaphore_handle_type_khr type, int handle) noexcept {
    switch (type) {
        case CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR: return Payload::of_shared(device::Descriptor(handle));
        case CL_SEMAPHORE_HANDLE_SYNC_FD_KHR: return Payload::of_fence(device::Descriptor(handle));
    }
    return {};
}

}  // namespace

cl_semaphore_khr clCreateSemaphoreWithPropertiesKHR(cl_context context_handle,
                                                    const cl_semaphore_properties_khr* sema_props,
                                                    cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        const Ref<Context> context = deref_live(context_handle);
        SemaphoreProperties properties(*context, sema_props);
        check_handle(properties.imported_type(), properties.imported());
        // The object is created before the handle is imported. If the creation fails for lack of memory, the handle
        // still belongs to the application.
        auto semaphore = make<Semaphore>(*context, properties.settings());
        semaphore->import(semaphore->settings().export_types.empty()
                              ? import_handle(properties.imported_type(), properties.imported())
                              : Payload::shared());
        return semaphore;
    });
}

cl_int clRetainSemaphoreKHR(cl_semaphore_khr sema_object) {
    return entry([&] { retain_handle(sema_object); });
}

cl_int clReleaseSemaphoreKHR(cl_semaphore_khr sema_object) {
    return entry([&] { give_back(sema_object); });
}

cl_int clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object, cl_semaphore_info_khr param_name, size_t param_value_size,
                             void* param_value, size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Semaphore> semaphore = deref(sema_object);
        const SemaphoreSettings& settings = semaphore->settings();
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_SEMAPHORE_CONTEXT_KHR: return info.value<cl_context>(semaphore->context().handle());
            case CL_SEMAPHORE_REFERENCE_COUNT_KHR:
                return info.value<cl_uint>(semaphore->reference_count_besides_call());
            case CL_SEMAPHORE_PROPERTIES_KHR: return info.array<Property>(settings.property_list);
            case CL_SEMAPHORE_TYPE_KHR: return info.value<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR);
            case CL_SEMAPHORE_PAYLOAD_KHR:
                return info.value<cl_semaphore_payload_khr>(semaphore->is_signaled() ? 1 : 0);
            case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
                return info.value<cl_device_id>(settings.devices.front()->handle());
            case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
                return info.array<cl_external_semaphore_handle_type_khr>(settings.export_types);
            case CL_SEMAPHORE_EXPORTABLE_KHR:
                return info.value<cl_bool>(settings.export_types.empty() ? CL_FALSE : CL_TRUE);
        }
        fail_unknown_query(param_name);
    });
}

cl_int clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object, cl_device_id device_handle,
                                      cl_external_semaphore_handle_type_khr handle_type, size_t handle_size,
                                      void* handle_ptr, size_t* handle_size_ret) {
    return entry([&] {
        const Ref<Semaphore> semaphore = deref(sema_object);
        // "CL_INVALID_DEVICE if device is not a valid device, or if sema_object belongs to a context that is not
        // associated with device, or if sema_object can not be shared with device."
        const Ref<Device> device = deref(device_handle);
        check(semaphore->has_device(*device), CL_INVALID_DEVICE,
              "The semaphore is not associated with device. Pass a device of CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR.");
        // "CL_INVALID_VALUE if the requested external semaphore handle type was not specified when sema_object was
        // created."
        const auto& types = semaphore->settings().export_types;
        check(std::ranges::find(types, handle_type) != types.end(), CL_INVALID_VALUE,
              "The semaphore was not created with handle_type {} in CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR.",
              Hex{handle_type});
        // "CL_INVALID_VALUE if the size in bytes specified by handle_size is less than size of the requested handle and
        // handle_ptr is not NULL."
        const Info info(handle_size, handle_ptr, handle_size_ret);
        void* const out = info.reserve(sizeof(int));
        if (!out) return;
        const int number = semaphore->export_descriptor().release();
        std::memcpy(out, &number, sizeof number);
    });
}

cl_int clReImportSemaphoreSyncFdKHR(cl_semaphore_khr sema_object, cl_semaphore_reimport_properties_khr* reimport_props,
                                    int fd) {
    return entry([&] {
        const Ref<Semaphore> semaphore = deref(sema_object);
        // "CL_INVALID_SEMAPHORE_KHR if a CL_SEMAPHORE_HANDLE_SYNC_FD_KHR handle was not imported when sema_object was
        // created."
        check(semaphore->settings().is_sync_file, CL_INVALID_SEMAPHORE_KHR,
              "The semaphore was created without CL_SEMAPHORE_HANDLE_SYNC_FD_KHR. Create it with a sync file.");
        // "This extension does not define any optional properties."
        check(!reimport_props || *reimport_props == 0, CL_INVALID_VALUE,
              "The property {} is unknown. Re-imports have no properties: pass null.",
              Hex{reimport_props ? *reimport_props : 0});
        // "CL_INVALID_VALUE if fd is invalid."
        check(fd == -1 || can_be_awaited(fd), CL_INVALID_VALUE,
              "fd is {}, which is no sync file. Pass the descriptor of a sync file, or -1.", fd);
        semaphore->import(Payload::of_fence(device::Descriptor(fd)));
    });
}

}  // namespace lanewise::runtime::api
