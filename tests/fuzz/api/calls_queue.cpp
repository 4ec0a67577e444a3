// Calls for command queues, markers and barriers.
#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

std::vector<cl_queue_properties> random_properties(Player& player, bool& in_order, bool& bad) {
    Dice& dice = player.dice;
    std::vector<cl_queue_properties> list;
    if (dice.percent(70)) {
        const cl_queue_properties bits = dice.below(4);
        in_order = (bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
        list.insert(list.end(), {CL_QUEUE_PROPERTIES, bits});
    }
    if (dice.percent(20)) list.insert(list.end(), {CL_QUEUE_PRIORITY_KHR, cl_queue_properties{1} << dice.below(3)});
    if (dice.percent(20)) list.insert(list.end(), {CL_QUEUE_THROTTLE_KHR, cl_queue_properties{1} << dice.below(3)});
    if (player.is_odd()) {
        list.insert(list.end(), {cl_queue_properties{0x2000} + dice.below(100), dice.next() | 1});
        bad = true;
    }
    list.push_back(0);
    return list;
}

void add_queue(Player& player, cl_command_queue queue, std::shared_ptr<ContextItem> context,
               std::shared_ptr<DeviceItem> device, bool in_order) {
    auto item = std::make_shared<QueueItem>(queue);
    item->context = std::move(context);
    item->device = std::move(device);
    item->in_order = in_order;
    player.world.queues.add(std::move(item));
    keep_below(player, player.world.queues, 6);
}

}  // namespace

void create_queue(Player& player) {
    const auto context = player.context();
    auto device = player.device();
    if (context.item && !player.is_odd()) {
        device.item = player.device_of(*context.item);
        device.handle = device.item->handle();
    }
    const bool foreign = context.item && !context.item->has_device(device.handle);
    bool in_order = true;
    bool wrong = false;
    const auto properties = random_properties(player, in_order, wrong);
    CodeOut out(player);
    cl_command_queue queue = nullptr;
    if (player.dice.percent(30)) {
        const cl_command_queue_properties bits = player.is_odd() ? player.dice.next() << 4 : player.dice.below(4);
        in_order = (bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
        wrong = bits > 3;
        begin_call("clCreateCommandQueue");
        queue = cl.clCreateCommandQueue(context.handle, device.handle, bits, out.get());
    } else {
        begin_call("clCreateCommandQueueWithProperties");
        queue = cl.clCreateCommandQueueWithProperties(context.handle, device.handle, properties.data(), out.get());
    }
    judge("clCreateCommandQueue*", out.of(queue),
          {CL_INVALID_CONTEXT, CL_INVALID_DEVICE, CL_INVALID_VALUE, CL_INVALID_QUEUE_PROPERTIES},
          context.is_bad() || device.is_bad() || foreign || wrong);
    if (queue) add_queue(player, queue, context.item, device.item, in_order);
}

namespace {

void set_queue_property(Player& player) {
    const auto queue = player.queue();
    cl_command_queue_properties old = 77;
    begin_call("clSetCommandQueueProperty");
    const cl_int code = cl.clSetCommandQueueProperty(queue.handle, player.dice.below(4), CL_TRUE, &old);
    judge("clSetCommandQueueProperty", code, {CL_INVALID_COMMAND_QUEUE, CL_INVALID_OPERATION, CL_INVALID_VALUE}, true);
}

void set_default_queue(Player& player) {
    const auto context = player.context();
    const auto device = player.device();
    begin_call("clSetDefaultDeviceCommandQueue");
    const cl_int code =
        cl.clSetDefaultDeviceCommandQueue(context.handle, device.handle, player.choose(player.world.queues).handle);
    judge("clSetDefaultDeviceCommandQueue", code,
          {CL_INVALID_CONTEXT, CL_INVALID_DEVICE, CL_INVALID_OPERATION, CL_INVALID_COMMAND_QUEUE}, true);
}

void flush(Player& player) {
    const auto queue = player.queue();
    begin_call("clFlush");
    judge("clFlush", cl.clFlush(queue.handle), {CL_INVALID_COMMAND_QUEUE}, queue.is_bad());
}

void finish(Player& player) {
    if (!player.may_block()) return;
    const auto queue = player.queue();
    begin_call("clFinish");
    judge("clFinish", cl.clFinish(queue.handle), {CL_INVALID_COMMAND_QUEUE}, queue.is_bad());
}

void marker(Player& player) {
    const Enqueue how{"clEnqueueMarkerWithWaitList", player.queue()};
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueMarkerWithWaitList(how.queue.handle, count, list, event);
    });
}

void barrier(Player& player) {
    const Enqueue how{"clEnqueueBarrierWithWaitList", player.queue()};
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueBarrierWithWaitList(how.queue.handle, count, list, event);
    });
}

/// Calls the functions for barriers and markers of OpenCL 1.1.
void old_barriers(Player& player) {
    const auto queue = player.queue();
    const auto event = player.event();
    player.note_use(queue.item);
    begin_call("clEnqueueBarrier");
    judge("clEnqueueBarrier", cl.clEnqueueBarrier(queue.handle), {CL_INVALID_COMMAND_QUEUE}, queue.is_bad());
    cl_event marker = nullptr;
    begin_call("clEnqueueMarker");
    const cl_int code = cl.clEnqueueMarker(queue.handle, player.is_odd() ? nullptr : &marker);
    judge("clEnqueueMarker", code, {CL_INVALID_COMMAND_QUEUE, CL_INVALID_VALUE}, queue.is_bad());
    if (marker) judge("clReleaseEvent", cl.clReleaseEvent(marker), {});
    const bool empty = player.is_odd();
    begin_call("clEnqueueWaitForEvents");
    judge("clEnqueueWaitForEvents", cl.clEnqueueWaitForEvents(queue.handle, empty ? 0 : 1, &event.handle),
          {CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_INVALID_EVENT},
          queue.is_bad() || event.is_bad() || empty);
}

}  // namespace

std::span<const RandomCall> queue_calls() {
    static const RandomCall calls[] = {
        {create_queue, 8}, {set_queue_property, 2}, {set_default_queue, 2}, {flush, 10}, {finish, 4},
        {marker, 15},      {barrier, 10},           {old_barriers, 4}};
    return calls;
}

}  // namespace lanewise::api_fuzz
