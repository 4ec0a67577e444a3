// Updating recorded kernels, and querying them (cl_khr_command_buffer_mutable_dispatch).
#include <algorithm>
#include <vector>

#include "runtime/api/command_buffers/launch_sizes.h"
#include "runtime/api/command_buffers/recording.h"
#include "runtime/api/enqueue/ndrange_checks.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/info.h"
#include "runtime/api/kernel_settings.h"

namespace lanewise::runtime::api {

namespace {

using Change = CommandBuffer::Change;

void check_list(const char* name, cl_uint count, const void* list) {
    // "CL_INVALID_VALUE if arg_list is NULL and num_args > 0, or arg_list is not NULL and num_args is 0", and the same
    // for arg_svm_list and exec_info_list.
    check((count != 0) == (list != nullptr), CL_INVALID_VALUE,
          "{} is {}, but its length is {}. Pass both, or null and 0.", name, list ? "given" : "null", count);
}

void check_field(const RecordedKernel& recorded, bool is_changed, cl_mutable_dispatch_fields_khr field,
                 const char* name) {
    // "CL_INVALID_OPERATION if the CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR property was not set on command recording and
    // global_work_offset is not NULL", and the same for the other fields.
    check(!is_changed || (recorded.fields() & field) != 0, CL_INVALID_OPERATION,
          "{} is given, but CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR of the command is {}. Record the command with {} "
          "in this property.",
          name, Hex{recorded.fields()}, Hex{field});
}

void check_config(const RecordedKernel& recorded, const MutableDispatchConfig& config) {
    check_list("arg_list", config.num_args, config.arg_list);
    check_list("arg_svm_list", config.num_svm_args, config.arg_svm_list);
    check_list("exec_info_list", config.num_exec_infos, config.exec_info_list);
    // "CL_INVALID_OPERATION if work_dim is not zero and different from the work_dim set on command recording."
    const cl_uint work_dim = recorded.settings().sizes.work_dim;
    check(config.work_dim == 0 || config.work_dim == work_dim, CL_INVALID_OPERATION,
          "work_dim is {}, but the command was recorded with {} dimensions. Pass 0 or this number.", config.work_dim,
          work_dim);
    check_field(recorded, config.global_work_offset, CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR, "global_work_offset");
    check_field(recorded, config.global_work_size, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, "global_work_size");
    check_field(recorded, config.local_work_size, CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR, "local_work_size");
    check_field(recorded, config.num_args != 0, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, "arg_list");
    check_field(recorded, config.num_svm_args != 0, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, "arg_svm_list");
    check_field(recorded, config.num_exec_infos != 0, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR, "exec_info_list");
}

bool is_uniform(const NDRange& range) {
    for (unsigned d = 0; d < range.work_dim; ++d)
        if (range.global_size[d] % range.local_size[d] != 0) return false;
    return true;
}

void change_sizes(const RecordedKernel& recorded, const MutableDispatchConfig& config,
                  RecordedKernel::Settings& settings) {
    if (!config.global_work_offset && !config.global_work_size && !config.local_work_size) return;
    LaunchSizes& sizes = settings.sizes;
    const bool had_local = sizes.has_local;
    copy_sizes(sizes.offset, config.global_work_offset, sizes.work_dim);
    copy_sizes(sizes.global, config.global_work_size, sizes.work_dim);
    copy_sizes(sizes.local, config.local_work_size, sizes.work_dim);
    sizes.has_local = sizes.has_local || config.local_work_size;
    const NDRange before = settings.range;
    settings.range = check_sizes(sizes, recorded.usual());
    // "CL_INVALID_OPERATION if the values of local_work_size and/or global_work_size result in a change to work-group
    // uniformity." Not checked if the device chooses the local size, since the application then does not choose the
    // uniformity.
    check(!had_local || is_uniform(before) == is_uniform(settings.range), CL_INVALID_OPERATION,
          "The sizes were multiples of the local size in all dimensions before the update, but not after it, or the "
          "other way round. Keep the work-groups uniform or non-uniform.");
}

// "Any modifications to the arguments or execution info of a mutable-dispatch handle [...] have no affect on the
// original kernel object used when the command was recorded". Changes neither the original kernel nor `in_use`, the
// copy of the kernel that the recorded launch uses now.
void change_kernel(const MutableDispatchConfig& config, RecordedKernel::Settings& settings, const Kernel& in_use) {
    if (config.num_args == 0 && config.num_svm_args == 0 && config.num_exec_infos == 0) return;
    if (settings.kernel.get() == &in_use) settings.kernel = make<Kernel>(in_use);
    Kernel& kernel = *settings.kernel;
    for (cl_uint i = 0; i < config.num_args; ++i) {
        const cl_mutable_dispatch_arg_khr& arg = config.arg_list[i];
        kernel.set_arg(arg.arg_index, arg.arg_size, arg.arg_value);
    }
    for (cl_uint i = 0; i < config.num_svm_args; ++i)
        set_svm_pointer(kernel, config.arg_svm_list[i].arg_index, config.arg_svm_list[i].arg_value);
    for (cl_uint i = 0; i < config.num_exec_infos; ++i) {
        const cl_mutable_dispatch_exec_info_khr& info = config.exec_info_list[i];
        set_exec_info(kernel, info.param_name, info.param_value_size, info.param_value);
    }
}

// Must be called after all configurations are applied, because the sizes and the dispatch type may come from different
// configurations.
void check_if_concurrent(const RecordedKernel& recorded, const RecordedKernel::Settings& settings) {
    if (!settings.kernel->is_concurrent()) return;
    const LaunchSizes& sizes = settings.sizes;
    check_concurrent(*settings.kernel, *recorded.usual().compiled(), settings.range,
                     sizes.has_local ? sizes.local.data() : nullptr);
}

RecordedKernel& recorded_of(const CommandBuffer& buffer, cl_mutable_command_khr handle) {
    // "CL_INVALID_MUTABLE_COMMAND_KHR if command is not a valid mutable command object returned from
    // clCommandNDRangeKernelKHR, or created from command_buffer."
    const Ref<MutableCommand> command = deref(handle);
    check(&command->parent() == &buffer, CL_INVALID_MUTABLE_COMMAND_KHR,
          "The command belongs to another command buffer. Pass a handle that was recorded into command_buffer.");
    return command->recorded();
}

/// Appends the changes that the configurations request to `changes`. Several configurations of one command are applied
/// in their order.
void make_changes(const CommandBuffer& buffer, cl_uint count, const cl_command_buffer_update_type_khr* types,
                  const void** configs, std::vector<Change>& changes) {
    for (cl_uint i = 0; i < count; ++i) {
        // "CL_INVALID_VALUE if any element of config_types is not a valid cl_command_buffer_update_type_khr enum"; "if
        // any element of configs is NULL."
        check(types[i] == mutable_dispatch_config_type, CL_INVALID_VALUE,
              "config_types[{}] is {}. Pass CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR.", i, types[i]);
        check(configs[i], CL_INVALID_VALUE, "configs[{}] is null. Pass a cl_mutable_dispatch_config_khr.", i);
        const auto& config = *static_cast<const MutableDispatchConfig*>(configs[i]);
        RecordedKernel& recorded = recorded_of(buffer, config.command);
        check_config(recorded, config);
        const std::size_t pending = recorded.pending_change;
        if (pending >= changes.size() || changes[pending].recorded != &recorded) {
            changes.push_back({&recorded, recorded.settings()});
            recorded.pending_change = changes.size() - 1;
        }
        Change& change = changes[recorded.pending_change];
        change_sizes(recorded, config, change.settings);
        change_kernel(config, change.settings, *recorded.settings().kernel);
    }
    for (Change& change : changes) {
        check_if_concurrent(*change.recorded, change.settings);
        change.work = change.recorded->make_work(change.settings);
    }
}

}  // namespace

cl_int clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                                  const cl_command_buffer_update_type_khr* config_types, const void** configs) {
    return entry([&] {
        const Ref<CommandBuffer> buffer = deref(command_buffer);
        // "CL_INVALID_OPERATION if command_buffer was not created with the CL_COMMAND_BUFFER_MUTABLE_KHR flag."
        check(buffer->is_mutable(), CL_INVALID_OPERATION,
              "The command buffer was created without CL_COMMAND_BUFFER_MUTABLE_KHR. Create it with this flag.");
        buffer->update([&](std::vector<Change>& changes) {
            // "CL_INVALID_VALUE if config_types is NULL and num_configs > 0, or config_types is not NULL and
            // num_configs is 0", and the same for configs.
            check_list("config_types", num_configs, config_types);
            check_list("configs", num_configs, configs);
            make_changes(*buffer, num_configs, config_types, configs, changes);
        });
    });
}

cl_int clGetMutableCommandInfoKHR(cl_mutable_command_khr command, cl_mutable_command_info_khr param_name,
                                  size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<MutableCommand> object = deref(command);
        const Info info(param_value_size, param_value, param_value_size_ret);
        const LaunchSizes sizes = object->sizes();
        const auto write = [&](const std::array<std::size_t, 3>& values) {
            info.array<std::size_t>(std::span(values).first(sizes.work_dim));
        };
        switch (param_name) {
            case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
                return info.value<cl_command_queue>(object->queue().known_handle());
            case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR:
                return info.value<cl_command_buffer_khr>(object->parent().handle());
            case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR: return info.value<cl_command_type>(CL_COMMAND_NDRANGE_KERNEL);
            case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR:
                // "If the properties argument specified on creation of command was NULL, the implementation must return
                // param_value_size_ret equal to 0".
                if (!object->properties()) return info.array<cl_command_properties_khr>({});
                return info.array<cl_command_properties_khr>(*object->properties());
            case CL_MUTABLE_DISPATCH_KERNEL_KHR: return info.value<cl_kernel>(object->kernel().known_handle());
            case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR: return info.value<cl_uint>(sizes.work_dim);
            case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR: return write(sizes.offset);
            case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR: return write(sizes.global);
            case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR: return write(sizes.local);
        }
        fail_unknown_query(param_name);
    });
}

}  // namespace lanewise::runtime::api
