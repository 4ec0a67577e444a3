// Chooses the next OpenCL call of a player, which is one thread of the fuzzer.
#include <CL/cl_ext.h>

#include "world.h"

namespace lanewise::life_fuzz {

namespace {

void wait_for_events(Player& player) {
    const auto first = player.world.events.any(player.dice);
    if (!first) return;
    std::vector<std::shared_ptr<EventItem>> items{first};
    for (std::size_t i = player.dice.below(3); i > 0; --i)
        if (auto item = player.world.events.any_of(first->state, player.dice)) items.push_back(std::move(item));
    std::vector<cl_event> handles;
    for (const auto& item : items) handles.push_back(item->handle);
    begin("clWaitForEvents");
    judge(first->state, "clWaitForEvents", cl.clWaitForEvents(static_cast<cl_uint>(handles.size()), handles.data()),
          {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST});
}

void end_queue_work(Player& player) {
    const auto queue = player.world.queues.any(player.dice);
    if (!queue) return;
    if (player.dice.percent(50)) {
        begin("clFinish");
        judge(queue->state, "clFinish", cl.clFinish(queue->handle));
    } else {
        begin("clFlush");
        judge(queue->state, "clFlush", cl.clFlush(queue->handle));
    }
}

void release_something(Player& player) {
    begin("a release");
    switch (player.dice.below(8)) {
        case 0: player.world.contexts.take_any(player.dice); break;
        case 1:
        case 2: player.world.queues.take_any(player.dice); break;
        case 3: player.world.kernels.take_any(player.dice); break;
        case 4: player.world.events.take_any(player.dice); break;
        default: player.world.buffers.take_any(player.dice);
    }
}

void ask(Player& player) {
    const auto event = player.world.events.any(player.dice);
    if (!event) return;
    cl_int status = 0;
    begin("clGetEventInfo");
    if (cl.clGetEventInfo(event->handle, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr))
        fail("clGetEventInfo");
    // As long as an event is valid, the queue and the context of its command are valid, too.
    cl_command_queue queue = nullptr;
    cl_context context = nullptr;
    if (cl.clGetEventInfo(event->handle, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, nullptr)) fail("its queue");
    if (queue && cl.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr))
        fail("the context of an event's queue");
    // Uses a queue that the application may already have released.
    if (queue && !player.world.keeps_rules && player.dice.percent(10)) {
        if (cl.clRetainCommandQueue(queue)) fail("clRetainCommandQueue of an event's queue");
        auto item = std::make_shared<QueueItem>(queue, event->state);
        player.world.queues.add(std::move(item), player.dice);
    }
}

}  // namespace

// Calls functions with handles of released objects. The driver rejects such handles, unless a new object has the same
// handle.
void break_rules(Player& player) {
    Dice& dice = player.dice;
    const auto queue = player.world.queues.any(dice);
    const auto buffer = player.world.buffers.any(dice);
    const cl_command_queue a_queue =
        dice.percent(50) || !queue ? Gone<cl_command_queue>::instance().any(dice) : queue->handle;
    const cl_mem a_buffer = dice.percent(70) || !buffer ? Gone<cl_mem>::instance().any(dice) : buffer->handle;
    const cl_event an_event = Gone<cl_event>::instance().any(dice);
    const std::uint32_t zero = 0;
    const cl_buffer_region region{0, 256};
    std::size_t size = 0;
    begin("a call with a handle that has been released");
    switch (dice.below(6)) {
        case 0:
            if (player.world.orders_writes) {
                cl.clEnqueueMigrateMemObjects(a_queue, 1, &a_buffer, 0, 0, nullptr, nullptr);
            } else {
                cl.clEnqueueFillBuffer(a_queue, a_buffer, &zero, 4, 0, 256, 0, nullptr, nullptr);
            }
            break;
        case 1:
            cl.clEnqueueMarkerWithWaitList(a_queue, an_event ? 1 : 0, an_event ? &an_event : nullptr, nullptr);
            break;
        case 2: {
            cl_int code = CL_SUCCESS;
            const cl_mem made = cl.clCreateSubBuffer(a_buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
            if (made) cl.clReleaseMemObject(made);
            break;
        }
        case 3: cl.clGetMemObjectInfo(a_buffer, CL_MEM_SIZE, sizeof size, &size, nullptr); break;
        case 4: cl.clGetEventInfo(an_event, CL_EVENT_REFERENCE_COUNT, sizeof size, &size, nullptr); break;
        default: {
            const cl_kernel kernel = Gone<cl_kernel>::instance().any(dice);
            cl.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof size, &size, nullptr);
        }
    }
}

void make_move(Player& player) {
    World& world = player.world;
    if (world.contexts.size() < 2) create_context(player);
    if (world.queues.size() < 2) create_queue(player);
    if (world.buffers.size() < 4) create_buffer(player);
    switch (player.dice.below(24)) {
        case 0: create_context(player); break;
        case 1: create_queue(player); break;
        case 2:
        case 3:
        case 4: create_buffer(player); break;
        case 5: create_kernel(player); break;
        case 6:
        case 7: release_something(player); break;
        case 8: wait_for_events(player); break;
        case 9:
        case 10: end_queue_work(player); break;
        case 11: ask(player); break;
        case 12:
        case 13:
            if (!world.keeps_rules) break_rules(player);
            break;
        default:
            if (const auto queue = world.queues.any(player.dice)) enqueue_something(player, queue, true);
    }
}

}  // namespace lanewise::life_fuzz
