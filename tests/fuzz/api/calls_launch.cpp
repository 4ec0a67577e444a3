// Launches of kernels that the model knows, of other kernels, and of native kernels.
#include <cstring>

#include "calls.h"
#include "sources.h"

namespace lanewise::api_fuzz {

namespace {

std::vector<cl_int> launch_errors() {
    return {CL_INVALID_PROGRAM_EXECUTABLE,  CL_INVALID_KERNEL,          CL_INVALID_CONTEXT,
            CL_INVALID_KERNEL_ARGS,         CL_INVALID_WORK_DIMENSION,  CL_INVALID_GLOBAL_WORK_SIZE,
            CL_INVALID_GLOBAL_OFFSET,       CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE,
            CL_MISALIGNED_SUB_BUFFER_OFFSET};
}

/// A random NDRange.
struct Range {
    cl_uint dimensions = 1;
    std::size_t global[3] = {1, 1, 1};
    std::size_t local[3] = {1, 1, 1};
    bool has_local = false;
    std::size_t group() const { return local[0] * local[1] * local[2]; }
};

Range range_for(Player& player, std::size_t items) {
    Range range;
    range.dimensions = 1 + static_cast<cl_uint>(player.dice.below(3));
    for (cl_uint d = 1; d < range.dimensions; ++d) range.global[d] = 1 + player.dice.below(7);
    const std::size_t rows = range.global[1] * range.global[2];
    range.global[0] = (items + rows - 1) / rows + player.dice.below(3);
    range.has_local = player.dice.percent(60);
    range.local[0] = 1 + player.dice.below(40);
    if (range.dimensions > 1) range.local[1] = 1 + player.dice.below(3);
    return range;
}

cl_int set(const KernelItem& kernel, cl_uint index, std::size_t size, const void* value) {
    begin_call("clSetKernelArg");
    const cl_int code = cl.clSetKernelArg(kernel.handle(), index, size, value);
    judge("clSetKernelArg", code, {});
    return code;
}

/// A kernel that the model knows, and the kernel's arguments for a launch.
struct Launch {
    std::shared_ptr<KernelItem> kernel;
    std::shared_ptr<MemItem> to, from;
    std::shared_ptr<QueueItem> device_queue;
    std::shared_ptr<PipeItem> pipe;
    std::uint32_t n = 0, factor = 0;
};

bool set_arguments(const Launch& launch, const Range& range) {
    const cl_mem to = launch.to->handle(), from = launch.from->handle();
    const KernelItem& kernel = *launch.kernel;
    cl_int code = set(kernel, 0, sizeof to, &to);
    switch (kernel.known) {
        case KnownKernel::mix: code |= set(kernel, 1, 4, &launch.n) | set(kernel, 2, 4, &launch.factor); break;
        case KnownKernel::spread: {
            const cl_command_queue queue = launch.device_queue->handle();
            code |= set(kernel, 1, 4, &launch.n) | set(kernel, 2, sizeof queue, &queue);
            break;
        }
        case KnownKernel::spread_by_default: code |= set(kernel, 1, 4, &launch.n); break;
        case KnownKernel::put_packets:
        case KnownKernel::take_packets: {
            const cl_mem pipe = launch.pipe->handle();
            code |= set(kernel, 1, 4, &launch.n) | set(kernel, 2, sizeof pipe, &pipe);
            break;
        }
        case KnownKernel::combine: code |= set(kernel, 1, sizeof from, &from) | set(kernel, 2, 4, &launch.n); break;
        default:
            code |=
                set(kernel, 1, 4 * std::max<std::size_t>(range.group(), 4096), nullptr) | set(kernel, 2, 4, &launch.n);
    }
    return code == CL_SUCCESS;
}

std::function<void(bool)> effect_of(const Launch& launch) {
    return [to = launch.to->place(0), from = launch.from->place(0), n = launch.n, factor = launch.factor,
            kernel = launch.kernel->known, packets = launch.pipe ? launch.pipe->packets : nullptr,
            most = launch.pipe ? launch.pipe->most : 0](bool failed) {
        if (failed) return;
        auto* const data = reinterpret_cast<std::uint32_t*>(to.expected());
        if (kernel == KnownKernel::mix) mix(data, n, factor);
        if (kernel == KnownKernel::combine) combine(data, reinterpret_cast<const std::uint32_t*>(from.expected()), n);
        if (kernel == KnownKernel::through_local) through_local(data, n);
        if (kernel == KnownKernel::spread || kernel == KnownKernel::spread_by_default) spread(data, n);
        if (kernel == KnownKernel::put_packets) put_packets(data, n, *packets, most);
        if (kernel == KnownKernel::take_packets) take_packets(data, n, *packets);
    };
}

void launch_known(Player& player) {
    const auto queue = player.queue();
    if (queue.is_bad()) return;
    Launch launch;
    launch.device_queue = player.world.device_queues.any(
        player.dice, [&](const QueueItem& item) { return item.context == queue.item->context; });
    launch.pipe = player.world.pipes.any(player.dice, [&](const PipeItem& item) {
        return item.context == queue.item->context && item.owner == std::this_thread::get_id();
    });
    auto wanted =
        player.dice.one_of({KnownKernel::mix, KnownKernel::combine, KnownKernel::through_local, KnownKernel::spread,
                            KnownKernel::spread_by_default, KnownKernel::put_packets, KnownKernel::take_packets});
    const bool has_pipe = wanted == KnownKernel::put_packets || wanted == KnownKernel::take_packets;
    if (wanted == KnownKernel::spread ? !launch.device_queue : has_pipe && !launch.pipe) wanted = KnownKernel::mix;
    if (!has_pipe) launch.pipe = nullptr;
    launch.to = player.known_buffer(*queue.item->context);
    launch.from = player.known_buffer(*queue.item->context);
    // There may be no buffer, because another thread may have released the last buffer.
    if (!launch.to || !launch.from || launch.to->memory == launch.from->memory) return;
    launch.kernel = known_kernel(player, queue.item->context, wanted);
    if (!launch.kernel) return;
    launch.n = static_cast<std::uint32_t>(player.dice.below(std::min(launch.to->size, launch.from->size) / 4 + 1));
    launch.factor = static_cast<std::uint32_t>(player.dice.next());
    const Range range = range_for(player, launch.n);
    if (!set_arguments(launch, range)) return;
    Enqueue how{"clEnqueueNDRangeKernel", queue, {launch.to->memory, launch.from->memory}};
    if (launch.pipe) how.touches.push_back(launch.pipe->memory);
    how.effect = effect_of(launch);
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueNDRangeKernel(queue.handle, launch.kernel->handle(), range.dimensions, nullptr, range.global,
                                         range.has_local ? range.local : nullptr, count, list, event);
    });
}

/// Launches a kernel with random sizes and offsets. The launch is rejected, empty or small.
void launch_odd(Player& player) {
    const Choice<QueueItem> queue = player.queue();
    const auto kernel = player.kernel();
    std::size_t global[3], local[3], offset[3];
    for (int d = 0; d < 3; ++d) {
        global[d] = player.dice.below(5);
        local[d] = player.dice.percent(80) ? player.dice.below(9) : player.dice.odd_size();
        offset[d] = player.dice.percent(80) ? player.dice.below(9) : player.dice.odd_size();
    }
    const bool huge = player.is_odd();
    if (huge) global[player.dice.below(3)] = SIZE_MAX - player.dice.below(3);
    // The NDRange is random here, so a kernel whose accesses depend on the NDRange could access memory outside of its
    // buffers.
    if (kernel.item && !kernel.item->is_harmless) return;
    if (huge) std::ranges::fill(offset, SIZE_MAX);
    const auto dimensions = static_cast<cl_uint>(player.is_odd() ? player.dice.below(100) : 1 + player.dice.below(3));
    Enqueue how{"clEnqueueNDRangeKernel", queue, {}, launch_errors()};
    how.must_fail = kernel.is_bad() || dimensions == 0 || dimensions > 3;
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueNDRangeKernel(queue.handle, kernel.handle, dimensions, offset,
                                         player.is_odd() ? nullptr : global, player.dice.percent(70) ? local : nullptr,
                                         count, list, event);
    });
    std::size_t suggested[3] = {7, 7, 7};
    begin_call("clGetKernelSuggestedLocalWorkSize");
    judge("clGetKernelSuggestedLocalWorkSize",
          suggest_local_size[player.dice.below(2)](queue.handle, kernel.handle, dimensions, offset, global, suggested),
          {CL_INVALID_COMMAND_QUEUE, CL_INVALID_KERNEL, CL_INVALID_CONTEXT, CL_INVALID_PROGRAM_EXECUTABLE,
           CL_INVALID_KERNEL_ARGS, CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_WORK_SIZE, CL_INVALID_GLOBAL_OFFSET,
           CL_INVALID_VALUE, CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE},
          how.must_fail || queue.is_bad());
    Enqueue task{"clEnqueueTask", queue, {}, launch_errors()};
    task.must_fail = kernel.is_bad();
    player.enqueue(task, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueTask(queue.handle, kernel.handle, count, list, event);
    });
}

struct NativeArguments {
    std::atomic<int>* calls;
    void* memory;
    std::size_t offset, size;
};

void CL_CALLBACK add_one(void* data) {
    const auto& arguments = *static_cast<const NativeArguments*>(data);
    ++*arguments.calls;
    auto* const bytes = static_cast<unsigned char*>(arguments.memory) + arguments.offset;
    for (std::size_t i = 0; i < arguments.size; ++i) ++bytes[i];
}

void native(Player& player) {
    const auto queue = player.queue();
    const auto buffer = player.own_buffer(queue);
    // Skips the call if the contexts of the buffer and the queue differ, because the specification requires no error
    // then.
    if (buffer.item && queue.item && buffer.item->context != queue.item->context) return;
    const Count calls = new_count();
    const std::size_t size = buffer.item ? buffer.item->size : 0;
    NativeArguments arguments{calls.get(), nullptr, size / 2, size - size / 2};
    const void* location = player.is_odd() ? static_cast<const void*>(&arguments + 1) : &arguments.memory;
    const bool wrong = location != &arguments.memory;
    Enqueue how{"clEnqueueNativeKernel", queue};
    if (buffer.item) how.touches = {buffer.item->memory};
    how.errors = {CL_INVALID_VALUE, CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT};
    how.must_fail = buffer.is_bad() || wrong;
    how.effect = [calls, to = buffer.item ? buffer.item->place(size / 2) : Place{},
                  count = size - size / 2](bool failed) {
        if (*calls != (failed ? 0 : 1)) fail("a native kernel was called another number of times");
        for (std::size_t i = 0; !failed && i < count; ++i)
            to.expected()[i] = static_cast<std::byte>(static_cast<unsigned char>(to.expected()[i]) + 1);
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueNativeKernel(queue.handle, add_one, &arguments, sizeof arguments, 1, &buffer.handle,
                                        &location, count, list, event);
    });
}

}  // namespace

std::span<const RandomCall> launch_calls() {
    static const RandomCall calls[] = {{launch_known, 60}, {launch_odd, 10}, {native, 8}};
    return calls;
}

}  // namespace lanewise::api_fuzz
