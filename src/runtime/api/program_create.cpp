// Section 5.8.1: creating, retaining and releasing programs.
#include <cstring>

#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/live_handle.h"
#include "runtime/code/program_code.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/program.h"
#include "spirv/reader.h"

namespace lanewise::runtime::api {
namespace {

/// Returns the devices of a list. The list must not be empty, and all devices must belong to the context.
std::vector<Ref<Device>> checked_devices(const Context& context, cl_uint count, const cl_device_id* list) {
    // Section 5.8.1: CL_INVALID_VALUE "if device_list is NULL or num_devices is zero".
    check(list && count > 0, CL_INVALID_VALUE, "device_list is null or num_devices is 0. Pass at least one device.");
    std::vector<Ref<Device>> devices = deref_list(list, count);
    for (const Ref<Device>& device : devices) {
        // Section 5.8.1: CL_INVALID_DEVICE "if any device in device_list is not in the list of
        // devices associated with context".
        check(context.has_device(*device), CL_INVALID_DEVICE,
              "device_list holds a device of another context. Pass devices of context.");
    }
    return devices;
}

/// Loads the code of one binary. Stores the result in `status`, the binary's element of binary_status.
std::shared_ptr<ProgramCode> load_binary(const unsigned char* binary, std::size_t size, cl_int& status) {
    // Section 5.8.1: CL_INVALID_VALUE "if lengths[i] is zero or if binaries[i] is a NULL value".
    status = CL_INVALID_VALUE;
    if (!binary || size == 0) return nullptr;
    status = CL_INVALID_BINARY;
    auto& toolchain = Toolchain::instance();
    auto image = toolchain.from_binary({binary, size});
    if (!image) return nullptr;
    status = CL_SUCCESS;
    return toolchain.adopt(std::move(*image)).code;
}

Ref<Program> program_with_il(cl_context context, const void* il, std::size_t length) {
    const Ref<Context> owner = deref_live(context);
    // Section 5.8.1: CL_INVALID_VALUE "if il is NULL or if length is zero", and "if the length-byte memory pointed to
    // by il does not contain well-formed intermediate language input that can be consumed by the OpenCL runtime".
    check(il && length > 0, CL_INVALID_VALUE, "il is null or length is 0. Pass a SPIR-V module.");
    const std::span bytes(static_cast<const std::byte*>(il), length);
    check(spirv::has_module_form(bytes), CL_INVALID_VALUE,
          "The {} bytes of il are no SPIR-V module of version 1.0 to 1.6 in this machine's byte order. Compile the "
          "program "
          "again, and pass the whole file.",
          length);
    return make<Program>(*owner, bytes);
}

}  // namespace

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings, const size_t* lengths,
                                     cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        const Ref<Context> owner = deref_live(context);
        // Section 5.8.1: CL_INVALID_VALUE "if count is zero or if strings or any entry in strings
        // is NULL".
        check(count > 0 && strings, CL_INVALID_VALUE, "strings is null or count is 0. Pass at least one string.");
        std::string source;
        for (cl_uint i = 0; i < count; ++i) {
            check(strings[i], CL_INVALID_VALUE, "strings[{}] is null. Pass a string for each entry.", i);
            const bool has_length = lengths && lengths[i] != 0;
            source.append(strings[i], has_length ? lengths[i] : std::strlen(strings[i]));
        }
        return make<Program>(*owner, std::move(source));
    });
}

cl_program clCreateProgramWithIL(cl_context context, const void* il, size_t length, cl_int* errcode_ret) {
    return create(errcode_ret, [&] { return program_with_il(context, il, length); });
}

// The name of clCreateProgramWithIL in cl_khr_il_program, for applications of OpenCL 1.2 and 2.0.
cl_program clCreateProgramWithILKHR(cl_context context, const void* il, size_t length, cl_int* errcode_ret) {
    return create(errcode_ret, [&] { return program_with_il(context, il, length); });
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices, const cl_device_id* device_list,
                                     const size_t* lengths, const unsigned char** binaries, cl_int* binary_status,
                                     cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        const Ref<Context> owner = deref_live(context);
        const auto devices = checked_devices(*owner, num_devices, device_list);
        // Section 5.8.1: CL_INVALID_VALUE "if lengths or binaries is NULL".
        check(lengths && binaries, CL_INVALID_VALUE,
              "lengths or binaries is null. Pass one length and one binary for each device.");
        auto program = make<Program>(*owner, ProgramOrigin::binary, devices);
        cl_int fault = CL_SUCCESS;
        for (cl_uint i = 0; i < num_devices; ++i) {
            cl_int status = CL_SUCCESS;
            auto code = load_binary(binaries[i], lengths[i], status);
            if (code) program->set_binary(*devices[i], std::move(code));
            if (binary_status) binary_status[i] = status;
            if (fault == CL_SUCCESS) fault = status;
        }
        // Section 5.8.1: CL_INVALID_BINARY "if an invalid program binary was encountered for any
        // device".
        check(fault == CL_SUCCESS, fault,
              "A program binary is empty, damaged or made by another version of the driver. Build the program from "
              "source again; binary_status tells which binary it is.");
        return program;
    });
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices, const cl_device_id* device_list,
                                             const char* kernel_names, cl_int* errcode_ret) {
    return create(errcode_ret, [&]() -> Ref<Program> {
        checked_devices(*deref_live(context), num_devices, device_list);
        // Section 5.8.1: CL_INVALID_VALUE "if kernel_names is NULL or kernel_names contains a
        // kernel name that is not supported by any of the devices in device_list".
        throw Error(CL_INVALID_VALUE,
                    "The device has no built-in kernels (CL_DEVICE_BUILT_IN_KERNELS is empty). Create the program from "
                    "source.");
    });
}

cl_int clRetainProgram(cl_program program) {
    return entry([&] { retain_handle(program); });
}

cl_int clReleaseProgram(cl_program program) {
    return entry([&] { give_back(program); });
}

cl_int clSetProgramReleaseCallback(cl_program program, void(CL_CALLBACK* pfn_notify)(cl_program, void*),
                                   void* user_data) {
    return entry([&] {
        deref(program);
        // OpenCL 2.2, section 5.8.1: CL_INVALID_VALUE "if pfn_notify is NULL".
        check(pfn_notify, CL_INVALID_VALUE, "pfn_notify is null. Pass the function to call.");
        // OpenCL 3.0, appendix on deprecated functions: CL_INVALID_OPERATION if program-scope destructors are not
        // supported.
        throw Error(CL_INVALID_OPERATION,
                    "The device does not support destructors of program-scope variables, so the callback would never "
                    "be called.");
    });
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                          const void* spec_value) {
    return entry([&] {
        const Ref<Program> object = deref(program);
        // Section 5.8.3: CL_INVALID_PROGRAM "if program is not a valid program object created from an intermediate
        // language (e.g. SPIR-V)".
        check(object->origin() == ProgramOrigin::il, CL_INVALID_PROGRAM,
              "The program was not created from SPIR-V, so it has no specialization constants. Create it with "
              "clCreateProgramWithIL.");
        object->specialize(spec_id, spec_size, spec_value);
    });
}

}  // namespace lanewise::runtime::api
