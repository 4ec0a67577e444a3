// Calls for pipes: creation with valid and invalid arguments, queries, and use in place of buffers.
#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

struct PipeSize {
    cl_uint packet_bytes, max_packets;
};

void ask(Player& player, cl_mem pipe, const PipeSize& size) {
    for (const auto& [name, expected] : {std::pair{cl_uint{CL_PIPE_PACKET_SIZE}, size.packet_bytes},
                                         std::pair{cl_uint{CL_PIPE_MAX_PACKETS}, size.max_packets}}) {
        cl_uint value = 0;
        begin_call("clGetPipeInfo");
        judge("clGetPipeInfo", cl.clGetPipeInfo(pipe, name, sizeof value, &value, nullptr), {});
        if (value != expected) fail("a pipe tells another size than it was made with");
    }
    cl_uint value = 0;
    const auto name = static_cast<cl_pipe_info>(player.dice.between(0x1123, 0x1200));
    begin_call("clGetPipeInfo");
    judge("clGetPipeInfo", cl.clGetPipeInfo(pipe, name, player.dice.below(4), &value, nullptr), {CL_INVALID_VALUE},
          true);
}

/// Passes a pipe to commands for buffers. Each of these calls must fail and must not access the pipe's memory.
void use_as_buffer(Player& player, cl_mem pipe) {
    const auto queue = player.queue();
    std::byte bytes[64] = {};
    const std::size_t offset = player.dice.below(8), size = 1 + player.dice.below(32);
    const auto refused = [&](const char* name, auto call) {
        begin_call(name);
        judge(name, call(), {CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT}, true);
    };
    const cl_bool blocking = player.dice.percent(50);
    switch (player.dice.below(6)) {
        case 0:
            return refused("clEnqueueReadBuffer", [&] {
                return cl.clEnqueueReadBuffer(queue.handle, pipe, blocking, offset, size, bytes, 0, nullptr, nullptr);
            });
        case 1:
            return refused("clEnqueueWriteBuffer", [&] {
                return cl.clEnqueueWriteBuffer(queue.handle, pipe, blocking, offset, size, bytes, 0, nullptr, nullptr);
            });
        case 2:
            return refused("clEnqueueCopyBuffer", [&] {
                return cl.clEnqueueCopyBuffer(queue.handle, pipe, pipe, 0, 32, 8, 0, nullptr, nullptr);
            });
        case 3:
            return refused("clEnqueueFillBuffer", [&] {
                return cl.clEnqueueFillBuffer(queue.handle, pipe, bytes, 4, 0, 8, 0, nullptr, nullptr);
            });
        case 4:
            return refused("clEnqueueUnmapMemObject",
                           [&] { return cl.clEnqueueUnmapMemObject(queue.handle, pipe, bytes, 0, nullptr, nullptr); });
        default: break;
    }
    const cl_buffer_region region{0, 8};
    CodeOut out(player);
    begin_call("clCreateSubBuffer");
    const cl_mem part = cl.clCreateSubBuffer(pipe, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, out.get());
    judge("clCreateSubBuffer", out.of(part), {CL_INVALID_MEM_OBJECT}, true);
}

void use_pipe(Player& player) {
    const auto context = player.context();
    PipeSize size{static_cast<cl_uint>(player.dice.between(1, 4096)),
                  static_cast<cl_uint>(player.dice.between(1, 300))};
    const bool wrong_size = player.is_odd();
    if (wrong_size) size = player.dice.one_of<PipeSize>({{0, 4}, {4097, 4}, {~0u, 1}, {4, 0}});
    const bool has_properties = player.is_odd();
    const bool wrong_flags = player.is_odd();
    const cl_mem_flags flags = wrong_flags
                                   ? CL_MEM_USE_HOST_PTR | player.dice.below(0x400)
                                   : player.dice.one_of<cl_mem_flags>({0, CL_MEM_READ_WRITE, CL_MEM_HOST_NO_ACCESS});
    const cl_pipe_properties none[] = {0};
    CodeOut out(player);
    begin_call("clCreatePipe");
    const cl_mem pipe = cl.clCreatePipe(context.handle, flags, size.packet_bytes, size.max_packets,
                                        has_properties ? none : nullptr, out.get());
    judge("clCreatePipe", out.of(pipe),
          {CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_INVALID_PIPE_SIZE, CL_MEM_OBJECT_ALLOCATION_FAILURE},
          context.is_bad() || wrong_size || has_properties || wrong_flags);
    if (!pipe) return;
    ask(player, pipe, size);
    use_as_buffer(player, pipe);
    begin_call("clReleaseMemObject");
    judge("clReleaseMemObject", cl.clReleaseMemObject(pipe), {});
}

/// Makes a pipe for kernels that write and read packets.
void create(Player& player) {
    const auto context = player.world.contexts.any(player.dice);
    if (!context) return;
    const auto most = static_cast<cl_uint>(player.dice.between(1, 60));
    cl_int code = 0;
    begin_call("clCreatePipe");
    const cl_mem pipe = cl.clCreatePipe(context->handle(), 0, sizeof(cl_uint), most, nullptr, &code);
    judge("clCreatePipe", code, {});
    if (!pipe) return;
    auto item = std::make_shared<PipeItem>(pipe);
    item->context = context;
    item->most = most;
    player.world.pipes.add(std::move(item));
    keep_below(player, player.world.pipes, 4);
}

/// Passes pipes and buffers as kernel arguments that are declared as pipes or as buffers.
void set_argument(Player& player) {
    const auto kernel = player.world.kernels.any(player.dice, [](const KernelItem& item) {
        return item.known != KnownKernel::none && item.owner == std::this_thread::get_id();
    });
    if (!kernel) return;
    const bool takes_pipe = kernel->known == KnownKernel::put_packets || kernel->known == KnownKernel::take_packets;
    const auto pipe = player.choose(player.world.pipes);
    const auto buffer = player.buffer();
    const bool gives_pipe = player.dice.percent(60);
    const cl_uint index = takes_pipe ? 2 : 0;
    const cl_mem given = gives_pipe ? pipe.handle : buffer.handle;
    const std::shared_ptr<ContextItem> context =
        gives_pipe ? (pipe.item ? pipe.item->context : nullptr) : (buffer.item ? buffer.item->context : nullptr);
    // NULL is a valid argument for a buffer; the kernel gets a null pointer.
    const bool is_null = !given && !takes_pipe;
    const bool is_wrong = takes_pipe != gives_pipe || context != kernel->program->context;
    const std::size_t size = player.is_odd() ? player.dice.below(100) : sizeof given;
    begin_call("clSetKernelArg");
    judge("clSetKernelArg", cl.clSetKernelArg(kernel->handle(), index, size, &given),
          {CL_INVALID_ARG_VALUE, CL_INVALID_ARG_SIZE, CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT},
          size != sizeof given || (is_wrong && !is_null));
}

}  // namespace

std::span<const RandomCall> pipe_calls() {
    static const RandomCall calls[] = {{use_pipe, 4}, {create, 4}, {set_argument, 6}};
    return calls;
}

}  // namespace lanewise::api_fuzz
