// Recording kernels (cl_khr_command_buffer).
#include <algorithm>
#include <memory>

#include "runtime/api/command_buffers/launch_sizes.h"
#include "runtime/api/command_buffers/recording.h"
#include "runtime/api/enqueue/constructors.h"
#include "runtime/api/enqueue/ndrange_checks.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/core/device_limits.h"

namespace lanewise::runtime::api {

namespace {

/// The properties of a recorded kernel.
struct KernelProperties {
    MutableCommand::Properties list;
    cl_mutable_dispatch_asserts_khr asserts = 0;
    /// "If CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR is not specified then it defaults to the value returned by the
    /// CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR device query."
    cl_mutable_dispatch_fields_khr fields = limits::mutable_fields;
    bool has_fields = false;
};

// "CL_INVALID_VALUE if values specified in properties are not valid."
KernelProperties read_properties(const cl_command_properties_khr* list) {
    constexpr cl_mutable_dispatch_asserts_khr asserts = CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;
    KernelProperties read;
    if (!list) return read;
    read.list.emplace();
    bool has_asserts = false;
    for (; *list != 0; list += 2) {
        const bool is_fields = *list == CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR;
        check(is_fields || *list == CL_MUTABLE_DISPATCH_ASSERTS_KHR, CL_INVALID_VALUE,
              "The property {} is unknown. The device knows CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR and "
              "CL_MUTABLE_DISPATCH_ASSERTS_KHR.",
              Hex{*list});
        check(!(is_fields ? read.has_fields : has_asserts), CL_INVALID_VALUE,
              "The property {} is given twice. Give each property once.", Hex{*list});
        (is_fields ? read.has_fields : has_asserts) = true;
        (is_fields ? read.fields : read.asserts) = list[1];
        read.list->insert(read.list->end(), {list[0], list[1]});
    }
    read.list->push_back(0);
    check((read.fields & ~limits::mutable_fields) == 0, CL_INVALID_VALUE,
          "CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR is {}, which has a bit that is no field.", Hex{read.fields});
    check((read.asserts & ~asserts) == 0, CL_INVALID_VALUE,
          "CL_MUTABLE_DISPATCH_ASSERTS_KHR is {}, which has a bit that is no assertion.", Hex{read.asserts});
    return read;
}

/// Makes the settings of a kernel that is being recorded.
RecordedKernel::Settings new_settings(const Kernel& kernel, const DeviceKernel& usual, cl_uint work_dim,
                                      const size_t* offset, const size_t* global, const size_t* local) {
    RecordedKernel::Settings settings;
    settings.sizes.work_dim = work_dim;
    copy_sizes(settings.sizes.offset, offset, work_dim);
    copy_sizes(settings.sizes.global, global, work_dim);
    copy_sizes(settings.sizes.local, local, work_dim);
    settings.sizes.has_local = local != nullptr;
    tell_launch(*usual.program, usual.index, {work_dim, global, local});
    settings.range = check_sizes(settings.sizes, usual);
    if (kernel.is_concurrent()) check_concurrent(kernel, *usual.compiled(), settings.range, local);
    settings.kernel = make<Kernel>(kernel);
    return settings;
}

// Waits for the constructors of the program's variables while a kernel is recorded. Runs of the command buffer then
// need not wait for the constructors. This wait cannot deadlock, because the constructors depend on no other command.
void finish_constructors(const Queue& queue, ProgramCode& program) {
    const LaunchWaits waits(queue, program, {});
    for (Event* event : WaitList(waits))
        check(event->wait() >= 0, CL_OUT_OF_RESOURCES,
              "The constructors of the program's variables have failed, so its kernels cannot run.");
}

}  // namespace

cl_int clCommandNDRangeKernelKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                 const cl_command_properties_khr* properties, cl_kernel kernel, cl_uint work_dim,
                                 const size_t* global_work_offset, const size_t* global_work_size,
                                 const size_t* local_work_size, cl_uint num_sync_points_in_wait_list,
                                 const cl_sync_point_khr* sync_point_wait_list, cl_sync_point_khr* sync_point,
                                 cl_mutable_command_khr* mutable_handle) {
    return entry([&] {
        const Ref<CommandBuffer> buffer = deref_recording(command_buffer, command_queue);
        const Ref<Kernel> named = deref(kernel);
        Queue& queue = buffer->queue();
        const DeviceKernel& usual = code_of(queue, *named);
        finish_constructors(queue, *usual.program);
        KernelProperties read = read_properties(properties);
        // "CL_INVALID_VALUE if command_buffer was created with the CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR
        // property with CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR and local_work_size is NULL, or if
        // properties includes the CL_MUTABLE_DISPATCH_ASSERTS_KHR property with [it] and local_work_size is NULL."
        check(local_work_size || (read.asserts | buffer->settings().asserts) == 0, CL_INVALID_VALUE,
              "local_work_size is null, but CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR is set. Pass a "
              "local_work_size.");
        auto recorded = std::make_unique<RecordedKernel>(
            *named, usual, new_settings(*named, usual, work_dim, global_work_offset, global_work_size, local_work_size),
            read.fields);
        Ref<LaunchWork> work = recorded->make_work(recorded->settings());
        // "CL_INVALID_KERNEL_ARGS if the kernel argument values have not been specified and the
        // CL_MUTABLE_DISPATCH_ARGUMENTS_KHR flag was not set in the properties parameter."
        const bool may_lack = read.has_fields && (read.fields & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) != 0;
        check(work || may_lack, CL_INVALID_KERNEL_ARGS,
              "Some arguments of kernel '{}' have not been set. Set them, or record the kernel with "
              "CL_MUTABLE_DISPATCH_ARGUMENTS_KHR in CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR.",
              named->info().name);
        recorded->set_work(std::move(work));
        if (mutable_handle)
            recorded->handle = make<MutableCommand>(*buffer, *recorded, Ref<Queue>(queue), named, std::move(read.list),
                                                    recorded->settings().sizes);
        const Ref<MutableCommand> handle = recorded->handle;
        const cl_sync_point_khr point = buffer->record(
            std::move(recorded), check_sync_points({num_sync_points_in_wait_list, sync_point_wait_list}));
        if (sync_point) *sync_point = point;
        if (mutable_handle) *mutable_handle = handle->known_handle();
    });
}

}  // namespace lanewise::runtime::api
