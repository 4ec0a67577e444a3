// What it costs when work-items enqueue kernels: small children of many work-items, from one to the next, and by
// events. Left out where the device has no queues of its own.
#include <string>

#include "samples.h"
#include "session.h"

namespace {

using bench::check;
using bench::Samples;
using bench::session;
using bench::set_arg;

bool has_device_queues() {
    cl_command_queue_properties properties = 0;
    const cl_int status = clGetDeviceInfo(session().device(), CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, sizeof properties,
                                          &properties, nullptr);
    return status == CL_SUCCESS && properties != 0;
}

const bench::Queue& default_device_queue() {
    static const bench::Queue queue = [] {
        const cl_queue_properties properties[] = {
            CL_QUEUE_PROPERTIES,
            CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
        cl_int status = CL_SUCCESS;
        bench::Queue made(
            clCreateCommandQueueWithProperties(session().context(), session().device(), properties, &status));
        check(status, "clCreateCommandQueueWithProperties");
        return made;
    }();
    return queue;
}

/// Launches `k(global int* out, int count)` of the source over `items`, which makes `commands` on the device.
void measure(benchmark::State& state, const std::string& source, std::size_t items, int count, int commands) {
    if (!has_device_queues()) return state.SkipWithError("the device has no queues");
    static_cast<void>(default_device_queue());
    const auto program = session().build(source, "-cl-std=CL3.0");
    const auto kernel = session().kernel(program, "k");
    const auto out = session().new_buffer(std::size_t{4} << 20);
    set_arg(kernel, 0, out);
    set_arg(kernel, 1, count);
    Samples samples;
    samples.take(state, [&] {
        session().launch(session().queue(), kernel, items);
        clFinish(session().queue());
    });
    samples.report_us(state, commands);
}

/// Each work-item of one launch has a child of one work-item.
void device_children(benchmark::State& state) {
    constexpr int count = 1'000'000;
    measure(state, R"(kernel void k(global int* out, int count) {
        const int i = get_global_id(0);
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[i] = i; });
    })",
            count, count, count);
}
BENCHMARK(device_children)->UseManualTime();

/// Each child enqueues the next one.
void device_descent(benchmark::State& state) {
    constexpr int count = 10'000;
    measure(state, R"(
    void step(queue_t queue, global int* out, int left) {
        out[left & 1023] = left;
        if (left != 0)
            enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ step(queue, out, left - 1); });
    }
    kernel void k(global int* out, int count) { step(get_default_queue(), out, count); })",
            1, count, count);
}
BENCHMARK(device_descent)->UseManualTime();

/// Each child waits for the event of the one before.
void device_event_chain(benchmark::State& state) {
    constexpr int count = 10'000;
    measure(state, R"(kernel void k(global int* out, int count) {
        const queue_t queue = get_default_queue();
        clk_event_t before, now;
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &before, ^{ out[0] = 0; });
        for (int i = 1; i < count; ++i) {
            enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &before, &now, ^{ out[0] = i; });
            release_event(before);
            before = now;
        }
        release_event(before);
    })",
            1, count, count);
}
BENCHMARK(device_event_chain)->UseManualTime();

}  // namespace
