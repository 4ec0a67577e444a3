// Mapping, unmapping and migration of memory objects (OpenCL API 3.0, sections 5.2.5, 5.5.2 and 5.5.4).
#include "runtime/api/dispatch.h"
#include "runtime/api/enqueue/transfer_checks.h"
#include "runtime/api/entry.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/mem_flags.h"
#include "runtime/command/map_command.h"

namespace lanewise::runtime::api {
void* clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map, cl_map_flags map_flags,
                         size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                         cl_event* event, cl_int* errcode_ret) {
    return pointer_entry(errcode_ret, [&]() -> void* {
        Ref<Queue> queue = deref_live(command_queue);
        const Ref<MemObject> object = deref_buffer(*queue, buffer);
        // "CL_INVALID_VALUE if region being mapped given by (offset, size) is out of bounds or if size
        // is 0"
        check_range(*object, offset, size);
        check(size != 0, CL_INVALID_VALUE, "The size of the region to map is 0 bytes. Pass at least 1 byte.");
        check_map_flags(map_flags);
        check_map_access(*object, map_flags);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        auto command = make<MapCommand>(std::move(queue), CL_COMMAND_MAP_BUFFER, *object, MappedPart{offset, size, {}},
                                        maps_for_writing(map_flags));
        expect_writes(map_flags, object->data() + offset, size);
        submit(std::move(command), blocking_map, waits, event);
        return object->data() + offset;
    });
}

cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void* mapped_ptr,
                               cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        // "CL_INVALID_MEM_OBJECT if memobj is not a valid memory object or is a pipe object"
        const Ref<MemObject> object = deref_memory(*queue, memobj);
        check(object->kind() != MemKind::pipe, CL_INVALID_MEM_OBJECT,
              "memobj is a pipe, which cannot be mapped. Pass a buffer or an image.");
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        const Ref<MemObject> alive(*object);
        MemObject::Unmapping unmapping(*object, mapped_ptr);
        Queue::enqueue(make<MapCommand>(std::move(queue), CL_COMMAND_UNMAP_MEM_OBJECT, object.get()), waits, event);
        unmapping.done();
    });
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem* mem_objects,
                                  cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                  const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        check(num_mem_objects != 0 && mem_objects, CL_INVALID_VALUE,
              "mem_objects is null or num_mem_objects is 0. Pass at least one memory object.");
        std::vector<Ref<MemObject>> objects;
        for (cl_uint i = 0; i < num_mem_objects; ++i) {
            objects.emplace_back(deref_memory(*queue, mem_objects[i]));
        }
        check_migration_flags(flags);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<MapCommand>(std::move(queue), CL_COMMAND_MIGRATE_MEM_OBJECTS, nullptr, std::move(objects)),
                       waits, event);
    });
}

}  // namespace lanewise::runtime::api
