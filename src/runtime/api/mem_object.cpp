// Reference counts, destructor callbacks and queries of memory objects (OpenCL API 3.0, section 5.5).
#include "runtime/core/mem_object.h"

#include <vector>

#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/info.h"
#include "runtime/core/context.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {
namespace {

cl_mem_object_type type_of(const MemObject& object) {
    switch (object.kind()) {
        case MemKind::image: return object.image().shape().type;
        case MemKind::pipe: return CL_MEM_OBJECT_PIPE;
        default: return CL_MEM_OBJECT_BUFFER;
    }
}

// Answers with one address for each device of the context, "in the same order as the list of devices passed to
// clCreateContext". All devices are parts of the host's CPU, so the addresses are equal.
void answer_addresses(const MemObject& object, const Info& info) {
    // "CL_INVALID_OPERATION is returned for the CL_MEM_DEVICE_ADDRESS_EXT query [...] if the buffer was not allocated
    // with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT."
    check(object.has_device_address(), CL_INVALID_OPERATION,
          "The memory object has no device address. Create the buffer with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.");
    const std::vector<cl_mem_device_address_ext> addresses(object.context().devices().size(),
                                                           reinterpret_cast<std::uintptr_t>(object.data()));
    info.array<cl_mem_device_address_ext>(addresses);
}

}  // namespace

cl_int clRetainMemObject(cl_mem memobj) {
    return entry([&] { retain_handle(memobj); });
}

cl_int clReleaseMemObject(cl_mem memobj) {
    return entry([&] { give_back(memobj); });
}

cl_int clSetMemObjectDestructorCallback(cl_mem memobj, void(CL_CALLBACK* pfn_notify)(cl_mem, void*), void* user_data) {
    return entry([&] {
        const Ref<MemObject> object = deref(memobj);
        check(pfn_notify, CL_INVALID_VALUE, "pfn_notify is null. Pass the function to call.");
        object->add_destructor_callback(pfn_notify, user_data);
    });
}

cl_int clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size, void* param_value,
                          size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<MemObject> object = deref(memobj);
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_MEM_TYPE: return info.value<cl_mem_object_type>(type_of(*object));
            case CL_MEM_FLAGS: return info.value<cl_mem_flags>(object->flags());
            case CL_MEM_SIZE: return info.value<std::size_t>(object->size());
            case CL_MEM_HOST_PTR: return info.value<void*>(object->host_ptr());
            case CL_MEM_MAP_COUNT: return info.value<cl_uint>(static_cast<cl_uint>(object->mapping_count()));
            case CL_MEM_REFERENCE_COUNT:
                return info.value<cl_uint>(object->reference_count_besides_call() - object->hidden_references());
            case CL_MEM_CONTEXT: return info.value<cl_context>(object->context().handle());
            case CL_MEM_ASSOCIATED_MEMOBJECT:
                return info.value<cl_mem>(object->parent() ? object->parent()->known_handle() : nullptr);
            case CL_MEM_OFFSET: return info.value<std::size_t>(object->origin());
            case CL_MEM_USES_SVM_POINTER: return info.value<cl_bool>(object->uses_svm_pointer() ? CL_TRUE : CL_FALSE);
            case CL_MEM_DEVICE_ADDRESS_EXT: return answer_addresses(*object, info);
            case CL_MEM_PROPERTIES: return info.array<cl_mem_properties>(object->properties());
        }
        fail_unknown_query(param_name);
    });
}

}  // namespace lanewise::runtime::api
