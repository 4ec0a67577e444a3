// Calls for programs from source and from binaries. Programs are built, compiled and linked in any order and on several
// threads.
#include <cstring>
#include <string>

#include "assembler.h"
#include "calls.h"
#include "sources.h"

namespace lanewise::api_fuzz {

namespace {

constexpr std::size_t most_programs = 8;

void add_program(Player& player, cl_program program, std::shared_ptr<ContextItem> context, bool is_known = false,
                 bool is_il = false) {
    auto item = std::make_shared<ProgramItem>(program);
    item->context = std::move(context);
    item->is_known = is_known;
    item->is_il = is_il;
    player.world.programs.add(std::move(item));
    while (player.world.programs.size() > most_programs)
        player.world.programs.take(player.dice, [](const ProgramItem&) { return true; });
}

void create_from_source(Player& player) {
    const auto context = player.context();
    const char* strings[2] = {
        player.dice.percent(90) ? other_sources[player.dice.below(other_sources.size())] : part_source,
        player.is_odd() ? nullptr : "\n"};
    const std::size_t lengths[2] = {player.dice.percent(50) ? 0 : std::strlen(strings[0]), 0};
    const auto count = static_cast<cl_uint>(player.is_odd() ? 0 : 2);
    CodeOut out(player);
    begin_call("clCreateProgramWithSource");
    const cl_program program = cl.clCreateProgramWithSource(context.handle, count, strings,
                                                            player.dice.percent(50) ? lengths : nullptr, out.get());
    judge("clCreateProgramWithSource", out.of(program), {CL_INVALID_CONTEXT, CL_INVALID_VALUE},
          context.is_bad() || count == 0 || !strings[1]);
    if (program) add_program(player, program, context.item);
}

void set_constant(const Choice<ProgramItem>& program, Player& player) {
    const cl_uint id = player.is_odd() ? 2 : 1;
    const std::size_t size = player.is_odd() ? 5 : 4;
    const std::uint64_t value = player.dice.next();
    const bool is_null = player.is_odd();
    begin_call("clSetProgramSpecializationConstant");
    judge("clSetProgramSpecializationConstant",
          cl.clSetProgramSpecializationConstant(program.handle, id, size, is_null ? nullptr : &value),
          {CL_INVALID_PROGRAM, CL_INVALID_SPEC_ID, CL_INVALID_VALUE},
          program.is_bad() || !program.item->is_il || id != 1 || size != 4 || is_null);
}

// Builds a damaged module, whose kernels must not run.
void build_damaged(Player& player, std::vector<std::byte> module, const ContextItem& context) {
    for (std::size_t i = player.dice.between(1, 4); i > 0; --i)
        module[player.dice.below(module.size())] ^= static_cast<std::byte>(1u << player.dice.below(8));
    cl_int code = 0;
    begin_call("clCreateProgramWithIL");
    const cl_program program = cl.clCreateProgramWithIL(context.handle(), module.data(), module.size(), &code);
    judge("clCreateProgramWithIL", code, {CL_INVALID_CONTEXT, CL_INVALID_VALUE});
    if (!program) return;
    begin_call("clBuildProgram");
    judge("clBuildProgram", cl.clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), {CL_BUILD_PROGRAM_FAILURE});
    cl.clReleaseProgram(program);
}

void create_from_il(Player& player) {
    static const std::vector<std::byte> module = test::assemble(module_text);
    const auto context = player.context();
    if (player.dice.percent(30) && context.item) return build_damaged(player, module, *context.item);
    const std::size_t length = player.is_odd() ? player.dice.below(module.size()) & ~std::size_t{3} : module.size();
    const bool is_null = player.is_odd();
    CodeOut out(player);
    begin_call("clCreateProgramWithIL");
    const cl_program program =
        cl.clCreateProgramWithIL(context.handle, is_null ? nullptr : module.data(), length, out.get());
    judge("clCreateProgramWithIL", out.of(program), {CL_INVALID_CONTEXT, CL_INVALID_VALUE},
          context.is_bad() || is_null || length < 20);
    if (program) add_program(player, program, context.item, false, true);
}

std::shared_ptr<ContextItem> context_of(const Choice<ProgramItem>& program) {
    return program.item ? program.item->context : nullptr;
}

/// The device list of a build; if it is empty, the program is built for all devices.
struct DeviceList {
    std::vector<cl_device_id> handles;
    std::shared_ptr<DeviceItem> alive;
    cl_uint count() const { return static_cast<cl_uint>(handles.size()); }
    const cl_device_id* data() const { return handles.empty() ? nullptr : handles.data(); }
};

DeviceList some_devices(Player& player, const std::shared_ptr<ContextItem>& context) {
    if (player.dice.percent(50)) return {};
    auto device = context && !player.is_odd() ? player.device_of(*context) : player.device().item;
    if (!device) return {{nullptr}, nullptr};
    return {{device->handle()}, std::move(device)};
}

void CL_CALLBACK on_built(cl_program, void* count) { ++*static_cast<std::atomic<int>*>(count); }

const char* any_options(Player& player) {
    return player.is_odd() ? nullptr : build_options[player.dice.below(build_options.size())];
}

void build(Player& player) {
    // Programs with kernels that the model knows are never rebuilt.
    const auto program = player.program();
    if (program.item && program.item->is_known) return;
    const auto devices = some_devices(player, context_of(program));
    const Count calls = new_count();
    const bool calls_back = player.dice.percent(30);
    begin_call("clBuildProgram");
    const cl_int code = cl.clBuildProgram(program.handle, devices.count(), devices.data(), any_options(player),
                                          calls_back ? on_built : nullptr, calls_back ? calls.get() : nullptr);
    judge("clBuildProgram", code,
          {CL_INVALID_PROGRAM, CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_INVALID_BINARY, CL_INVALID_BUILD_OPTIONS,
           CL_INVALID_OPERATION, CL_BUILD_PROGRAM_FAILURE},
          program.is_bad());
    const bool began = code == CL_SUCCESS || code == CL_BUILD_PROGRAM_FAILURE;
    if (*calls != (began && calls_back ? 1 : 0)) fail("a build's callback was called another number of times");
}

void compile(Player& player) {
    const auto program = player.program();
    if (program.item && program.item->is_known) return;
    const auto devices = some_devices(player, context_of(program));
    const auto header = player.program();
    const char* name = player.is_odd() ? nullptr : "part.h";
    const bool has_header = player.dice.percent(50);
    begin_call("clCompileProgram");
    const cl_int code = cl.clCompileProgram(
        program.handle, devices.count(), devices.data(), any_options(player), has_header ? 1 : 0,
        has_header || player.is_odd() ? &header.handle : nullptr, has_header ? &name : nullptr, nullptr, nullptr);
    judge("clCompileProgram", code,
          {CL_INVALID_PROGRAM, CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_INVALID_COMPILER_OPTIONS,
           CL_INVALID_OPERATION, CL_COMPILE_PROGRAM_FAILURE},
          program.is_bad() || (has_header && header.is_bad() && !program.item->is_il));
}

void link(Player& player) {
    const auto context = player.context();
    const auto devices = some_devices(player, context.item);
    std::vector<cl_program> handles;
    std::vector<std::shared_ptr<ProgramItem>> alive;
    bool bad = context.is_bad();
    for (std::size_t i = player.dice.between(1, 3); i > 0; --i) {
        auto program = player.program();
        bad |= program.is_bad();
        handles.push_back(program.handle);
        alive.push_back(std::move(program.item));
    }
    CodeOut out(player);
    begin_call("clLinkProgram");
    const char* const options =
        player.dice.percent(20) ? any_options(player) : player.dice.one_of({"", "-create-library"});
    cl_int code = CL_SUCCESS;
    const cl_program program =
        cl.clLinkProgram(context.handle, devices.count(), devices.data(), options, static_cast<cl_uint>(handles.size()),
                         handles.data(), nullptr, nullptr, &code);
    judge("clLinkProgram", code,
          {CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_INVALID_PROGRAM, CL_INVALID_DEVICE, CL_INVALID_LINKER_OPTIONS,
           CL_INVALID_OPERATION, CL_LINK_PROGRAM_FAILURE},
          bad);
    if (code == CL_SUCCESS && !program) fail("a link without a program");
    if (program) add_program(player, program, context.item);
}

std::vector<unsigned char> binary_of(const ProgramItem& program) {
    constexpr std::size_t most_devices = 16;
    std::size_t sizes[most_devices] = {};
    begin_call("clGetProgramInfo");
    cl_int code = cl.clGetProgramInfo(program.handle(), CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, nullptr);
    judge("clGetProgramInfo", code, {});
    if (code != CL_SUCCESS || sizes[0] == 0) return {};
    // Allocates extra space, because another thread may rebuild the program and the binary may then be larger.
    std::vector<unsigned char> binary(sizes[0] + (1 << 20));
    unsigned char* binaries[most_devices] = {binary.data()};
    code = cl.clGetProgramInfo(program.handle(), CL_PROGRAM_BINARIES, sizeof binaries, binaries, nullptr);
    judge("clGetProgramInfo", code, {});
    binary.resize(code == CL_SUCCESS ? sizes[0] : 0);
    return binary;
}

void create_from_binary(Player& player) {
    const auto program = player.program();
    if (!program.item) return;
    auto binary = binary_of(*program.item);
    const bool damaged = player.dice.percent(30) && !binary.empty();
    if (damaged) binary[player.dice.below(binary.size())] ^= static_cast<unsigned char>(1u << player.dice.below(8));
    if (player.is_odd() && !binary.empty()) binary.resize(player.dice.below(binary.size()));
    const auto context = player.context_or(program.item->context);
    const auto device = context.item ? player.device_of(*context.item) : player.device().item;
    const cl_device_id handle = device ? device->handle() : nullptr;
    const std::size_t size = binary.size();
    const unsigned char* data = binary.data();
    cl_int status = 1;
    CodeOut out(player);
    begin_call("clCreateProgramWithBinary");
    const cl_program made = cl.clCreateProgramWithBinary(context.handle, 1, &handle, &size, &data, &status, out.get());
    judge("clCreateProgramWithBinary", out.of(made),
          {CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_INVALID_BINARY},
          context.is_bad() || !device || damaged || size == 0);
    if (made) add_program(player, made, context.item);
}

void unload(Player& player) {
    begin_call("clUnloadPlatformCompiler");
    const bool good = !player.is_odd();
    judge("clUnloadPlatformCompiler",
          cl.clUnloadPlatformCompiler(good ? player.world.platform
                                           : reinterpret_cast<cl_platform_id>(player.context().handle)),
          {CL_INVALID_PLATFORM}, !good);
    judge("clUnloadCompiler", cl.clUnloadCompiler(), {});
}

void CL_CALLBACK on_program_gone(cl_program, void*) {}

void odd_programs(Player& player) {
    const auto context = player.context();
    const auto program = player.program();
    const auto device = player.device();
    cl_int code = 0;
    begin_call("clCreateProgramWithBuiltInKernels");
    if (cl.clCreateProgramWithBuiltInKernels(context.handle, 1, &device.handle, "k", &code)) fail("built-in kernels");
    judge("clCreateProgramWithBuiltInKernels", code, {CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_INVALID_DEVICE}, true);
    begin_call("clSetProgramReleaseCallback");
    judge("clSetProgramReleaseCallback", cl.clSetProgramReleaseCallback(program.handle, on_program_gone, nullptr),
          {CL_INVALID_PROGRAM, CL_INVALID_OPERATION}, true);
    set_constant(program, player);
}

}  // namespace

std::shared_ptr<ProgramItem> known_program(Player& player, const std::shared_ptr<ContextItem>& context) {
    const auto is_wanted = [&](const ProgramItem& item) { return item.is_known && item.context == context; };
    if (auto found = player.world.programs.any(player.dice, is_wanted)) return found;
    const char* text = known_source;
    cl_int code = 0;
    begin_call("clCreateProgramWithSource");
    const cl_program program = cl.clCreateProgramWithSource(context->handle(), 1, &text, nullptr, &code);
    judge("clCreateProgramWithSource", code, {});
    begin_call("clBuildProgram");
    // OpenCL C 3.0 allows work-groups that do not divide the NDRange.
    code = cl.clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr);
    judge("clBuildProgram", code, {});
    if (code != CL_SUCCESS) fail("the known program does not build");
    add_program(player, program, context, true);
    return player.world.programs.any(player.dice, is_wanted);
}

std::span<const RandomCall> program_calls() {
    static const RandomCall calls[] = {
        {create_from_source, 6}, {create_from_il, 2}, {build, 2},       {compile, 2}, {link, 2},
        {create_from_binary, 2}, {unload, 1},         {odd_programs, 2}};
    return calls;
}

}  // namespace lanewise::api_fuzz
