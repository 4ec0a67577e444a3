// Measures how well launches use the cores. The benchmarks measure the cost of a work-group, the scaling from one
// compute unit to two, and the load balance if work-items take unequal time.
#include <optional>
#include <vector>

#include "samples.h"
#include "session.h"

namespace {

using bench::check;
using bench::Samples;
using bench::session;

/// Measures a launch of 64 k work-items in work-groups of size `local`; if `local` is 0, the driver chooses the size.
void launch_64k(benchmark::State& state, std::size_t local) {
    const auto program = session().build("kernel void touch(global int* p) { p[get_global_id(0)] = 1; }");
    const auto kernel = session().kernel(program, "touch");
    const auto buffer = session().new_buffer(65536 * sizeof(int));
    bench::set_arg(kernel, 0, buffer);
    Samples samples;
    samples.take(state, [&] {
        session().launch(session().queue(), kernel, 65536, local);
        clFinish(session().queue());
    });
    samples.report_us(state);
}
BENCHMARK_CAPTURE(launch_64k, local_64, 64)->UseManualTime();
BENCHMARK_CAPTURE(launch_64k, local_null, 0)->UseManualTime();
BENCHMARK_CAPTURE(launch_64k, local_1, 1)->UseManualTime();

/// A sub-device of one compute unit, with its own context and queue.
class OneUnit {
public:
    OneUnit() {
        const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
        cl_uint count = 0;
        if (clCreateSubDevices(session().device(), equally, 0, nullptr, &count) != CL_SUCCESS) return;
        std::vector<cl_device_id> devices(count);
        check(clCreateSubDevices(session().device(), equally, count, devices.data(), nullptr), "clCreateSubDevices");
        part_.emplace(devices.front());
    }
    const bench::Session* session_of_part() const { return part_ ? &*part_ : nullptr; }

private:
    std::optional<bench::Session> part_;
};

const char* const scaling_source =
    "kernel void burn(global float* out, int rounds) {"
    "  size_t i = get_global_id(0); float x = i * 1e-6f;"
    "  for (int r = 0; r < rounds; ++r) x = fma(x, 0.999f, 0.25f);"
    "  out[i] = x; }"
    "kernel void mandelbrot(global int* out, int width) {"
    "  int x = get_global_id(0), y = get_global_id(1);"
    "  float cr = x * 3.0f / width - 2.0f, ci = y * 2.0f / width - 1.0f, zr = 0, zi = 0; int n = 0;"
    "  while (n < 1000 && zr * zr + zi * zi < 4.0f) {"
    "    float t = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = t; ++n; }"
    "  out[y * width + x] = n; }";

/// Measures how many work-items of a compute-bound kernel run per second in the given session.
void run_scaling(benchmark::State& state, const bench::Session& on, const char* name, cl_int argument,
                 std::size_t width, std::size_t height) {
    const auto program = on.build(scaling_source);
    const auto kernel = on.kernel(program, name);
    const auto buffer = on.new_buffer(width * height * 4);
    bench::set_arg(kernel, 0, buffer);
    bench::set_arg(kernel, 1, argument);
    const std::size_t global[] = {width, height};
    Samples samples;
    samples.take(state, [&] {
        check(clEnqueueNDRangeKernel(on.queue(), kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        clFinish(on.queue());
    });
    samples.report_rate(state, static_cast<double>(width * height) * 1e-6, "Mitems/s");
}

void scaling(benchmark::State& state, const char* kernel, cl_int argument, std::size_t width, std::size_t height,
             bool whole_device) {
    if (whole_device) return run_scaling(state, session(), kernel, argument, width, height);
    static const OneUnit one;
    if (!one.session_of_part()) return state.SkipWithError("the device cannot be partitioned");
    run_scaling(state, *one.session_of_part(), kernel, argument, width, height);
}
BENCHMARK_CAPTURE(scaling, burn_1_unit, "burn", 2000, 65536, 1, false)->UseManualTime();
BENCHMARK_CAPTURE(scaling, burn_all_units, "burn", 2000, 65536, 1, true)->UseManualTime();
BENCHMARK_CAPTURE(scaling, mandelbrot_1_unit, "mandelbrot", 512, 512, 512, false)->UseManualTime();
BENCHMARK_CAPTURE(scaling, mandelbrot_all_units, "mandelbrot", 512, 512, 512, true)->UseManualTime();

}  // namespace
