// Bandwidth of the commands that move memory, beside what plain C++ reaches on the same memory.
#include <benchmark/benchmark.h>

#include <cstring>
#include <thread>
#include <vector>

#include "session.h"

namespace {

using bench::session;

constexpr std::size_t large = std::size_t{64} << 20;

void set_bandwidth(benchmark::State& state, std::size_t bytes) {
    state.counters["GB/s"] = benchmark::Counter(static_cast<double>(bytes) * 1e-9,
                                                benchmark::Counter::kIsIterationInvariantRate);
}

void write_64m(benchmark::State& state) {
    const auto buffer = session().new_buffer(large);
    const std::vector<char> host(large, 1);
    for (auto _ : state)
        clEnqueueWriteBuffer(session().queue(), buffer, CL_TRUE, 0, large, host.data(), 0, nullptr, nullptr);
    set_bandwidth(state, large);
}
BENCHMARK(write_64m)->UseRealTime();

void copy_64m(benchmark::State& state) {
    const auto from = session().new_buffer(large);
    const auto to = session().new_buffer(large);
    for (auto _ : state) {
        clEnqueueCopyBuffer(session().queue(), from, to, 0, 0, large, 0, nullptr, nullptr);
        clFinish(session().queue());
    }
    set_bandwidth(state, large);
}
BENCHMARK(copy_64m)->UseRealTime();

void fill_64m(benchmark::State& state) {
    const auto buffer = session().new_buffer(large);
    const cl_uint pattern = 0x01020304;
    for (auto _ : state) {
        clEnqueueFillBuffer(session().queue(), buffer, &pattern, sizeof pattern, 0, large, 0, nullptr, nullptr);
        clFinish(session().queue());
    }
    set_bandwidth(state, large);
}
BENCHMARK(fill_64m)->UseRealTime();

/// A fresh buffer, touched by a kernel and released.
void fresh_64m(benchmark::State& state) {
    const auto program = session().build("kernel void touch(global int* p) { p[get_global_id(0)] = 1; }");
    const auto kernel = session().kernel(program, "touch");
    for (auto _ : state) {
        const auto buffer = session().new_buffer(large);
        bench::set_arg(kernel, 0, buffer);
        session().launch(session().queue(), kernel, large / sizeof(int));
        clFinish(session().queue());
    }
}
BENCHMARK(fresh_64m)->UseRealTime()->Unit(benchmark::kMillisecond);

void triad(benchmark::State& state) {
    const auto count = static_cast<std::size_t>(state.range(0)) / sizeof(float);
    const auto program = session().build(
        "kernel void triad(global float* a, global const float* b, global const float* c, float s) {"
        "  size_t i = get_global_id(0); a[i] = b[i] + s * c[i]; }");
    const auto kernel = session().kernel(program, "triad");
    const auto a = session().new_buffer(count * 4), b = session().new_buffer(count * 4),
               c = session().new_buffer(count * 4);
    bench::set_arg(kernel, 0, a);
    bench::set_arg(kernel, 1, b);
    bench::set_arg(kernel, 2, c);
    bench::set_arg(kernel, 3, 3.0f);
    for (auto _ : state) {
        session().launch(session().queue(), kernel, count);
        clFinish(session().queue());
    }
    set_bandwidth(state, 3 * count * sizeof(float));
}
BENCHMARK(triad)->Arg(64 << 20)->Arg(256 << 10)->UseRealTime();

/// The reference for copy_64m and write_64m: memcpy split over all hardware threads.
void native_memcpy_64m(benchmark::State& state) {
    const std::vector<char> from(large, 1);
    std::vector<char> to(large);
    const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t part = large / threads;
    for (auto _ : state) {
        std::vector<std::jthread> workers;
        for (std::size_t i = 0; i < threads; ++i)
            workers.emplace_back([&, i] { std::memcpy(to.data() + i * part, from.data() + i * part, part); });
    }
    set_bandwidth(state, large);
}
BENCHMARK(native_memcpy_64m)->UseRealTime();

void native_memset_64m(benchmark::State& state) {
    std::vector<char> to(large);
    const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t part = large / threads;
    for (auto _ : state) {
        std::vector<std::jthread> workers;
        for (std::size_t i = 0; i < threads; ++i)
            workers.emplace_back([&, i] { std::memset(to.data() + i * part, 1, part); });
    }
    set_bandwidth(state, large);
}
BENCHMARK(native_memset_64m)->UseRealTime();

}  // namespace
