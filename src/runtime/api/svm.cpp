// Shared virtual memory: allocation and commands (OpenCL API 3.0, section 5.6). The device is the host's CPU, so every
// pointer of the process is a valid SVM pointer (fine-grain system sharing).
#include <bit>

#include "runtime/api/dispatch.h"
#include "runtime/api/enqueue/pointer_checks.h"
#include "runtime/api/enqueue/transfer_checks.h"
#include "runtime/api/entry.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/mem_flags.h"
#include "runtime/command/map_command.h"
#include "runtime/command/svm_free_command.h"
#include "runtime/command/transfer_command.h"
#include "runtime/core/device_limits.h"

namespace lanewise::runtime::api {
namespace {

// The alignment of the largest type of OpenCL C, long16, in bytes.
constexpr cl_uint largest_alignment = Allocations::least_alignment;

// Section 5.6.1: clSVMAlloc "will fail if flags does not contain CL_MEM_SVM_FINE_GRAIN_BUFFER but does contain
// CL_MEM_SVM_ATOMICS", and if `flags` breaks another rule for SVM memory flags.
void check_svm_flags(cl_svm_mem_flags flags) {
    constexpr cl_svm_mem_flags all = kernel_access_flags | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    check((flags & ~all) == 0 && at_most_one(flags, kernel_access_flags), CL_INVALID_VALUE,
          "flags is {}. Pass at most one of CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY and CL_MEM_READ_ONLY, with "
          "CL_MEM_SVM_FINE_GRAIN_BUFFER and CL_MEM_SVM_ATOMICS as needed.",
          Hex{flags});
    check((flags & CL_MEM_SVM_ATOMICS) == 0 || (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0, CL_INVALID_VALUE,
          "flags is {}, with CL_MEM_SVM_ATOMICS but without CL_MEM_SVM_FINE_GRAIN_BUFFER. Set both.", Hex{flags});
    // clSVMAlloc also fails if "CL_MEM_SVM_ATOMICS is specified in flags and these are not supported by at least one
    // device"
    check((flags & CL_MEM_SVM_ATOMICS) == 0 || (limits::svm_capabilities & CL_DEVICE_SVM_ATOMICS) != 0,
          CL_INVALID_VALUE,
          "flags has CL_MEM_SVM_ATOMICS, which the device does not support. Query CL_DEVICE_SVM_CAPABILITIES first.");
}

void* allocate(cl_context context_handle, cl_svm_mem_flags flags, std::size_t size, cl_uint alignment) {
    const Ref<Context> context = deref_live(context_handle);
    check_svm_flags(flags);
    // clSVMAlloc fails if "size is 0 or > CL_DEVICE_MAX_MEM_ALLOC_SIZE value for any device in context"
    check(size != 0, CL_INVALID_VALUE, "The size is 0 bytes. Pass at least 1 byte.");
    for (const Ref<Device>& device : context->devices()) {
        check(size <= limits::max_allocation_bytes(*device), CL_INVALID_VALUE,
              "The size is {} bytes, which exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE ({} bytes).", size,
              limits::max_allocation_bytes(*device));
    }
    // clSVMAlloc fails if "alignment is not a power of two or the OpenCL implementation cannot support [it]"
    check(alignment == 0 || (std::has_single_bit(alignment) && alignment <= largest_alignment), CL_INVALID_VALUE,
          "alignment is {} bytes. Pass 0, or a power of two up to {} bytes.", alignment, largest_alignment);
    const bool is_fine = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0;
    return context->allocations().allocate(
        size, largest_alignment,
        {.kind = AllocationKind::svm,
         .flags = is_fine ? AllocationTraits::fine_grain : AllocationTraits::coarse_grain});
}

bool is_inside_allocation(const Context& context, const void* pointer, std::size_t size) {
    const auto allocation = context.allocations().find(pointer);
    return allocation && size <= static_cast<std::size_t>(allocation->end() - static_cast<const std::byte*>(pointer));
}

}  // namespace

void* clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
    return pointer_entry(nullptr, [&] { return allocate(context, flags, size, alignment); });
}

void clSVMFree(cl_context context, void* svm_pointer) {
    static_cast<void>(entry([&] { deref(context)->allocations().free(svm_pointer); }));
}

cl_int clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void* svm_pointers[],
                        void(CL_CALLBACK* pfn_free_func)(cl_command_queue, cl_uint, void*[], void*), void* user_data,
                        cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        // "CL_INVALID_VALUE if num_svm_pointers is 0 and svm_pointers is non-NULL, or if svm_pointers is
        // NULL and num_svm_pointers is not 0"
        check((num_svm_pointers != 0) == (svm_pointers != nullptr), CL_INVALID_VALUE,
              "num_svm_pointers is {}, but svm_pointers is {}. Pass both, or 0 and null.", num_svm_pointers,
              svm_pointers ? "given" : "null");
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        std::vector<void*> pointers(svm_pointers, svm_pointers + num_svm_pointers);
        Queue::enqueue(make<SvmFreeCommand>(std::move(queue), std::move(pointers), pfn_free_func, user_data), waits,
                       event);
    });
}

cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void* dst_ptr, const void* src_ptr,
                          size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                          cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        const device::CopyJob job = check_pointer_copy(dst_ptr, src_ptr, size);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        submit(make<CopyCommand>(std::move(queue), CL_COMMAND_SVM_MEMCPY, job), blocking_copy, waits, event);
    });
}

cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void* svm_ptr, const void* pattern, size_t pattern_size,
                           size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                           cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        const device::FillJob job = check_pointer_fill("svm_ptr", svm_ptr, pattern, pattern_size, size);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<FillCommand>(std::move(queue), CL_COMMAND_SVM_MEMFILL, job), waits, event);
    });
}

cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags, void* svm_ptr,
                       size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        check(svm_ptr, CL_INVALID_VALUE, "svm_ptr is null. Pass the memory to map.");
        check(size != 0, CL_INVALID_VALUE, "The size of the region to map is 0 bytes. Pass at least 1 byte.");
        check_map_flags(flags);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        expect_writes(flags, svm_ptr, size);
        submit(make<MapCommand>(std::move(queue), CL_COMMAND_SVM_MAP, svm_ptr, size), blocking_map, waits, event);
    });
}

cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void* svm_ptr, cl_uint num_events_in_wait_list,
                         const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        check(svm_ptr, CL_INVALID_VALUE, "svm_ptr is null. Pass the pointer that was given to clEnqueueSVMMap.");
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<MapCommand>(std::move(queue), CL_COMMAND_SVM_UNMAP, svm_ptr, 1), waits, event);
    });
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers, const void** svm_pointers,
                              const size_t* sizes, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                              const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        check(num_svm_pointers != 0 && svm_pointers, CL_INVALID_VALUE,
              "svm_pointers is null or num_svm_pointers is 0. Pass at least one pointer.");
        check_migration_flags(flags);
        for (cl_uint i = 0; i < num_svm_pointers; ++i) {
            // "CL_INVALID_VALUE if sizes[i] is non-zero and the memory range [...] is not contained within an SVM
            // allocation returned by clSVMAlloc". If the size is 0, the whole allocation is migrated, so the pointer
            // must lie inside an SVM allocation in this case too.
            const std::size_t size = sizes ? sizes[i] : 0;
            check(is_inside_allocation(queue->context(), svm_pointers[i], size), CL_INVALID_VALUE,
                  "The {} bytes at svm_pointers[{}] do not lie inside one SVM or USM allocation.", size, i);
        }
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<MapCommand>(std::move(queue), CL_COMMAND_SVM_MIGRATE_MEM), waits, event);
    });
}

}  // namespace lanewise::runtime::api
