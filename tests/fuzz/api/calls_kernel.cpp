// Calls for kernels and their arguments.
#include <string>

#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

void add_kernel(Player& player, cl_kernel kernel, std::shared_ptr<ProgramItem> program, KnownKernel known,
                bool is_harmless = false) {
    auto item = std::make_shared<KernelItem>(kernel);
    item->program = std::move(program);
    item->known = known;
    item->is_harmless = is_harmless;
    player.world.kernels.add(std::move(item));
    keep_below(player, player.world.kernels, 10);
}

void create_kernel(Player& player) {
    const auto program = player.program();
    const char* const name =
        player.dice.one_of({"say", "k", "calls", "fixed", "takes", "counts", "n", "m", "", "mix", "nobody"});
    const bool no_name = player.is_odd();
    CodeOut out(player);
    begin_call("clCreateKernel");
    const cl_kernel kernel = cl.clCreateKernel(program.handle, no_name ? nullptr : name, out.get());
    judge("clCreateKernel", out.of(kernel),
          {CL_INVALID_PROGRAM, CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME, CL_INVALID_KERNEL_DEFINITION,
           CL_INVALID_VALUE},
          program.is_bad() || no_name);
    if (!kernel) return;
    const bool is_harmless =
        std::string_view(name) == "m" || std::string_view(name) == "counts" || std::string_view(name) == "say";
    add_kernel(player, kernel, program.item, KnownKernel::none, is_harmless);
}

void create_kernels(Player& player) {
    const auto program = player.program();
    constexpr cl_uint most = 8;
    cl_kernel made[most] = {};
    cl_uint count = 0;
    const cl_uint room = player.is_odd() ? 0 : most;
    begin_call("clCreateKernelsInProgram");
    const cl_int code = cl.clCreateKernelsInProgram(program.handle, room, made, &count);
    judge("clCreateKernelsInProgram", code,
          {CL_INVALID_PROGRAM, CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_DEFINITION, CL_INVALID_VALUE},
          program.is_bad());
    if (code != CL_SUCCESS && (made[0] || count != 0)) fail("an error, but kernels were written");
    for (cl_uint i = 0; code == CL_SUCCESS && i < count; ++i)
        add_kernel(player, made[i], program.item, KnownKernel::none);
}

void clone(Player& player) {
    const auto kernel = player.kernel();
    // Other threads may be setting arguments of this kernel. OpenCL does not allow cloning the kernel at the same time.
    if (kernel.item && player.world.has_threads) return;
    CodeOut out(player);
    begin_call("clCloneKernel");
    const cl_kernel copy = cl.clCloneKernel(kernel.handle, out.get());
    judge("clCloneKernel", out.of(copy), {CL_INVALID_KERNEL}, kernel.is_bad());
    if (copy) add_kernel(player, copy, kernel.item->program, kernel.item->known);
}

/// Sets a random argument to a random value of a random size. Later launches are not affected, because each launch sets
/// all arguments first.
void set_argument(Player& player) {
    const auto kernel = player.kernel();
    if (kernel.item && kernel.item->owner != std::this_thread::get_id()) return;
    const auto buffer = player.buffer();
    const auto index = static_cast<cl_uint>(player.is_odd() ? player.dice.odd_size() : player.dice.below(4));
    static const std::byte bytes[256] = {};
    const void* value = player.dice.one_of<const void*>({&buffer.handle, bytes, nullptr});
    const std::size_t size = player.dice.one_of<std::size_t>({8, 4, 0, 16, 64, 256, 100000, SIZE_MAX});
    begin_call("clSetKernelArg");
    const cl_int code = cl.clSetKernelArg(kernel.handle, index, value == &buffer.handle ? sizeof(cl_mem) : size, value);
    judge("clSetKernelArg", code,
          {CL_INVALID_KERNEL, CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE, CL_INVALID_MEM_OBJECT, CL_INVALID_ARG_SIZE,
           CL_INVALID_DEVICE_QUEUE},
          kernel.is_bad());
}

void set_svm_argument(Player& player) {
    const auto kernel = player.kernel();
    if (kernel.item && kernel.item->owner != std::this_thread::get_id()) return;
    begin_call("clSetKernelArgSVMPointer");
    const auto index = static_cast<cl_uint>(player.is_odd() ? player.dice.odd_size() : player.dice.below(4));
    judge("clSetKernelArgSVMPointer", cl.clSetKernelArgSVMPointer(kernel.handle, index, nullptr),
          {CL_INVALID_KERNEL, CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE, CL_INVALID_OPERATION}, kernel.is_bad());
    const void* pointers[2] = {};
    begin_call("clSetKernelExecInfo");
    judge("clSetKernelExecInfo",
          cl.clSetKernelExecInfo(kernel.handle,
                                 player.dice.one_of<cl_kernel_exec_info>(
                                     {CL_KERNEL_EXEC_INFO_SVM_PTRS, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 5}),
                                 player.dice.below(17), player.is_odd() ? nullptr : pointers),
          {CL_INVALID_KERNEL, CL_INVALID_VALUE, CL_INVALID_OPERATION}, kernel.is_bad());
}

}  // namespace

std::shared_ptr<ProgramItem> known_program(Player& player, const std::shared_ptr<ContextItem>& context);

std::shared_ptr<KernelItem> known_kernel(Player& player, const std::shared_ptr<ContextItem>& context,
                                         KnownKernel wanted) {
    const auto is_wanted = [&](const KernelItem& item) {
        return item.known == wanted && item.owner == std::this_thread::get_id() && item.program->context == context;
    };
    if (auto found = player.world.kernels.any(player.dice, is_wanted)) return found;
    const auto program = known_program(player, context);
    if (!program) return nullptr;
    static const char* const names[] = {
        "", "mix", "combine", "through_local", "spread", "spread_by_default", "put_packets", "take_packets"};
    const char* const name = names[static_cast<unsigned>(wanted)];
    cl_int code = 0;
    begin_call("clCreateKernel");
    const cl_kernel kernel = cl.clCreateKernel(program->handle(), name, &code);
    judge("clCreateKernel", code, {});
    if (code != CL_SUCCESS) fail("a known kernel cannot be made");
    add_kernel(player, kernel, program, wanted);
    return player.world.kernels.any(player.dice, is_wanted);
}

std::span<const RandomCall> kernel_calls() {
    static const RandomCall calls[] = {
        {create_kernel, 6}, {create_kernels, 2}, {clone, 3}, {set_argument, 25}, {set_svm_argument, 6}};
    return calls;
}

}  // namespace lanewise::api_fuzz
