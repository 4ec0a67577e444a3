// Building, compiling and linking programs (sections 5.8.2 to 5.8.4). Builds are synchronous: they end, and pfn_notify
// is called, before the function returns.
#include <algorithm>

#include "lanewise/memory_options.h"
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/live_handle.h"
#include "runtime/code/program_code.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/program.h"
#include "runtime/core/zeroed_memory.h"
#include "runtime/object/application_call.h"

namespace lanewise::runtime::api {
namespace {

using Notify = void(CL_CALLBACK*)(cl_program, void*);

/// The error codes of clBuildProgram, clCompileProgram or clLinkProgram: one for invalid options, and one for a failed
/// build.
struct FailureCodes {
    cl_int invalid_options;
    cl_int failed;
};

/// Calls pfn_notify. Must be called when the build will make no further changes to the program.
void notify(Notify function, cl_program program, void* user_data) noexcept {
    if (function) call_application("A build's callback", [&] { function(program, user_data); });
}

void check_notify(Notify notify, const void* user_data) {
    // Sections 5.8.2 to 5.8.4: CL_INVALID_VALUE "if pfn_notify is NULL but user_data is not NULL".
    check(notify || !user_data, CL_INVALID_VALUE, "user_data is given, but pfn_notify is null. Pass both or none.");
}

/// Adds each device of the program that is a sub-device of one of `devices`. Section 4.3: a build for a device is also
/// available to sub-devices created from the device.
void add_sub_devices(const Program& program, std::vector<Device*>& devices) {
    const std::size_t named = devices.size();
    for (const auto& candidate : program.devices()) {
        const auto begin = devices.begin();
        if (std::ranges::find(devices, candidate.get()) != devices.end()) continue;
        const bool inherits =
            std::any_of(begin, begin + named, [&](const Device* device) { return candidate->descends_from(*device); });
        if (inherits) devices.push_back(candidate.get());
    }
}

/// Returns the program's devices that are in the list, or all of its devices if there is no list.
std::vector<Device*> target_devices(const Program& program, cl_uint count, const cl_device_id* list) {
    // Section 5.8.2: CL_INVALID_VALUE "if device_list is NULL and num_devices is greater than zero,
    // or if device_list is not NULL and num_devices is zero".
    check((list != nullptr) == (count > 0), CL_INVALID_VALUE,
          "num_devices is {}, but device_list is {}. Pass both, or 0 and null.", count, list ? "given" : "null");
    std::vector<Device*> devices;
    if (!list) {
        for (const auto& device : program.devices()) devices.push_back(device.get());
        return devices;
    }
    for (const Ref<Device>& device : deref_list(list, count)) {
        // Section 5.8.2: CL_INVALID_DEVICE "if any device in device_list is not in the list of
        // devices associated with program".
        check(program.has_device(*device), CL_INVALID_DEVICE,
              "device_list holds a device that the program does not have. Pass devices of the program's context.");
        devices.push_back(device.get());  // the program keeps the device alive
    }
    add_sub_devices(program, devices);
    return devices;
}

/// A build of a program for some devices. Stores an outcome for each of the devices, even if an exception ends the
/// build.
class BuildInProgress {
public:
    BuildInProgress(Program& program, std::span<Device* const> devices, const std::string& options)
        : program_(program), open_(devices) {
        program.begin_build(devices, options);
    }
    /// Ends the build for devices that have no outcome yet; these devices keep their previous code.
    ~BuildInProgress() { program_.end_build(open_, fault_); }
    BuildInProgress(const BuildInProgress&) = delete;
    BuildInProgress& operator=(const BuildInProgress&) = delete;

    /// Calls `work`, and stores its result as the outcome of the next `count` devices.
    template <class Work>
    BuildOutcome run(std::size_t count, Work&& work) {
        try {
            BuildOutcome outcome = work();
            program_.end_build(open_.first(count), outcome);
            open_ = open_.subspan(count);
            return outcome;
        } catch (const Error& error) {
            fault_.log = error.message() + "\n";
            throw;
        }
    }

private:
    Program& program_;
    std::span<Device* const> open_;
    BuildOutcome fault_{compiler::Status::out_of_memory, {}, {}};  // stored for each device without another outcome
};

void check_outcome(const BuildOutcome& outcome, const FailureCodes& codes) {
    const cl_int code = outcome.status == compiler::Status::invalid_options ? codes.invalid_options : codes.failed;
    if (outcome.status != compiler::Status::success) throw Error(code, outcome.log);
}

/// Returns the options for the compiler: the application's options, and the options that a context with
/// CL_CONTEXT_MEMORY_INITIALIZE_KHR needs (lanewise/memory_options.h).
std::string compiler_options(const Context& context, const std::string& options) {
    std::string text;
    const auto zeroed = zeroed_memory(context);
    if (zeroed & CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR) text.append(zero_local_option).append(" ");
    if (zeroed & CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR) text.append(zero_private_option).append(" ");
    return text + options;
}

/// Returns whether the kernels of an executable initialize memory as the context requires.
bool fills_memory(const ProgramCode& executable, const Context& context) {
    return executable.options().starts_with(compiler_options(context, ""));
}

/// Checks the options of a build. Does not load the compiler if the binary was built with the same options, since these
/// options are valid.
BuildOutcome check_options(const ProgramCode& binary, const std::string& options) {
    if (options == binary.options()) return {compiler::Status::success, {}, {}};
    return Toolchain::instance().check_build_options(options);
}

/// Builds one device's binary into an executable. If the binary contains an executable, this executable is used
/// unchanged. A compiled object or a library in the binary is linked.
BuildOutcome build_binary(const Context& context, const std::shared_ptr<ProgramCode>& binary,
                          const std::string& options) {
    BuildOutcome outcome = check_options(*binary, options);
    if (outcome.status != compiler::Status::success) return outcome;
    if (binary->type() == ProgramType::executable && fills_memory(*binary, context)) {
        outcome.code = binary;
        return outcome;
    }
    const compiler::Ir* const object = &binary->ir();
    return Toolchain::instance().link({&object, 1}, compiler_options(context, ""));
}

BuildOutcome build_binaries(Program& program, std::span<Device* const> devices, const std::string& options) {
    std::vector<std::shared_ptr<ProgramCode>> binaries;
    for (const Device* device : devices) {
        binaries.push_back(program.build_of(*device).binary);
        // Section 5.8.2: CL_INVALID_BINARY "if program is created with clCreateProgramWithBinary and devices listed in
        // device_list do not have a valid program binary loaded".
        check(binaries.back() != nullptr, CL_INVALID_BINARY,
              "The program was created from binaries, but a device in device_list has none. Pass its binary to "
              "clCreateProgramWithBinary.");
    }
    BuildInProgress build(program, devices, options);
    BuildOutcome first_failure;
    first_failure.status = compiler::Status::success;
    for (const auto& binary : binaries) {
        const BuildOutcome outcome = build.run(1, [&] { return build_binary(program.context(), binary, options); });
        if (first_failure.status == compiler::Status::success) first_failure = outcome;
    }
    return first_failure;
}

void build(Program& program, std::span<Device* const> devices, const std::string& options) {
    // Section 5.8.2: CL_INVALID_OPERATION "if program was not created with
    // clCreateProgramWithSource, clCreateProgramWithIL or clCreateProgramWithBinary".
    check(program.origin() != ProgramOrigin::linked, CL_INVALID_OPERATION,
          "The program was made by clLinkProgram and is linked already. Build only programs that were created from "
          "source, SPIR-V or binaries.");
    const auto build_text = [&] {
        return BuildInProgress(program, devices, options).run(devices.size(), [&] {
            auto& toolchain = Toolchain::instance();
            const std::string text = compiler_options(program.context(), options);
            if (program.origin() == ProgramOrigin::source) return toolchain.build(program.source(), text);
            const auto constants = program.specialization();
            return toolchain.build(compiler::SpirvProgram{program.il(), constants}, text);
        });
    };
    const auto outcome =
        program.origin() == ProgramOrigin::binary ? build_binaries(program, devices, options) : build_text();
    check_outcome(outcome, {CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE});
}

/// Returns the sources of the input headers, with the names that the program uses in `#include`.
std::vector<compiler::Header> checked_headers(const Context& context, cl_uint count, const cl_program* programs,
                                              const char** names) {
    // Section 5.8.3: CL_INVALID_VALUE "if num_input_headers is zero and header_include_names or
    // input_headers are not NULL or if num_input_headers is not zero and header_include_names or
    // input_headers are NULL".
    check((count > 0) == (programs != nullptr) && (count > 0) == (names != nullptr), CL_INVALID_VALUE,
          "num_input_headers is {}, but input_headers or header_include_names does not match. Pass both lists, or 0 "
          "and null for both.",
          count);
    std::vector<compiler::Header> headers;
    for (cl_uint i = 0; i < count; ++i) {
        const Ref<Program> header = deref(programs[i]);
        // Section 5.8.3: CL_INVALID_CONTEXT "if the context associated with program and programs in input_headers are
        // not the same".
        check(&header->context() == &context, CL_INVALID_CONTEXT,
              "input_headers[{}] belongs to another context than program. Create both in the same context.", i);
        check(names[i], CL_INVALID_VALUE, "header_include_names[{}] is null. Pass the name that the source includes.",
              i);
        headers.push_back({names[i], header->source()});
    }
    return headers;
}

/// The results of building the input programs of a link, copied at the beginning of the call.
class LinkInputs {
public:
    explicit LinkInputs(std::span<const Ref<Program>> programs) {
        for (const Ref<Program>& program : programs) builds_.push_back(program->builds());
    }

    bool are_compiled_for(const Device& device) const {
        return std::ranges::all_of(builds_, [&](const auto& builds) { return find(builds, device) != nullptr; });
    }

    /// Returns the compiled objects and libraries of all input programs for a device.
    std::vector<std::shared_ptr<ProgramCode>> code_for(const Device& device) const {
        std::vector<std::shared_ptr<ProgramCode>> inputs;
        for (const auto& builds : builds_) {
            // Section 5.8.4: CL_INVALID_OPERATION "if the compilation or build of a program executable for any of the
            // devices ... has not completed", and if the input programs do not all have a compiled binary or library
            // for the device.
            const DeviceBuild* const build = find(builds, device);
            check(build, CL_INVALID_OPERATION,
                  "An input program was not compiled for a device of the link. Compile it for this device with "
                  "clCompileProgram.");
            inputs.push_back(build->latest());
            check(inputs.back()->type() != ProgramType::executable, CL_INVALID_OPERATION,
                  "An input program is an executable. Link only objects and libraries, which clCompileProgram and "
                  "clLinkProgram with -create-library make.");
        }
        return inputs;
    }

private:
    static const DeviceBuild* find(const std::vector<DeviceBuild>& builds, const Device& device) {
        const auto found = std::ranges::find_if(builds, [&](const DeviceBuild& build) {
            return build.device.get() == &device && !build.is_in_progress() && build.latest();
        });
        return found == builds.end() ? nullptr : &*found;
    }

    std::vector<std::vector<DeviceBuild>> builds_;
};

/// Returns the devices for which a program is linked: the devices in `list`. If `list` is null, returns each device of
/// the context for which every input program was compiled.
std::vector<Ref<Device>> link_devices(const Context& context, cl_uint count, const cl_device_id* list,
                                      const LinkInputs& inputs) {
    check((list != nullptr) == (count > 0), CL_INVALID_VALUE,
          "num_devices is {}, but device_list is {}. Pass both, or 0 and null.", count, list ? "given" : "null");
    std::vector<Ref<Device>> devices;
    if (list) {
        for (const Ref<Device>& device : deref_list(list, count)) {
            // Section 5.8.4: CL_INVALID_DEVICE "if any device in device_list is not in the list of
            // devices associated with context".
            check(context.has_device(*device), CL_INVALID_DEVICE,
                  "device_list holds a device of another context. Pass devices of context.");
            devices.emplace_back(device);
        }
        return devices;
    }
    for (const auto& device : context.devices()) {
        if (inputs.are_compiled_for(*device)) devices.push_back(device);
    }
    check(!devices.empty(), CL_INVALID_OPERATION,
          "The input programs were not all compiled for one device. Compile each of them for the same device.");
    return devices;
}

BuildOutcome link(const std::vector<std::shared_ptr<ProgramCode>>& inputs, const std::string& options) {
    std::vector<const compiler::Ir*> objects;
    for (const auto& input : inputs) objects.push_back(&input->ir());
    return Toolchain::instance().link(objects, options);
}

std::vector<Ref<Program>> checked_inputs(const Context& context, cl_uint count, const cl_program* programs) {
    // Section 5.8.4: CL_INVALID_VALUE "if num_input_programs is zero and input_programs is NULL or
    // if num_input_programs is zero and input_programs is not NULL or if num_input_programs is not
    // zero and input_programs is NULL".
    check(count > 0 && programs, CL_INVALID_VALUE,
          "input_programs is null or num_input_programs is 0. Pass at least one program.");
    std::vector<Ref<Program>> inputs = deref_list(programs, count);
    // Section 5.8.4: CL_INVALID_CONTEXT "if the context associated with programs in input_programs is not the same as
    // context".
    for (const Ref<Program>& input : inputs)
        check(&input->context() == &context, CL_INVALID_CONTEXT,
              "An input program belongs to another context than context. Create all of them in the same context.");
    return inputs;
}

}  // namespace

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id* device_list, const char* options,
                      Notify pfn_notify, void* user_data) {
    return entry([&] {
        const Ref<Program> object = deref(program);
        check_notify(pfn_notify, user_data);
        const auto devices = target_devices(*object, num_devices, device_list);
        const cl_int code = entry([&] { build(*object, devices, options ? options : ""); }, "clBuildProgram");
        // Calls pfn_notify if the build has begun, even if the build has failed.
        const bool began = code == CL_SUCCESS || code == CL_BUILD_PROGRAM_FAILURE;
        if (began) notify(pfn_notify, program, user_data);
        return code;
    });
}

cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id* device_list, const char* options,
                        cl_uint num_input_headers, const cl_program* input_headers, const char** header_include_names,
                        Notify pfn_notify, void* user_data) {
    return entry([&] {
        const Ref<Program> object = deref(program);
        check_notify(pfn_notify, user_data);
        const auto devices = target_devices(*object, num_devices, device_list);
        const bool is_il = object->origin() == ProgramOrigin::il;
        // Section 5.8.3: "If program was created using clCreateProgramWithIL, then num_input_headers, input_headers,
        // and header_include_names are ignored."
        std::vector<compiler::Header> headers;
        if (!is_il)
            headers = checked_headers(object->context(), num_input_headers, input_headers, header_include_names);
        // Section 5.8.3: CL_INVALID_OPERATION "if program has no source or IL available".
        check(is_il || object->origin() == ProgramOrigin::source, CL_INVALID_OPERATION,
              "The program was not created from source or SPIR-V. Create it with clCreateProgramWithSource or "
              "clCreateProgramWithIL to compile it.");
        const std::string text = options ? options : "";
        const auto outcome = BuildInProgress(*object, devices, text).run(devices.size(), [&] {
            if (!is_il) return Toolchain::instance().compile(object->source(), text, headers);
            const auto constants = object->specialization();
            return Toolchain::instance().compile(compiler::SpirvProgram{object->il(), constants}, text);
        });
        if (outcome.status != compiler::Status::invalid_options) notify(pfn_notify, program, user_data);
        check_outcome(outcome, {CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE});
    });
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id* device_list, const char* options,
                         cl_uint num_input_programs, const cl_program* input_programs, Notify pfn_notify,
                         void* user_data, cl_int* errcode_ret) {
    cl_int link_code = CL_SUCCESS;
    const cl_program result = create(errcode_ret, [&] {
        const Ref<Context> owner = deref_live(context);
        check_notify(pfn_notify, user_data);
        const LinkInputs programs(checked_inputs(*owner, num_input_programs, input_programs));
        const auto devices = link_devices(*owner, num_devices, device_list, programs);
        const std::string text = options ? options : "";
        auto program = make<Program>(*owner, ProgramOrigin::linked, devices);
        BuildOutcome outcome;
        for (const auto& device : devices) {
            const auto inputs = programs.code_for(*device);
            Device* const one = device.get();
            outcome = BuildInProgress(*program, {&one, 1}, text).run(1, [&] {
                return link(inputs, compiler_options(*owner, text));
            });
            if (outcome.status == compiler::Status::invalid_options)
                throw Error(CL_INVALID_LINKER_OPTIONS, outcome.log);
            if (!outcome.code) link_code = CL_LINK_PROGRAM_FAILURE;
        }
        return program;
    });
    // Once a link has begun, the call returns a program even if the link fails, so that the application can query the
    // log.
    if (result && errcode_ret && link_code != CL_SUCCESS) *errcode_ret = link_code;
    if (result) notify(pfn_notify, result, user_data);
    return result;
}

}  // namespace lanewise::runtime::api
