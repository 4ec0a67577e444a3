// Section 5.8.7: clGetProgramInfo and clGetProgramBuildInfo.
#include <cstring>

#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/info.h"
#include "runtime/code/program_code.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/program.h"

namespace lanewise::runtime::api {
namespace {

/// Returns the code for the first device for which the program was built successfully.
std::shared_ptr<ProgramCode> executable_of(const Program& program) {
    for (const auto& build : program.builds()) {
        if (build.executable()) return build.code;
    }
    // Section 5.8.7: CL_INVALID_PROGRAM_EXECUTABLE "if param_name is CL_PROGRAM_NUM_KERNELS or
    // CL_PROGRAM_KERNEL_NAMES and a successfully built program executable is not available".
    throw Error(
        CL_INVALID_PROGRAM_EXECUTABLE,
        "The program has no executable. Build it with clBuildProgram, or link it, and read its build log on failure.");
}

std::string kernel_names(const Program& program) {
    std::string names;
    const auto code = executable_of(program);
    for (const KernelInfo* kernel : code->named_kernels()) {
        if (!names.empty()) names += ';';
        names += kernel->name;
    }
    return names;
}

/// Returns the program's binary for each device, in the order of the devices; null for a device without code.
std::vector<std::shared_ptr<const Bytes>> binaries_of(const Program& program) {
    std::vector<std::shared_ptr<const Bytes>> binaries;
    for (const auto& build : program.builds()) {
        const auto& code = build.latest();
        binaries.push_back(code ? code->binary(build.device->arena()) : nullptr);
    }
    return binaries;
}

void write_devices(const Info& info, const Program& program) {
    std::vector<cl_device_id> handles;
    for (const auto& device : program.devices()) handles.push_back(device->handle());
    info.array<cl_device_id>(handles);
}

void write_binary_sizes(const Info& info, const Program& program) {
    std::vector<std::size_t> sizes;
    for (const auto& binary : binaries_of(program)) sizes.push_back(binary ? binary->size() : 0);
    info.array<std::size_t>(sizes);
}

/// Copies the binaries to the application's memory. param_value is an array of pointers; a null pointer skips a binary.
void write_binaries(const Info& info, const Program& program) {
    const auto binaries = binaries_of(program);
    auto* const out = static_cast<unsigned char**>(info.reserve(binaries.size() * sizeof(unsigned char*)));
    for (std::size_t i = 0; out && i < binaries.size(); ++i) {
        if (out[i] && binaries[i]) std::memcpy(out[i], binaries[i]->data(), binaries[i]->size());
    }
}

cl_program_binary_type binary_type(const DeviceBuild& build) {
    if (!build.latest()) return CL_PROGRAM_BINARY_TYPE_NONE;
    switch (build.latest()->type()) {
        case ProgramType::object: return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
        case ProgramType::library: return CL_PROGRAM_BINARY_TYPE_LIBRARY;
        case ProgramType::executable: break;
    }
    return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

}  // namespace

cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size, void* param_value,
                        size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Program> object = deref(program);
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_PROGRAM_REFERENCE_COUNT: return info.value<cl_uint>(object->reference_count_besides_call());
            case CL_PROGRAM_CONTEXT: return info.value<cl_context>(object->context().handle());
            case CL_PROGRAM_NUM_DEVICES: return info.value<cl_uint>(static_cast<cl_uint>(object->devices().size()));
            case CL_PROGRAM_DEVICES: return write_devices(info, *object);
            case CL_PROGRAM_SOURCE: return info.string(object->source());
            case CL_PROGRAM_IL: return info.array<std::byte>(object->il());  // empty if the program has no IL
            case CL_PROGRAM_BINARY_SIZES: return write_binary_sizes(info, *object);
            case CL_PROGRAM_BINARIES: return write_binaries(info, *object);
            case CL_PROGRAM_NUM_KERNELS: return info.value<size_t>(executable_of(*object)->named_kernels().size());
            case CL_PROGRAM_KERNEL_NAMES: return info.string(kernel_names(*object));
            case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
            case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT: return info.value<cl_bool>(CL_FALSE);
        }
        fail_unknown_query(param_name);
    });
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param_name,
                             size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Program> object = deref(program);
        const Ref<Device> target = deref(device);
        // Section 5.8.7: CL_INVALID_DEVICE "if device is not in the list of devices associated with
        // program".
        check(object->has_device(*target), CL_INVALID_DEVICE,
              "The program does not have device. Pass a device of the program's context.");
        const DeviceBuild build = object->build_of(*target);
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_PROGRAM_BUILD_STATUS: return info.value<cl_build_status>(build.status);
            case CL_PROGRAM_BUILD_OPTIONS: return info.string(build.options);
            case CL_PROGRAM_BUILD_LOG: return info.string(build.log + (build.code ? build.code->summaries() : ""));
            case CL_PROGRAM_BINARY_TYPE: return info.value<cl_program_binary_type>(binary_type(build));
            case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
                return info.value<size_t>(build.latest() ? build.latest()->variables().bytes : 0);
        }
        fail_unknown_query(param_name);
    });
}

}  // namespace lanewise::runtime::api
