// What a command costs beyond its work: launches, events, maps of small buffers.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "session.h"

namespace {

using bench::check;
using bench::session;
using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration time) {
    return std::chrono::duration<double, std::micro>(time).count();
}

const bench::Kernel& empty_kernel() {
    static const bench::Program program =
        session().build("kernel void empty() {} kernel void touch(global int* p) { p[get_global_id(0)] = 1; }");
    static const bench::Kernel kernel = session().kernel(program, "empty");
    return kernel;
}

/// Minimum and median of single calls, which a mean over a loop would hide.
class Samples {
public:
    template <typename Action>
    void take(benchmark::State& state, Action&& action) {
        for (auto _ : state) {
            const auto start = Clock::now();
            action();
            const auto time = Clock::now() - start;
            state.SetIterationTime(std::chrono::duration<double>(time).count());
            times_.push_back(microseconds(time));
        }
        std::sort(times_.begin(), times_.end());
        state.counters["min_us"] = times_.front();
        state.counters["median_us"] = times_[times_.size() / 2];
    }

private:
    std::vector<double> times_;
};

void empty_kernel_and_finish(benchmark::State& state) {
    const auto& kernel = empty_kernel();
    Samples().take(state, [&] {
        session().launch(session().queue(), kernel, 1, 1);
        clFinish(session().queue());
    });
}
BENCHMARK(empty_kernel_and_finish)->UseManualTime()->Iterations(20000);

void many_kernels(benchmark::State& state, cl_command_queue_properties properties) {
    const auto& kernel = empty_kernel();
    const auto queue = session().new_queue(properties);
    constexpr int count = 10000;
    for (auto _ : state) {
        for (int i = 0; i < count; ++i) session().launch(queue, kernel, 1, 1);
        clFinish(queue);
    }
    state.counters["us_per_kernel"] = benchmark::Counter(
        static_cast<double>(count) * 1e-6,
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(many_kernels, in_order, 0)->UseRealTime();
BENCHMARK_CAPTURE(many_kernels, out_of_order, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)->UseRealTime();

/// A chain of kernels in which each waits for the event of the one before, on alternating queues.
void event_hop(benchmark::State& state) {
    const auto& kernel = empty_kernel();
    const bench::Queue queues[] = {session().new_queue(0), session().new_queue(0)};
    constexpr int count = 1000;
    const std::size_t one = 1;
    for (auto _ : state) {
        std::vector<bench::Event> events(count);
        for (int i = 0; i < count; ++i) {
            cl_event previous = i ? static_cast<cl_event>(events[i - 1]) : nullptr;
            check(clEnqueueNDRangeKernel(queues[i % 2], kernel, 1, nullptr, &one, &one, i ? 1 : 0,
                                         i ? &previous : nullptr, events[i].address()),
                  "clEnqueueNDRangeKernel");
        }
        clFlush(queues[0]);
        clFlush(queues[1]);
        clWaitForEvents(1, events.back().address());
    }
    state.counters["us_per_hop"] = benchmark::Counter(
        count * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(event_hop)->UseRealTime();

void user_event_to_kernel(benchmark::State& state) {
    const auto& kernel = empty_kernel();
    const std::size_t one = 1;
    std::vector<double> times;
    for (auto _ : state) {
        cl_int status = CL_SUCCESS;
        bench::Event gate(clCreateUserEvent(session().context(), &status));
        bench::Event done;
        check(clEnqueueNDRangeKernel(session().queue(), kernel, 1, nullptr, &one, &one, 1,
                                     gate.address(), done.address()),
              "clEnqueueNDRangeKernel");
        clFlush(session().queue());
        const auto start = Clock::now();
        clSetUserEventStatus(gate, CL_COMPLETE);
        clWaitForEvents(1, done.address());
        const auto time = Clock::now() - start;
        state.SetIterationTime(std::chrono::duration<double>(time).count());
        times.push_back(microseconds(time));
    }
    std::sort(times.begin(), times.end());
    state.counters["median_us"] = times[times.size() / 2];
}
BENCHMARK(user_event_to_kernel)->UseManualTime()->Iterations(5000);

void write_4k(benchmark::State& state) {
    const auto buffer = session().new_buffer(4096);
    const std::vector<char> host(4096, 1);
    Samples().take(state, [&] {
        clEnqueueWriteBuffer(session().queue(), buffer, CL_TRUE, 0, 4096, host.data(), 0, nullptr, nullptr);
    });
}
BENCHMARK(write_4k)->UseManualTime()->Iterations(20000);

void read_4k(benchmark::State& state) {
    const auto buffer = session().new_buffer(4096);
    std::vector<char> host(4096);
    Samples().take(state, [&] {
        clEnqueueReadBuffer(session().queue(), buffer, CL_TRUE, 0, 4096, host.data(), 0, nullptr, nullptr);
    });
}
BENCHMARK(read_4k)->UseManualTime()->Iterations(20000);

void map_unmap(benchmark::State& state) {
    const auto bytes = static_cast<std::size_t>(state.range(0));
    const auto buffer = session().new_buffer(bytes);
    Samples().take(state, [&] {
        void* pointer = clEnqueueMapBuffer(session().queue(), buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                           0, bytes, 0, nullptr, nullptr, nullptr);
        clEnqueueUnmapMemObject(session().queue(), buffer, pointer, 0, nullptr, nullptr);
        clFinish(session().queue());
    });
}
BENCHMARK(map_unmap)->Arg(4 << 10)->Arg(64 << 20)->UseManualTime()->Iterations(5000);

/// 64 k work-items in work-groups of the given size (0: the driver's choice).
void launch_64k(benchmark::State& state) {
    const auto local = static_cast<std::size_t>(state.range(0));
    const auto program = session().build("kernel void touch(global int* p) { p[get_global_id(0)] = 1; }");
    const auto kernel = session().kernel(program, "touch");
    const auto buffer = session().new_buffer(65536 * sizeof(int));
    bench::set_arg(kernel, 0, buffer);
    Samples().take(state, [&] {
        session().launch(session().queue(), kernel, 65536, local);
        clFinish(session().queue());
    });
}
BENCHMARK(launch_64k)->Arg(64)->Arg(0)->Arg(1)->UseManualTime()->Iterations(2000);

}  // namespace
