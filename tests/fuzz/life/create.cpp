// Makes contexts, queues, buffers and kernels, with destructor callbacks.
#include <CL/cl_ext.h>

#include "world.h"

namespace lanewise::life_fuzz {

namespace {

void CL_CALLBACK context_gone(cl_context, void* call) { static_cast<Call*>(call)->come(); }
void CL_CALLBACK memory_gone(cl_mem, void* call) { static_cast<Call*>(call)->come(); }
void CL_CALLBACK program_built(cl_program, void* call) { static_cast<Call*>(call)->come(); }
void CL_CALLBACK error_told(const char*, const void*, std::size_t, void* call) { static_cast<Call*>(call)->come(); }

constexpr const char* source =
    "kernel void k(global int* p) { p[get_global_id(0)] += 1; }"
    "kernel void endless(global volatile int* p) { while (p[get_global_id(0)] != 12345) ; }";

using TerminateContext = cl_int (*)(cl_context);
TerminateContext terminate_function() {
    static const auto found =
        reinterpret_cast<TerminateContext>(cl.clGetExtensionFunctionAddress("clTerminateContextKHR"));
    return found;
}

std::vector<cl_device_id> some_devices(Player& player) {
    std::vector<cl_device_id> devices;
    if (player.dice.percent(80) || player.world.sub_devices.empty()) devices.push_back(player.world.root);
    for (const auto& device : player.world.sub_devices)
        if (player.dice.percent(40) || devices.empty()) devices.push_back(device->handle);
    return devices;
}

void terminate(const std::shared_ptr<ContextItem>& context) {
    context->state->is_ending = true;
    begin("clTerminateContextKHR");
    const cl_int code = terminate_function()(context->handle);
    if (code != CL_SUCCESS && code != CL_CONTEXT_TERMINATED_KHR) fail("clTerminateContextKHR", code);
}

}  // namespace

bool create_context(Player& player) {
    auto state = std::make_shared<ContextState>();
    state->can_end = player.dice.percent(60);
    const cl_context_properties can_end[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    const auto devices = some_devices(player);
    Call& told = player.world.expect("a context's error callback", 0);
    told.most = 1 << 20;
    cl_int code = CL_SUCCESS;
    begin("clCreateContext");
    const cl_context made = cl.clCreateContext(state->can_end ? can_end : nullptr, static_cast<cl_uint>(devices.size()),
                                               devices.data(), error_told, &told, &code);
    judge(state, "clCreateContext", code);
    auto item = std::make_shared<ContextItem>(made, state);
    for (std::size_t i = 1 + player.dice.below(2); i > 0; --i) {
        begin("clSetContextDestructorCallback");
        Call& call = player.world.expect("a context's destructor callback");
        call.context = made;
        judge(state, "clSetContextDestructorCallback", cl.clSetContextDestructorCallback(made, context_gone, &call));
    }
    // Terminates the context after a random time. The termination ends commands that wait for user events which nobody
    // sets, and kernels that never end.
    if (state->can_end)
        player.world.clock.add(std::chrono::microseconds(player.dice.below(60'000)), [item] { terminate(item); });
    player.world.contexts.add(std::move(item), player.dice);
    return true;
}

bool create_queue(Player& player) {
    const auto context = player.world.contexts.any(player.dice);
    if (!context) return false;
    cl_device_id devices[8] = {};
    std::size_t bytes = 0;
    cl.clGetContextInfo(context->handle, CL_CONTEXT_DEVICES, sizeof devices, devices, &bytes);
    const bool is_in_order = player.dice.percent(50);
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                              (is_in_order ? 0u : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) |
                                                  (player.dice.percent(20) ? CL_QUEUE_PROFILING_ENABLE : 0u),
                                              0};
    cl_int code = CL_SUCCESS;
    begin("clCreateCommandQueueWithProperties");
    const cl_command_queue made = cl.clCreateCommandQueueWithProperties(
        context->handle, devices[player.dice.below(bytes / sizeof *devices)], properties, &code);
    judge(context->state, "clCreateCommandQueueWithProperties", code);
    if (!made) return false;
    auto item = std::make_shared<QueueItem>(made, context->state);
    item->is_in_order = is_in_order;
    if (is_in_order) item->order = std::make_shared<int>(0);
    player.world.queues.add(std::move(item), player.dice);
    return true;
}

bool may_write(const World& world, const QueueItem& queue, const MemItem& buffer) {
    return !world.orders_writes || (buffer.order && buffer.order == queue.order);
}

bool may_read(const World& world, const QueueItem& queue, const MemItem& buffer) {
    return !buffer.order || may_write(world, queue, buffer);
}

bool create_buffer(Player& player) {
    std::shared_ptr<MemItem> parent = player.dice.percent(30) ? player.world.buffers.any(player.dice) : nullptr;
    const auto context = player.world.contexts.any(player.dice);
    if (!context || (parent && parent->is_part)) return false;
    const State state = parent ? parent->state : context->state;
    const cl_buffer_region region{128 * player.dice.below(8), 1024};
    cl_int code = CL_SUCCESS;
    begin(parent ? "clCreateSubBuffer" : "clCreateBuffer");
    const cl_mem made = parent ? cl.clCreateSubBuffer(parent->handle, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code)
                               : cl.clCreateBuffer(context->handle, CL_MEM_READ_WRITE, 4096, nullptr, &code);
    judge(state, "clCreateBuffer", code);
    if (!made) return false;
    auto item = std::make_shared<MemItem>(made, state);
    item->is_part = parent != nullptr;
    if (player.dice.percent(50)) item->parent = parent;
    if (parent) {
        item->order = parent->order;
    } else if (const auto queue = player.world.queues.any_of(state, player.dice)) {
        item->order = queue->order;
    }
    for (std::size_t i = player.dice.below(3); i > 0; --i) {
        Call& call = player.world.expect("a memory object's destructor callback");
        if (player.dice.percent(40)) call.act = random_act(player, /*may_block=*/false);
        begin("clSetMemObjectDestructorCallback");
        judge(state, "clSetMemObjectDestructorCallback", cl.clSetMemObjectDestructorCallback(made, memory_gone, &call));
    }
    player.world.buffers.add(std::move(item), player.dice);
    return true;
}

void create_kernel(Player& player) {
    const auto context = player.world.contexts.any(player.dice);
    if (!context) return;
    cl_int code = CL_SUCCESS;
    const char* text = source;
    begin("clCreateProgramWithSource");
    const cl_program program = cl.clCreateProgramWithSource(context->handle, 1, &text, nullptr, &code);
    judge(context->state, "clCreateProgramWithSource", code);
    if (!program) return;
    Call& call = player.world.expect("a build's callback");
    if (player.dice.percent(40)) call.act = random_act(player, /*may_block=*/true);
    begin("clBuildProgram");
    code = cl.clBuildProgram(program, 0, nullptr, "", program_built, &call);
    if (code != CL_SUCCESS && code != CL_CONTEXT_TERMINATED_KHR) fail("clBuildProgram", code);
    if (code != CL_SUCCESS) call.least = 0;
    const bool is_endless = context->state->can_end && player.dice.percent(15);
    begin("clCreateKernel");
    const cl_kernel kernel = cl.clCreateKernel(program, is_endless ? "endless" : "k", &code);
    judge(context->state, "clCreateKernel", code);
    if (kernel) player.world.kernels.add(std::make_shared<KernelItem>(kernel, context->state), player.dice);
    begin("clReleaseProgram");
    Rules::instance().release([program] { cl.clReleaseProgram(program); });
}

}  // namespace lanewise::life_fuzz
