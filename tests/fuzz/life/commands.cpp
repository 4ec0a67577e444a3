// Commands of all kinds, and what their functions of the application do.
#include <CL/cl_ext.h>

#include "world.h"

namespace lanewise::life_fuzz {

namespace {

void CL_CALLBACK event_called(cl_event, cl_int, void* call) { static_cast<Call*>(call)->come(); }
void CL_CALLBACK native(void* call) { (*static_cast<Call**>(call))->come(); }
void CL_CALLBACK frees(cl_command_queue, cl_uint, void*[], void* call) { static_cast<Call*>(call)->come(); }

std::shared_ptr<EventItem> create_user_event(Player& player, const State& state) {
    const auto context = player.world.contexts.any_of(state, player.dice);
    if (!context) return {};
    cl_int code = CL_SUCCESS;
    begin("clCreateUserEvent");
    const cl_event made = cl.clCreateUserEvent(context->handle, &code);
    judge(state, "clCreateUserEvent", code);
    if (!made) return {};
    auto item = std::make_shared<EventItem>(made, state);
    // One that is released without being set: only the end of the context ends what waits for it.
    if (state->can_end && player.dice.percent(20)) return item;
    const bool fails = player.dice.percent(15);
    if (fails) state->may_fail = true;
    player.world.clock.add(std::chrono::microseconds(player.dice.below(3000)), [item, fails] {
        begin("clSetUserEventStatus");
        if (cl.clSetUserEventStatus(item->handle, fails ? -7 : CL_COMPLETE)) fail("clSetUserEventStatus");
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

void launch(Player& player, const State& state, cl_command_queue queue, const std::shared_ptr<MemItem>& buffer,
            const Waits& waits, cl_event* event) {
    const auto kernel = player.world.kernels.any_of(state, player.dice);
    if (!kernel) return;
    const std::size_t items = 16;
    // Threads share kernels, whose arguments are theirs to order: here each sets one that is right.
    static std::recursive_mutex one_by_one;
    const std::lock_guard lock(one_by_one);
    begin("clSetKernelArg");
    judge(state, "clSetKernelArg", cl.clSetKernelArg(kernel->handle, 0, sizeof(cl_mem), &buffer->handle));
    begin("clEnqueueNDRangeKernel");
    judge(state, "clEnqueueNDRangeKernel",
          cl.clEnqueueNDRangeKernel(queue, kernel->handle, 1, nullptr, &items, nullptr, waits.count(), waits.list(),
                                    event));
}

void map_and_unmap(Player& player, const State& state, cl_command_queue queue, cl_mem buffer, bool blocking,
                   const Waits& waits, cl_event* event) {
    cl_int code = CL_SUCCESS;
    begin(blocking ? "clEnqueueMapBuffer, blocking" : "clEnqueueMapBuffer");
    void* const mapped = cl.clEnqueueMapBuffer(queue, buffer, blocking, CL_MAP_READ, 0, 256, waits.count(),
                                               waits.list(), nullptr, &code);
    judge(state, "clEnqueueMapBuffer", code, {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST});
    if (!mapped) return;
    begin("clEnqueueUnmapMemObject");
    // A map that waits for what fails is taken back.
    judge(state, "clEnqueueUnmapMemObject", cl.clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, event),
          {CL_INVALID_VALUE});
    static_cast<void>(player);
}

Call& expect_function(Player& player, const char* what, bool may_block) {
    Call& call = player.world.expect(what, 0);
    if (player.dice.percent(60)) call.act = random_act(player, may_block);
    return call;
}

}  // namespace

// One that fails before it runs, or that was terminated, is not called; one whose event is complete was.
void enqueue_something(Player& player, const std::shared_ptr<QueueItem>& queue, bool may_block) {
    const State& state = queue->state;
    const auto buffer = player.world.buffers.any_of(state, player.dice);
    const Waits waits = some_waits(player, state);
    const bool blocks = may_block && player.dice.percent(25);
    const cl_bool blocking = blocks ? CL_TRUE : CL_FALSE;
    static thread_local std::array<std::uint32_t, 64> host;
    static std::array<std::uint32_t, 64> shared_host;
    void* const target = blocks ? host.data() : shared_host.data();
    cl_event event = nullptr;
    cl_event* const wanted = player.dice.percent(75) ? &event : nullptr;
    Call* function = nullptr;
    const std::uint32_t zero = 0;
    const auto after = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    const cl_command_queue handle = queue->handle;
    switch (player.dice.below(buffer ? 9 : 4)) {
        case 0:
            begin("clEnqueueMarkerWithWaitList");
            judge(state, "marker", cl.clEnqueueMarkerWithWaitList(handle, waits.count(), waits.list(), wanted));
            break;
        case 1:
            begin("clEnqueueBarrierWithWaitList");
            judge(state, "barrier", cl.clEnqueueBarrierWithWaitList(handle, waits.count(), waits.list(), wanted));
            break;
        case 2: {
            function = &expect_function(player, "a native kernel", /*may_block=*/true);
            begin("clEnqueueNativeKernel");
            judge(state, "native",
                  cl.clEnqueueNativeKernel(handle, native, &function, sizeof function, 0, nullptr, nullptr,
                                           waits.count(), waits.list(), &event));
            break;
        }
        case 3: {
            function = &expect_function(player, "a function that frees", /*may_block=*/false);
            begin("clEnqueueSVMFree");
            judge(state, "svm free",
                  cl.clEnqueueSVMFree(handle, 0, nullptr, frees, function, waits.count(), waits.list(), &event));
            break;
        }
        case 4:
            begin("clEnqueueFillBuffer");
            judge(
                state, "fill",
                cl.clEnqueueFillBuffer(handle, buffer->handle, &zero, 4, 0, 512, waits.count(), waits.list(), wanted));
            break;
        case 5:
            begin(blocks ? "clEnqueueReadBuffer, blocking" : "clEnqueueReadBuffer");
            judge(state, "read",
                  cl.clEnqueueReadBuffer(handle, buffer->handle, blocking, 0, sizeof host, target, waits.count(),
                                         waits.list(), wanted),
                  {after});
            break;
        case 6:
            begin(blocks ? "clEnqueueWriteBuffer, blocking" : "clEnqueueWriteBuffer");
            judge(state, "write",
                  cl.clEnqueueWriteBuffer(handle, buffer->handle, blocking, 0, sizeof host, target, waits.count(),
                                          waits.list(), wanted),
                  {after});
            break;
        case 7: map_and_unmap(player, state, handle, buffer->handle, blocks, waits, wanted); break;
        default: launch(player, state, handle, buffer, waits, wanted);
    }
    note_event(player, state, event, function);
}

std::function<void()> random_act(Player& player, bool may_block) {
    World& world = player.world;
    const std::uint64_t seed = player.dice.next();
    switch (player.dice.below(may_block ? 7 : 5)) {
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
            // Of a queue of its own: nothing there comes after what this is called by.
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
