// Calls for device queues: creation with valid and invalid properties, queries, default queues, use as kernel
// arguments, and use in place of host queues.
#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

constexpr cl_queue_properties on_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

struct Properties {
    std::vector<cl_queue_properties> list;
    bool is_wrong = false;
};

Properties random_properties(Dice& dice, bool is_odd) {
    cl_queue_properties bits = on_device;
    if (dice.percent(30)) bits |= CL_QUEUE_ON_DEVICE_DEFAULT;
    if (dice.percent(30)) bits |= CL_QUEUE_PROFILING_ENABLE;
    Properties made{{CL_QUEUE_PROPERTIES, bits}};
    if (dice.percent(60)) made.list.insert(made.list.end(), {CL_QUEUE_SIZE, 1 + dice.below(1u << 17)});
    if (is_odd) {
        made.is_wrong = true;
        switch (dice.below(5)) {
            case 0: made.list[1] = CL_QUEUE_ON_DEVICE; break;
            case 1: made.list[1] = CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE; break;
            case 2: made.list = {CL_QUEUE_SIZE, 4096}; break;
            case 3:
                made.list = {CL_QUEUE_PROPERTIES, bits, CL_QUEUE_SIZE, dice.one_of({cl_queue_properties{0}, ~0ul})};
                break;
            default: made.list.insert(made.list.end(), {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR});
        }
    }
    made.list.push_back(0);
    return made;
}

void create(Player& player) {
    const auto context = player.context();
    auto device = player.device();
    if (context.item && !player.is_odd()) {
        device.item = player.device_of(*context.item);
        device.handle = device.item->handle();
    }
    const bool foreign = context.item && !context.item->has_device(device.handle);
    const Properties properties = random_properties(player.dice, player.dice.percent(15));
    CodeOut out(player);
    begin_call("clCreateCommandQueueWithProperties");
    const cl_command_queue queue =
        cl.clCreateCommandQueueWithProperties(context.handle, device.handle, properties.list.data(), out.get());
    judge("clCreateCommandQueueWithProperties", out.of(queue),
          {CL_INVALID_CONTEXT, CL_INVALID_DEVICE, CL_INVALID_VALUE, CL_INVALID_QUEUE_PROPERTIES},
          context.is_bad() || device.is_bad() || foreign || properties.is_wrong);
    if (!queue) return;
    auto item = std::make_shared<QueueItem>(queue);
    item->context = context.item;
    item->device = device.item;
    item->in_order = false;
    item->has_others = true;
    player.world.device_queues.add(std::move(item));
    keep_below(player, player.world.device_queues, 4);
}

void ask(Player& player) {
    const auto queue = player.choose(player.world.device_queues);
    cl_command_queue_properties bits = 0;
    begin_call("clGetCommandQueueInfo");
    judge("clGetCommandQueueInfo",
          cl.clGetCommandQueueInfo(queue.handle, CL_QUEUE_PROPERTIES, sizeof bits, &bits, nullptr),
          {CL_INVALID_COMMAND_QUEUE}, queue.is_bad());
    if (queue.item && (bits & on_device) != on_device) fail("a device queue has lost its properties");
    cl_uint bytes = 0;
    begin_call("clGetCommandQueueInfo");
    judge("clGetCommandQueueInfo", cl.clGetCommandQueueInfo(queue.handle, CL_QUEUE_SIZE, sizeof bytes, &bytes, nullptr),
          {CL_INVALID_COMMAND_QUEUE}, queue.is_bad());
    if (queue.item && bytes == 0) fail("a device queue of no size");
    const auto host = player.choose(player.world.queues);
    begin_call("clGetCommandQueueInfo");
    judge("clGetCommandQueueInfo", cl.clGetCommandQueueInfo(host.handle, CL_QUEUE_SIZE, sizeof bytes, &bytes, nullptr),
          {CL_INVALID_COMMAND_QUEUE}, true);
}

void set_default(Player& player) {
    auto context = player.context();
    auto device = player.device();
    const auto queue =
        player.dice.percent(80) ? player.choose(player.world.device_queues) : player.choose(player.world.queues);
    if (queue.item && !player.is_odd()) {
        context = {queue.item->context->handle(), queue.item->context};
        device = {queue.item->device->handle(), queue.item->device};
    }
    const bool fits = queue.item && player.world.device_queues.has(queue.item) && queue.item->context == context.item &&
                      queue.item->device == device.item;
    begin_call("clSetDefaultDeviceCommandQueue");
    const cl_int code = cl.clSetDefaultDeviceCommandQueue(context.handle, device.handle, queue.handle);
    const bool may_be_gone = player.world.has_threads && queue.item;  // by another thread
    judge("clSetDefaultDeviceCommandQueue", code, {CL_INVALID_CONTEXT, CL_INVALID_DEVICE, CL_INVALID_COMMAND_QUEUE},
          !fits && !may_be_gone);
    if (fits && code != CL_SUCCESS) fail("a device queue cannot be made the default");
}

/// Sets the queue argument of a kernel that enqueues a block; some values are wrong.
void set_argument(Player& player) {
    const auto kernel = player.world.kernels.any(player.dice, [](const KernelItem& item) {
        return item.known == KnownKernel::spread && item.owner == std::this_thread::get_id();
    });
    if (!kernel) return;
    const auto queue =
        player.dice.percent(60) ? player.choose(player.world.device_queues) : player.choose(player.world.queues);
    const bool fits = queue.item && queue.item->context == kernel->program->context;
    const std::size_t size = player.is_odd() ? player.dice.below(100) : sizeof queue.handle;
    const bool is_null = player.is_odd();
    begin_call("clSetKernelArg");
    const bool must_fail = !fits || size != sizeof queue.handle || is_null;
    judge("clSetKernelArg", cl.clSetKernelArg(kernel->handle(), 2, size, is_null ? nullptr : &queue.handle),
          {CL_INVALID_DEVICE_QUEUE, CL_INVALID_ARG_SIZE, CL_INVALID_ARG_VALUE}, must_fail);
}

}  // namespace

std::span<const RandomCall> device_queue_calls() {
    static const RandomCall calls[] = {{create, 6}, {ask, 4}, {set_default, 4}, {set_argument, 4}};
    return calls;
}

}  // namespace lanewise::api_fuzz
