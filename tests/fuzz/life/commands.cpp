// Enqueues commands of all kinds. Some of these commands call functions of the application, and this file chooses what
// these functions do.
#include <CL/cl_ext.h>

#include "world.h"

namespace lanewise::life_fuzz {

namespace {

void CL_CALLBACK event_called(cl_event, cl_int, void* call) { static_cast<Call*>(call)->come(); }
void CL_CALLBACK native(void* call) { (*static_cast<Call**>(call))->come(); }
void CL_CALLBACK frees(cl_command_queue, cl_uint, void*[], void* call) { static_cast<Call*>(call)->come(); }

std::shared_ptr<EventItem> create_user_event(Player& player, const State& state) {
    const bool keeps_rules = player.world.keeps_rules;
    if (keeps_rules && player.dice.percent(70)) return {};
    const auto context = player.world.contexts.any_of(state, player.dice);
    if (!context || !Rules::instance().begin_user_event()) return {};
    cl_int code = CL_SUCCESS;
    begin("clCreateUserEvent");
    const cl_event made = cl.clCreateUserEvent(context->handle, &code);
    judge(state, "clCreateUserEvent", code);
    if (!made) {
        Rules::instance().end_user_event();
        return {};
    }
    auto item = std::make_shared<EventItem>(made, state);
    // The fuzzer never sets this user event. Only the termination of the context ends the commands that wait for the
    // event.
    if (!keeps_rules && state->can_end && player.dice.percent(20)) return item;
    const bool fails = player.dice.percent(15);
    if (fails) state->may_fail = true;
    player.world.clock.add(std::chrono::microseconds(player.dice.below(keeps_rules ? 500 : 3000)), [item, fails] {
        begin("clSetUserEventStatus");
        if (cl.clSetUserEventStatus(item->handle, fails ? -7 : CL_COMPLETE)) fail("clSetUserEventStatus");
        Rules::instance().end_user_event();
    });
    return item;
}

struct Waits {
    std::vector<std::shared_ptr<EventItem>> items;
    std::vector<cl_event> handles;
    cl_uint count() const { return static_cast<cl_uint>(handles.size()); }
    const cl_event* list() const { return handles.empty() ? nullptr : handles.data(); }
};

Waits some_waits(Player& player, const State& state) {
    Waits waits;
    if (player.dice.percent(60)) return waits;
    for (std::size_t i = 1 + player.dice.below(player.dice.percent(10) ? 8 : 3); i > 0; --i) {
        auto item =
            player.dice.percent(25) ? create_user_event(player, state) : player.world.events.any_of(state, player.dice);
        if (!item) continue;
        waits.handles.push_back(item->handle);
        waits.items.push_back(std::move(item));
    }
    return waits;
}

void note_event(Player& player, const State& state, cl_event event, Call* function) {
    if (!event) return;
    auto item = std::make_shared<EventItem>(event, state);
    if (function) function->event = item;
    if (player.dice.percent(30)) {
        Call& call = player.world.expect("an event's callback");
        if (player.dice.percent(50)) call.act = random_act(player, /*may_block=*/true);
        begin("clSetEventCallback");
        const cl_int at = player.dice.one_of<cl_int>({CL_COMPLETE, CL_COMPLETE, CL_RUNNING, CL_SUBMITTED});
        judge(state, "clSetEventCallback", cl.clSetEventCallback(event, at, event_called, &call));
    }
    if (function || player.dice.percent(60)) player.world.check_at_end(item);
    player.world.events.add(std::move(item), player.dice);
}

/// The objects and parameters of a call that enqueues a command.
struct Enqueue {
    const QueueItem& queue;
    const std::shared_ptr<MemItem> buffer;
    const Waits waits;
    const bool blocks;
    cl_event event = nullptr;
    cl_event* wanted = nullptr;
    Call* function = nullptr;

    const State& state() const { return queue.state; }
    cl_bool blocking() const { return blocks ? CL_TRUE : CL_FALSE; }
};

void launch(Player& player, Enqueue& call) {
    const State& state = call.state();
    const auto kernel = player.world.kernels.any_of(state, player.dice);
    if (!kernel) return;
    const std::size_t items = 16;
    // The application must not set arguments of one kernel in several threads at a time. This lock therefore covers
    // setting the argument and the launch.
    static std::recursive_mutex one_by_one;
    const std::lock_guard lock(one_by_one);
    begin("clSetKernelArg");
    judge(state, "clSetKernelArg", cl.clSetKernelArg(kernel->handle, 0, sizeof(cl_mem), &call.buffer->handle));
    begin("clEnqueueNDRangeKernel");
    judge(state, "clEnqueueNDRangeKernel",
          cl.clEnqueueNDRangeKernel(call.queue.handle, kernel->handle, 1, nullptr, &items, nullptr, call.waits.count(),
                                    call.waits.list(), call.wanted));
}

void map_and_unmap(Enqueue& call) {
    const cl_command_queue queue = call.queue.handle;
    cl_int code = CL_SUCCESS;
    begin(call.blocks ? "clEnqueueMapBuffer, blocking" : "clEnqueueMapBuffer");
    void* const mapped = cl.clEnqueueMapBuffer(queue, call.buffer->handle, call.blocking(), CL_MAP_READ, 0, 256,
                                               call.waits.count(), call.waits.list(), nullptr, &code);
    judge(call.state(), "clEnqueueMapBuffer", code, {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST});
    if (!mapped) return;
    begin("clEnqueueUnmapMemObject");
    // The driver cancels a map that waits for a failed command. In this case the unmap may fail, too.
    judge(call.state(), "clEnqueueUnmapMemObject",
          cl.clEnqueueUnmapMemObject(queue, call.buffer->handle, mapped, 0, nullptr, call.wanted), {CL_INVALID_VALUE});
}

Call& expect_function(Player& player, const char* what, bool may_block) {
    Call& call = player.world.expect(what, 0);
    if (player.dice.percent(60)) call.act = random_act(player, may_block);
    return call;
}

// Enqueues a command that uses no buffer. Some of these commands call a function of the application; such a command
// must call the function before the command completes. A command that fails before it runs, or is terminated, does not
// call the function.
void enqueue_without_buffer(Player& player, Enqueue& call) {
    const cl_command_queue queue = call.queue.handle;
    const cl_uint count = call.waits.count();
    const cl_event* const list = call.waits.list();
    switch (player.dice.below(4)) {
        case 0:
            begin("clEnqueueMarkerWithWaitList");
            judge(call.state(), "marker", cl.clEnqueueMarkerWithWaitList(queue, count, list, call.wanted));
            break;
        case 1:
            begin("clEnqueueBarrierWithWaitList");
            judge(call.state(), "barrier", cl.clEnqueueBarrierWithWaitList(queue, count, list, call.wanted));
            break;
        case 2: {
            call.function = &expect_function(player, "a native kernel", /*may_block=*/true);
            begin("clEnqueueNativeKernel");
            judge(call.state(), "native",
                  cl.clEnqueueNativeKernel(queue, native, &call.function, sizeof call.function, 0, nullptr, nullptr,
                                           count, list, &call.event));
            break;
        }
        default: {
            call.function = &expect_function(player, "a function that frees", /*may_block=*/false);
            begin("clEnqueueSVMFree");
            judge(call.state(), "svm free",
                  cl.clEnqueueSVMFree(queue, 0, nullptr, frees, call.function, count, list, &call.event));
        }
    }
}

void read(Player& player, Enqueue& call) {
    static thread_local std::array<std::uint32_t, 64> own_target;
    void* const target = call.blocks ? own_target.data() : player.world.new_target();
    begin(call.blocks ? "clEnqueueReadBuffer, blocking" : "clEnqueueReadBuffer");
    judge(call.state(), "read",
          cl.clEnqueueReadBuffer(call.queue.handle, call.buffer->handle, call.blocking(), 0, sizeof own_target, target,
                                 call.waits.count(), call.waits.list(), call.wanted),
          {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST});
}

void write(Enqueue& call) {
    static const std::array<std::uint32_t, 64> source{};
    begin(call.blocks ? "clEnqueueWriteBuffer, blocking" : "clEnqueueWriteBuffer");
    judge(call.state(), "write",
          cl.clEnqueueWriteBuffer(call.queue.handle, call.buffer->handle, call.blocking(), 0, sizeof source,
                                  source.data(), call.waits.count(), call.waits.list(), call.wanted),
          {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST});
}

void fill(Enqueue& call) {
    const std::uint32_t zero = 0;
    begin("clEnqueueFillBuffer");
    judge(call.state(), "fill",
          cl.clEnqueueFillBuffer(call.queue.handle, call.buffer->handle, &zero, 4, 0, 512, call.waits.count(),
                                 call.waits.list(), call.wanted));
}

void enqueue_with_buffer(Player& player, Enqueue& call) {
    const bool writes = may_write(player.world, call.queue, *call.buffer);
    // Other threads may enqueue commands between a map and its unmap. These commands must not write the mapped buffer
    // in runs that keep the rules of the specification.
    const bool maps = !player.world.keeps_rules || !call.buffer->order;
    switch (player.dice.below(5)) {
        case 0: return writes ? fill(call) : read(player, call);
        case 1: return read(player, call);
        case 2: return writes ? write(call) : read(player, call);
        case 3: return maps ? map_and_unmap(call) : read(player, call);
        default: return writes ? launch(player, call) : read(player, call);
    }
}

}  // namespace

void enqueue_something(Player& player, const std::shared_ptr<QueueItem>& queue, bool may_block) {
    auto buffer = player.world.buffers.any_of(queue->state, player.dice);
    if (buffer && !may_read(player.world, *queue, *buffer)) buffer = nullptr;
    Enqueue call{*queue, std::move(buffer), some_waits(player, queue->state), may_block && player.dice.percent(25)};
    if (player.dice.percent(75)) call.wanted = &call.event;
    if (call.buffer && player.dice.below(9) >= 4) {
        enqueue_with_buffer(player, call);
    } else {
        enqueue_without_buffer(player, call);
    }
    if (player.world.keeps_rules && call.event) {
        // Section 5.11: commands of another queue may wait for an event only after a flush of the event's queue.
        begin("clFlush");
        judge(queue->state, "clFlush", cl.clFlush(queue->handle));
    }
    note_event(player, queue->state, call.event, call.function);
}

std::function<void()> random_act(Player& player, bool may_block) {
    World& world = player.world;
    const std::uint64_t seed = player.dice.next();
    // A callback must not call "expensive system routines, OpenCL APIs to create contexts or command-queues, or
    // blocking OpenCL APIs".
    const int choices = world.keeps_rules ? 4 : may_block ? 7 : 5;
    switch (player.dice.below(choices)) {
        case 0: return [item = world.buffers.take_any(player.dice)] {};
        case 1: return [item = world.queues.take_any(player.dice)] {};
        case 2: return [item = world.events.take_any(player.dice), other = world.kernels.take_any(player.dice)] {};
        case 3:
            return [&world, seed] {
                Player other(world, seed);
                if (const auto queue = world.queues.any(other.dice)) enqueue_something(other, queue, false);
            };
        case 4: return [] { std::this_thread::sleep_for(std::chrono::microseconds(300)); };
        default:
            // Makes a queue, and waits for its commands. These commands do not depend on the command whose callback
            // runs this action.
            return [&world, seed] {
                Player other(world, seed);
                const auto context = world.contexts.any(other.dice);
                if (!context) return;
                cl_int code = CL_SUCCESS;
                begin("clCreateCommandQueueWithProperties");
                cl_device_id devices[8] = {};
                cl.clGetContextInfo(context->handle, CL_CONTEXT_DEVICES, sizeof devices, devices, nullptr);
                const cl_command_queue made =
                    cl.clCreateCommandQueueWithProperties(context->handle, devices[0], nullptr, &code);
                if (!made) return;
                const auto queue = std::make_shared<QueueItem>(made, context->state);
                begin("clEnqueueMarkerWithWaitList");
                judge(queue->state, "marker", cl.clEnqueueMarkerWithWaitList(made, 0, nullptr, nullptr));
                begin("clFinish, of a function");
                judge(queue->state, "clFinish", cl.clFinish(made));
            };
    }
}

}  // namespace lanewise::life_fuzz
