// Sections 5.9.1 and 5.9.2: creating kernels and setting their arguments.
#include "runtime/core/kernel.h"

#include <algorithm>

#include "lanewise/sub_group_sizes.h"
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/kernel_settings.h"
#include "runtime/api/live_handle.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"

namespace lanewise::runtime::api {
namespace {

bool same_signature(const KernelInfo& a, const KernelInfo& b) {
    return a.arg_block_bytes == b.arg_block_bytes &&
           std::ranges::equal(a.args, b.args, [](const ArgInfo& x, const ArgInfo& y) {
               return x.kind == y.kind && x.size == y.size && x.offset == y.offset;
           });
}

/// Returns the successful builds of a program.
std::vector<DeviceBuild> executables(const Program& program) {
    auto builds = program.builds();
    std::erase_if(builds, [](const DeviceBuild& build) { return !build.executable(); });
    // Section 5.9.1: CL_INVALID_PROGRAM_EXECUTABLE "if there is no successfully built executable
    // for program".
    check(
        !builds.empty(), CL_INVALID_PROGRAM_EXECUTABLE,
        "The program has no executable. Build it with clBuildProgram, or link it, and read its build log on failure.");
    return builds;
}

/// Returns whether the device has the sub-group size that a kernel requires. A kernel of a program in IL may require a
/// size that the device lacks.
bool has_sub_groups(const KernelInfo& info) {
    return info.reqd_sub_group_size == 0 ||
           std::ranges::find(sub_group_sizes, info.reqd_sub_group_size) != sub_group_sizes.end();
}

Ref<Kernel> make_kernel(const KernelAttachment& program, std::span<const DeviceBuild> builds, std::string_view name) {
    std::vector<DeviceKernel> kernels;
    for (const auto& build : builds) {
        const auto index = build.code->find_kernel(name);
        if (!index) continue;
        kernels.push_back({build.device, build.code, *index});
        // Section 5.9.1: CL_INVALID_KERNEL_DEFINITION "if the function definition for the kernel
        // given by kernel_name ... are not the same for all devices".
        check(same_signature(kernels.front().info(), kernels.back().info()), CL_INVALID_KERNEL_DEFINITION,
              "The arguments of kernel '{}' differ between the program's devices. Build the program with the same "
              "options for all devices.",
              name);
    }
    // Section 5.9.1: CL_INVALID_KERNEL_NAME "if kernel_name is not found in program".
    check(!kernels.empty(), CL_INVALID_KERNEL_NAME,
          "The program has no kernel '{}'. Query CL_PROGRAM_KERNEL_NAMES for the names.", name);
    // SPIR-V, section 3.6, SubgroupSize: "Indicates that this entry point requires the specified Subgroup Size." No
    // work-item of a kernel with another size could run.
    const KernelInfo& info = kernels.front().info();
    check(
        has_sub_groups(info), CL_INVALID_KERNEL_DEFINITION,
        "Kernel '{}' requires sub-groups of {} work-items, which the device does not have. Use a kernel for one of the "
        "sizes in CL_DEVICE_SUB_GROUP_SIZES_INTEL.",
        name, info.reqd_sub_group_size);
    for (const auto& kernel : kernels) kernel.program->begin_kernel(kernel.index, kernel.device->arena());
    return make<Kernel>(program, std::move(kernels));
}

}  // namespace

cl_kernel clCreateKernel(cl_program program, const char* kernel_name, cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        const Ref<Program> object = deref(program);
        check_live(object->context());
        // Section 5.9.1: CL_INVALID_VALUE "if kernel_name is NULL".
        check(kernel_name, CL_INVALID_VALUE, "kernel_name is null. Pass the name of a kernel.");
        const KernelAttachment attached(*object);
        return make_kernel(attached, executables(*object), kernel_name);
    });
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel* kernels, cl_uint* num_kernels_ret) {
    return entry([&] {
        const Ref<Program> object = deref(program);
        check_live(object->context());
        const KernelAttachment attached(*object);
        const auto builds = executables(*object);
        auto infos = builds.front().code->named_kernels();
        std::erase_if(infos, [](const KernelInfo* info) { return !has_sub_groups(*info); });
        // Section 5.9.1: CL_INVALID_VALUE "if kernels is not NULL and num_kernels is less than the
        // number of kernels in program".
        check(!kernels || num_kernels >= infos.size(), CL_INVALID_VALUE,
              "num_kernels is {}, but the program has {} kernels. Pass room for all of them.", num_kernels,
              infos.size());
        std::vector<Ref<Kernel>> made;
        for (std::size_t i = 0; kernels && i < infos.size(); ++i) {
            made.push_back(make_kernel(attached, builds, infos[i]->name));
        }
        for (auto& kernel : made) *kernels++ = kernel.detach()->hand_over();
        if (num_kernels_ret) *num_kernels_ret = static_cast<cl_uint>(infos.size());
    });
}

cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        const Ref<Kernel> source = deref(source_kernel);
        check_live(source->context());
        return make<Kernel>(*source);
    });
}

cl_int clRetainKernel(cl_kernel kernel) {
    return entry([&] { retain_handle(kernel); });
}

cl_int clReleaseKernel(cl_kernel kernel) {
    return entry([&] { give_back(kernel); });
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void* arg_value) {
    return entry([&] { deref(kernel)->set_arg(arg_index, arg_size, arg_value); });
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void* arg_value) {
    return entry([&] { set_svm_pointer(*deref(kernel), arg_index, arg_value); });
}

cl_int clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index, cl_mem_device_address_ext arg_value) {
    // "It should be noted that it's legal to pass invalid pointers as the value".
    return entry([&] { deref(kernel)->set_arg_device_address(arg_index, arg_value); });
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size,
                           const void* param_value) {
    return entry([&] { set_exec_info(*deref(kernel), param_name, param_value_size, param_value); });
}

}  // namespace lanewise::runtime::api
