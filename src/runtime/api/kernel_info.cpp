// Section 5.9.4: queries of a kernel, its arguments and its work-groups.
#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/info.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/device_limits.h"
#include "runtime/core/kernel.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime::api {
namespace {

/// Returns the kernel for the device that a query names. The device may be null if the program has only one device.
const DeviceKernel& kernel_for(const Kernel& kernel, cl_device_id device) {
    if (!device) {
        // Section 5.9.4: CL_INVALID_DEVICE "if device is NULL but there is more than one device
        // associated with kernel".
        check(kernel.program().devices().size() == 1, CL_INVALID_DEVICE,
              "device is null, but the kernel's program has {} devices. Pass one of them.",
              kernel.program().devices().size());
        return kernel.devices().front();
    }
    const auto* code = kernel.code_for(*deref(device));
    // Section 5.9.4: CL_INVALID_DEVICE "if device is not in the list of devices associated with
    // kernel".
    check(code, CL_INVALID_DEVICE, "The kernel has no code for device. Pass a device that the program was built for.");
    return *code;
}

/// Section 5.9.4: "For kernels not created from OpenCL C source and the clCreateProgramWithSource API call the string
/// returned from this query will be empty."
std::string_view attributes(const Kernel& kernel) {
    if (kernel.program().origin() == ProgramOrigin::il) return {};
    return kernel.info().attributes;
}

void write_sizes(const Info& info, const std::array<std::uint64_t, 3>& sizes) {
    const size_t values[3] = {sizes[0], sizes[1], sizes[2]};
    info.array<size_t>(values);
}

cl_kernel_arg_type_qualifier type_qualifiers(const ArgInfo& arg) {
    cl_kernel_arg_type_qualifier bits = CL_KERNEL_ARG_TYPE_NONE;
    if (arg.type_qualifiers & type_const) bits |= CL_KERNEL_ARG_TYPE_CONST;
    if (arg.type_qualifiers & type_restrict) bits |= CL_KERNEL_ARG_TYPE_RESTRICT;
    if (arg.type_qualifiers & type_volatile) bits |= CL_KERNEL_ARG_TYPE_VOLATILE;
    if (arg.type_qualifiers & type_pipe) bits |= CL_KERNEL_ARG_TYPE_PIPE;
    return bits;
}

/// Returns the size of the largest work-group that the kernel's attributes and the device's limit allow.
size_t work_group_size(const KernelInfo& info) {
    if (info.reqd_work_group_size[0] != 0) {
        return info.reqd_work_group_size[0] * info.reqd_work_group_size[1] * info.reqd_work_group_size[2];
    }
    if (info.max_work_group_size[0] != 0) {
        const std::uint64_t product =
            info.max_work_group_size[0] * info.max_work_group_size[1] * info.max_work_group_size[2];
        return std::min<size_t>(product, limits::max_work_group_size);
    }
    return limits::max_work_group_size;
}

std::uint64_t count_in(std::uint64_t items, std::uint64_t sub_group_items) {
    return items / sub_group_items + (items % sub_group_items != 0);
}

/// Returns the number of work-items in the local size that the application passes as input_value.
std::uint64_t input_items(size_t size, const void* value) {
    // Section 5.9.4: CL_INVALID_VALUE "if param_name is CL_KERNEL_SUB_GROUP_SIZE_FOR_NDRANGE [...] and the size in
    // bytes specified by input_value_size is not valid or if input_value is NULL".
    const bool is_valid = size != 0 && size % sizeof(size_t) == 0 && size <= sizeof(size_t[3]);
    check(value && is_valid, CL_INVALID_VALUE,
          "input_value is null, or input_value_size ({} bytes) is not that of one to three size_t. Pass a local size.",
          size);
    std::uint64_t items = 1;
    for (size_t d = 0; d < size / sizeof(size_t); ++d) items *= static_cast<const size_t*>(value)[d];
    return items;
}

/// Returns a "local size that will generate the requested number of sub-groups"; returns zeros if there is none.
std::array<std::uint64_t, 3> local_size_of(const CompiledKernel& code, std::uint64_t sub_groups) {
    constexpr std::array<std::uint64_t, 3> none{0, 0, 0};
    const std::uint64_t items = code.code.sub_group_size;
    if (sub_groups == 0) return none;
    if (const auto& required = code.info.reqd_work_group_size; required[0] != 0)
        return count_in(required[0] * required[1] * required[2], items) == sub_groups ? required : none;
    const std::uint64_t most =
        code.info.max_work_group_size[0] != 0
            ? std::min<std::uint64_t>(code.info.max_work_group_size[0], limits::max_work_group_size)
            : limits::max_work_group_size;
    if (sub_groups > count_in(most, items)) return none;
    return {std::min(sub_groups * items, most), 1, 1};
}

void write_local_size(const Info& info, size_t room, const std::array<std::uint64_t, 3>& sizes) {
    const size_t dimensions = std::min<size_t>(room / sizeof(size_t), 3);
    check(dimensions != 0, CL_INVALID_VALUE,
          "param_value_size is {} bytes. Pass room for at least one size_t ({} bytes).", room, sizeof(size_t));
    // The application may ask for fewer than three dimensions. The local size then fits only if its other dimensions
    // are 1.
    const bool fits = std::all_of(sizes.begin() + static_cast<std::ptrdiff_t>(dimensions), sizes.end(),
                                  [](std::uint64_t size) { return size <= 1; });
    const size_t values[3] = {fits ? sizes[0] : 0, fits ? sizes[1] : 0, fits ? sizes[2] : 0};
    info.array<size_t>(std::span(values, dimensions));
}

/// The list of the allocations that a kernel may access (cl_intel_kernel_allocations_info).
class AllocationList {
public:
    /// Lists the memory of the arguments that are set, of the pointers of clSetKernelExecInfo, and of the program's
    /// variables. Leaves out pointers to memory of unknown size. Also leaves out allocations that only a flag
    /// CL_KERNEL_EXEC_INFO_INDIRECT_*_ACCESS_INTEL permits.
    AllocationList(const Kernel& kernel, const DeviceKernel& own) : context_(kernel.context()) {
        for (cl_uint i = 0; i < kernel.info().args.size(); ++i) {
            const Kernel::ArgMemory memory = kernel.memory_of(i);
            const auto found = memory.object ? entry_of(*memory.object) : entry_at(memory.pointer);
            if (found) add(*found, static_cast<cl_int>(i));
        }
        if (const IndirectPointers* const lists = kernel.indirect_pointers())
            for (const auto list : {&IndirectPointers::svm, &IndirectPointers::usm, &IndirectPointers::addressed})
                for (const void* pointer : lists->*list) add_once(pointer);
        VariableStorage& variables = *own.program->variable_storage();
        if (std::byte* const block = variables.block_of(*own.device))
            add({block, static_cast<size_t>(variables.variables().bytes), CL_MEM_TYPE_UNKNOWN_INTEL, 0}, no_argument);
    }

    std::span<const cl_kernel_allocation_info_intel> entries() const { return entries_; }

private:
    using Entry = cl_kernel_allocation_info_intel;

    // "In case of internal (not a kernel argument) allocation -1 will be returned", and CL_MEM_TYPE_UNKNOWN_INTEL.
    static constexpr cl_int no_argument = -1;

    void add(Entry entry, cl_int index) {
        entry.arg_index = index;
        if (index == no_argument) entry.type = CL_MEM_TYPE_UNKNOWN_INTEL;
        entries_.push_back(entry);
    }

    void add_once(const void* pointer) {
        const auto found = entry_at(pointer);
        if (found && std::ranges::find(entries_, found->base, &Entry::base) == entries_.end()) add(*found, no_argument);
    }

    /// Returns the allocation in which an object lies; a sub-buffer lies in the allocation of its parent. A buffer over
    /// the application's memory may lie in an allocation of unified shared memory.
    std::optional<Entry> entry_of(const MemObject& object) const {
        if (object.parent()) return entry_of(*object.parent());
        if (const auto found = allocation_at(object.data())) return found;
        return Entry{object.data(), object.size(), CL_MEM_TYPE_UNKNOWN_INTEL, 0};
    }

    std::optional<Entry> entry_at(const void* pointer) const {
        if (const auto found = allocation_at(pointer)) return found;
        const auto buffer = context_.addressed_buffers().find(pointer);
        return buffer ? entry_of(*buffer) : std::nullopt;
    }

    std::optional<Entry> allocation_at(const void* pointer) const {
        const auto found = context_.allocations().find(pointer);
        if (!found) return std::nullopt;
        cl_unified_shared_memory_type_intel type = CL_MEM_TYPE_UNKNOWN_INTEL;
        if (found->traits.kind == AllocationKind::host) type = CL_MEM_TYPE_HOST_INTEL;
        if (found->traits.kind == AllocationKind::device) type = CL_MEM_TYPE_DEVICE_INTEL;
        if (found->traits.kind == AllocationKind::shared) type = CL_MEM_TYPE_SHARED_INTEL;
        return Entry{found->data, found->size, type, 0};
    }

    Context& context_;
    std::vector<Entry> entries_;
};

}  // namespace

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size, void* param_value,
                       size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Kernel> object = deref(kernel);
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_KERNEL_FUNCTION_NAME: return info.string(object->info().name);
            case CL_KERNEL_NUM_ARGS: return info.value<cl_uint>(static_cast<cl_uint>(object->info().args.size()));
            case CL_KERNEL_REFERENCE_COUNT: return info.value<cl_uint>(object->reference_count_besides_call());
            case CL_KERNEL_CONTEXT: return info.value<cl_context>(object->context().handle());
            case CL_KERNEL_PROGRAM: return info.value<cl_program>(object->program().handle());
            case CL_KERNEL_ATTRIBUTES: return info.string(attributes(*object));
        }
        fail_unknown_query(param_name);
    });
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index, cl_kernel_arg_info param_name, size_t param_value_size,
                          void* param_value, size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Kernel> object = deref(kernel);
        const KernelInfo& about = object->info();
        check(arg_index < about.args.size(), CL_INVALID_ARG_INDEX,
              "arg_index is {}, but the kernel has only {} arguments, from 0.", arg_index, about.args.size());
        // Section 5.9.4: CL_KERNEL_ARG_INFO_NOT_AVAILABLE "if the argument information is not
        // available for kernel".
        check(about.has_arg_info, CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
              "The program has no information about arguments. Build it with -cl-kernel-arg-info, or compile it to "
              "SPIR-V with names of arguments (OpName).");
        const ArgInfo& arg = about.args[arg_index];
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
                return info.value<cl_kernel_arg_address_qualifier>(CL_KERNEL_ARG_ADDRESS_GLOBAL +
                                                                   static_cast<cl_uint>(arg.address));
            case CL_KERNEL_ARG_ACCESS_QUALIFIER:
                return info.value<cl_kernel_arg_access_qualifier>(CL_KERNEL_ARG_ACCESS_READ_ONLY +
                                                                  static_cast<cl_uint>(arg.access));
            case CL_KERNEL_ARG_TYPE_NAME:
                // SPIR-V's integers have no sign, so the name of the type may be unknown. The error is the same as for
                // missing argument information.
                check(
                    !arg.type_name.empty(), CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
                    "The SPIR-V module does not tell the type of argument {}. Compile it with strings that name types "
                    "(kernel_arg_type).",
                    arg_index);
                return info.string(arg.type_name);
            case CL_KERNEL_ARG_TYPE_QUALIFIER: return info.value<cl_kernel_arg_type_qualifier>(type_qualifiers(arg));
            case CL_KERNEL_ARG_NAME: return info.string(arg.name);
        }
        fail_unknown_query(param_name);
    });
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info param_name,
                                size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Kernel> object = deref(kernel);
        const DeviceKernel& own = kernel_for(*object, device);
        const Info info(param_value_size, param_value, param_value_size_ret);
        // Only queries whose answers need compiled code call compiled(), which waits for the compilation. If no query
        // waits, the first launch causes the compilation, and the compiler then knows the sizes of this launch.
        switch (param_name) {
            case CL_KERNEL_GLOBAL_WORK_SIZE:
                // Section 5.9.4: CL_INVALID_VALUE "if param_name is CL_KERNEL_GLOBAL_WORK_SIZE and
                // device is not a custom device and kernel is not a built-in kernel".
                throw Error(CL_INVALID_VALUE,
                            "CL_KERNEL_GLOBAL_WORK_SIZE is only for built-in kernels and custom devices. Choose "
                            "global_work_size freely for this kernel.");
            case CL_KERNEL_WORK_GROUP_SIZE: return info.value<size_t>(work_group_size(own.info()));
            case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: return write_sizes(info, own.info().reqd_work_group_size);
            case CL_KERNEL_LOCAL_MEM_SIZE: return info.value<cl_ulong>(object->local_bytes(*own.compiled()));
            case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: return info.value<size_t>(own.compiled()->code.lanes);
            case CL_KERNEL_PRIVATE_MEM_SIZE: return info.value<cl_ulong>(own.compiled()->code.private_bytes);
            case CL_KERNEL_ALLOCATIONS_INFO_INTEL:
                return info.array<cl_kernel_allocation_info_intel>(AllocationList(*object, own).entries());
        }
        fail_unknown_query(param_name);
    });
}

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param_name,
                               size_t input_value_size, const void* input_value, size_t param_value_size,
                               void* param_value, size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Kernel> object = deref(kernel);
        const CompiledKernel& code = *kernel_for(*object, device).compiled();
        const Info info(param_value_size, param_value, param_value_size_ret);
        const std::uint64_t items = code.code.sub_group_size;
        switch (param_name) {
            case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
                input_items(input_value_size, input_value);
                return info.value<size_t>(items);
            case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
                return info.value<size_t>(count_in(input_items(input_value_size, input_value), items));
            case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
                check(input_value && input_value_size == sizeof(size_t), CL_INVALID_VALUE,
                      "input_value is null, or input_value_size ({} bytes) is not that of a size_t. Pass the number of "
                      "sub-groups.",
                      input_value_size);
                return write_local_size(info, param_value ? param_value_size : sizeof(size_t[3]),
                                        local_size_of(code, *static_cast<const size_t*>(input_value)));
            case CL_KERNEL_MAX_NUM_SUB_GROUPS: return info.value<size_t>(count_in(work_group_size(code.info), items));
            // Only SPIR-V kernels can require a number of sub-groups, so OpenCL C kernels return 0.
            case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: return info.value<size_t>(code.info.reqd_num_sub_groups);
            case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL: return info.value<size_t>(code.info.reqd_sub_group_size);
        }
        fail_unknown_query(param_name);
    });
}

// The name of clGetKernelSubGroupInfo in cl_intel_subgroups.
cl_int clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param_name,
                                  size_t input_value_size, const void* input_value, size_t param_value_size,
                                  void* param_value, size_t* param_value_size_ret) {
    return api::clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value, param_value_size,
                                        param_value, param_value_size_ret);
}

}  // namespace lanewise::runtime::api
