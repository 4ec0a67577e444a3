// Measures the overhead of commands: launches, events, transfers and maps of small buffers.
#include <vector>

#include "samples.h"
#include "session.h"

namespace {

using bench::check;
using bench::Samples;
using bench::session;

const bench::Kernel& empty_kernel() {
    static const bench::Program program = session().build("kernel void empty() {}");
    static const bench::Kernel kernel = session().kernel(program, "empty");
    return kernel;
}

void empty_kernel_and_finish(benchmark::State& state) {
    const auto& kernel = empty_kernel();
    Samples samples;
    samples.take(state, [&] {
        session().launch(session().queue(), kernel, 1, 1);
        clFinish(session().queue());
    });
    samples.report_us(state);
}
BENCHMARK(empty_kernel_and_finish)->UseManualTime();

void many_kernels(benchmark::State& state, cl_command_queue_properties properties) {
    const auto& kernel = empty_kernel();
    const auto queue = session().new_queue(properties);
    constexpr int count = 10000;
    Samples samples;
    samples.take(state, [&] {
        for (int i = 0; i < count; ++i) session().launch(queue, kernel, 1, 1);
        clFinish(queue);
    });
    samples.report_us(state, count);
}
BENCHMARK_CAPTURE(many_kernels, in_order, 0)->UseManualTime();
BENCHMARK_CAPTURE(many_kernels, out_of_order, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)->UseManualTime();

/// Measures only the enqueue calls, without the execution of the kernels.
void enqueue_call(benchmark::State& state) {
    const auto& kernel = empty_kernel();
    constexpr int count = 100;
    Samples samples;
    samples.take(
        state, [] { clFinish(session().queue()); },
        [&] {
            for (int i = 0; i < count; ++i) session().launch(session().queue(), kernel, 1, 1);
        });
    clFinish(session().queue());
    samples.report_us(state, count);
}
BENCHMARK(enqueue_call)->UseManualTime();

/// Measures a chain of kernels on alternating queues. Each kernel waits for the event of the preceding kernel.
void event_hop(benchmark::State& state) {
    const auto& kernel = empty_kernel();
    const bench::Queue queues[] = {session().new_queue(0), session().new_queue(0)};
    constexpr std::size_t count = 1000;
    const std::size_t one = 1;
    std::vector<bench::Event> events;
    Samples samples;
    samples.take(
        state, [&] { events = std::vector<bench::Event>(count); },
        [&] {
            for (std::size_t i = 0; i < count; ++i) {
                cl_event previous = i ? static_cast<cl_event>(events[i - 1]) : nullptr;
                check(clEnqueueNDRangeKernel(queues[i % 2], kernel, 1, nullptr, &one, &one, i ? 1 : 0,
                                             i ? &previous : nullptr, events[i].address()),
                      "clEnqueueNDRangeKernel");
            }
            clFlush(queues[0]);
            clFlush(queues[1]);
            clWaitForEvents(1, events.back().address());
        });
    samples.report_us(state, count);
}
BENCHMARK(event_hop)->UseManualTime();

/// Measures the time from clSetUserEventStatus to the end of a kernel that waits for the event.
void user_event_to_kernel(benchmark::State& state) {
    const auto& kernel = empty_kernel();
    const std::size_t one = 1;
    bench::Event gate;
    bench::Event done;
    Samples samples;
    samples.take(
        state,
        [&] {
            cl_int status = CL_SUCCESS;
            gate = bench::Event(clCreateUserEvent(session().context(), &status));
            done = bench::Event();
            check(clEnqueueNDRangeKernel(session().queue(), kernel, 1, nullptr, &one, &one, 1, gate.address(),
                                         done.address()),
                  "clEnqueueNDRangeKernel");
            clFlush(session().queue());
        },
        [&] {
            clSetUserEventStatus(gate, CL_COMPLETE);
            clWaitForEvents(1, done.address());
        });
    samples.report_us(state);
}
BENCHMARK(user_event_to_kernel)->UseManualTime();

void write_4k(benchmark::State& state) {
    const auto buffer = session().new_buffer(4096);
    const std::vector<char> host(4096, 1);
    Samples samples;
    samples.take(state, [&] {
        clEnqueueWriteBuffer(session().queue(), buffer, CL_TRUE, 0, 4096, host.data(), 0, nullptr, nullptr);
    });
    samples.report_us(state);
}
BENCHMARK(write_4k)->UseManualTime();

void read_4k(benchmark::State& state) {
    const auto buffer = session().new_buffer(4096);
    std::vector<char> host(4096);
    Samples samples;
    samples.take(state, [&] {
        clEnqueueReadBuffer(session().queue(), buffer, CL_TRUE, 0, 4096, host.data(), 0, nullptr, nullptr);
    });
    samples.report_us(state);
}
BENCHMARK(read_4k)->UseManualTime();

void map_unmap(benchmark::State& state, std::size_t bytes) {
    const auto buffer = session().new_buffer(bytes);
    Samples samples;
    samples.take(state, [&] {
        void* pointer = clEnqueueMapBuffer(session().queue(), buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                           nullptr, nullptr, nullptr);
        clEnqueueUnmapMemObject(session().queue(), buffer, pointer, 0, nullptr, nullptr);
        clFinish(session().queue());
    });
    samples.report_us(state);
}
BENCHMARK_CAPTURE(map_unmap, 4k, 4 << 10)->UseManualTime();
BENCHMARK_CAPTURE(map_unmap, 64m, 64 << 20)->UseManualTime();

}  // namespace
