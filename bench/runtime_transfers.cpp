// Measures the bandwidth of commands that move memory, and of a kernel that only moves memory. As a comparison,
// native.cpp measures plain C++ code that moves the same amount of memory.
#include <vector>

#include "samples.h"
#include "session.h"

namespace {

using bench::Samples;
using bench::session;

constexpr std::size_t large = std::size_t{64} << 20;
constexpr double large_gb = static_cast<double>(large) * 1e-9;

/// Returns a buffer whose pages have all been written. The system maps all unwritten pages to one shared page of
/// zeros.
bench::Buffer touched_buffer(std::size_t bytes) {
    auto buffer = session().new_buffer(bytes);
    const cl_uint pattern = 1;
    bench::check(
        clEnqueueFillBuffer(session().queue(), buffer, &pattern, sizeof pattern, 0, bytes, 0, nullptr, nullptr),
        "clEnqueueFillBuffer");
    clFinish(session().queue());
    return buffer;
}

void write_64m(benchmark::State& state) {
    const auto buffer = session().new_buffer(large);
    const std::vector<char> host(large, 1);
    Samples samples;
    samples.take(state, [&] {
        clEnqueueWriteBuffer(session().queue(), buffer, CL_TRUE, 0, large, host.data(), 0, nullptr, nullptr);
    });
    samples.report_rate(state, large_gb, "GB/s");
}
BENCHMARK(write_64m)->UseManualTime();

void read_64m(benchmark::State& state) {
    const auto buffer = touched_buffer(large);
    std::vector<char> host(large, 1);
    Samples samples;
    samples.take(state, [&] {
        clEnqueueReadBuffer(session().queue(), buffer, CL_TRUE, 0, large, host.data(), 0, nullptr, nullptr);
    });
    samples.report_rate(state, large_gb, "GB/s");
}
BENCHMARK(read_64m)->UseManualTime();

void copy_64m(benchmark::State& state) {
    const auto from = touched_buffer(large);
    const auto to = touched_buffer(large);
    Samples samples;
    samples.take(state, [&] {
        clEnqueueCopyBuffer(session().queue(), from, to, 0, 0, large, 0, nullptr, nullptr);
        clFinish(session().queue());
    });
    samples.report_rate(state, large_gb, "GB/s");
}
BENCHMARK(copy_64m)->UseManualTime();

void fill_64m(benchmark::State& state) {
    const auto buffer = session().new_buffer(large);
    const cl_uint pattern = 0x01020304;
    Samples samples;
    samples.take(state, [&] {
        clEnqueueFillBuffer(session().queue(), buffer, &pattern, sizeof pattern, 0, large, 0, nullptr, nullptr);
        clFinish(session().queue());
    });
    samples.report_rate(state, large_gb, "GB/s");
}
BENCHMARK(fill_64m)->UseManualTime();

/// Measures the time to create a buffer of 64 MB, to write the buffer by a kernel, and to release the buffer.
void fresh_64m(benchmark::State& state) {
    const auto program = session().build("kernel void touch(global int* p) { p[get_global_id(0)] = 1; }");
    const auto kernel = session().kernel(program, "touch");
    Samples samples;
    samples.take(state, [&] {
        const auto buffer = session().new_buffer(large);
        bench::set_arg(kernel, 0, buffer);
        session().launch(session().queue(), kernel, large / sizeof(int));
        clFinish(session().queue());
    });
    samples.report_us(state);
}
BENCHMARK(fresh_64m)->UseManualTime();

void triad(benchmark::State& state, std::size_t bytes) {
    const auto program = session().build(
        "kernel void triad(global float* a, global const float* b, global const float* c, float s) {"
        "  size_t i = get_global_id(0); a[i] = b[i] + s * c[i]; }");
    const auto kernel = session().kernel(program, "triad");
    const auto a = touched_buffer(bytes), b = touched_buffer(bytes), c = touched_buffer(bytes);
    bench::set_arg(kernel, 0, a);
    bench::set_arg(kernel, 1, b);
    bench::set_arg(kernel, 2, c);
    bench::set_arg(kernel, 3, 3.0f);
    Samples samples;
    samples.take(state, [&] {
        session().launch(session().queue(), kernel, bytes / sizeof(float));
        clFinish(session().queue());
    });
    samples.report_rate(state, 3e-9 * static_cast<double>(bytes), "GB/s");
}
BENCHMARK_CAPTURE(triad, 64m, 64 << 20)->UseManualTime();
BENCHMARK_CAPTURE(triad, 256k, 256 << 10)->UseManualTime();

}  // namespace
