// Measures every case on the driver that the loader finds. Also measures the hand-written C++ references of the cases,
// on all hardware threads.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

#include "../session.h"
#include "../times.h"
#include "builds.h"
#include "case.h"

namespace bench {

namespace {

/// A case on the device, with filled buffers and a kernel with all arguments set.
class DeviceCase {
public:
    explicit DeviceCase(const Case& kernel_case)
        : case_(kernel_case),
          program_(session().build(kernel_case.source, kernel_case.options)),
          kernel_(session().kernel(program_, "run")) {
        buffers_.resize(case_.arguments.size());
        for (cl_uint index = 0; index < case_.arguments.size(); ++index)
            std::visit([&](const auto& argument) { set(index, argument); }, case_.arguments[index]);
    }

    void launch() const {
        check(clEnqueueNDRangeKernel(session().queue(), kernel_, static_cast<cl_uint>(case_.global.size()), nullptr,
                                     case_.global.data(), case_.local.empty() ? nullptr : case_.local.data(), 0,
                                     nullptr, nullptr),
              "clEnqueueNDRangeKernel");
    }

    void finish() const { check(clFinish(session().queue()), "clFinish"); }

    std::vector<std::byte> result() const {
        std::vector<std::byte> bytes(std::get<HostArray>(case_.arguments[case_.result]).bytes().size());
        check(clEnqueueReadBuffer(session().queue(), buffers_[case_.result], CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                                  nullptr, nullptr),
              "clEnqueueReadBuffer");
        return bytes;
    }

private:
    void set(cl_uint index, const HostArray& array) {
        const auto bytes = array.bytes();
        buffers_[index] = session().new_buffer(bytes.size());
        check(clEnqueueWriteBuffer(session().queue(), buffers_[index], CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                                   nullptr, nullptr),
              "clEnqueueWriteBuffer");
        set_arg(kernel_, index, buffers_[index]);
    }
    void set(cl_uint index, LocalMemory memory) {
        check(clSetKernelArg(kernel_, index, memory.bytes, nullptr), "clSetKernelArg");
    }
    void set(cl_uint index, int value) { set_arg(kernel_, index, value); }
    void set(cl_uint index, float value) { set_arg(kernel_, index, value); }

    const Case& case_;
    Program program_;
    Kernel kernel_;
    std::vector<Buffer> buffers_;
};

double element(std::span<const std::byte> bytes, std::size_t index, Element kind) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + index * sizeof word, sizeof word);
    if (kind == Element::integer) return word;
    float real = 0;
    std::memcpy(&real, &word, sizeof real);
    return real;
}

/// Returns a weighted mean of the result's elements. If two drivers compute different results, the means usually
/// differ.
std::string checksum(std::span<const std::byte> bytes, Element kind) {
    const std::size_t count = bytes.size() / 4;
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += element(bytes, i, kind) * (1 + static_cast<double>(i % 7));
    return std::to_string(sum / static_cast<double>(count));
}

/// Whether two results agree except in a few elements. Contraction of multiply-adds and the allowed error of math
/// functions change single elements, mostly escape times near the Mandelbrot set. If more than one element in fifty
/// differs, the driver has a fault.
bool agree(std::span<const std::byte> a, std::span<const std::byte> b, Element kind) {
    const std::size_t count = std::min(a.size(), b.size()) / 4;
    std::size_t different = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = element(a, i, kind), y = element(b, i, kind);
        different += !(std::abs(x - y) <= 1e-3 * (std::abs(x) + std::abs(y)) + 1e-4);
    }
    return different * 50 <= count;
}

double figure_of(const Case& kernel_case, double runs, double seconds) {
    const double items = runs * static_cast<double>(kernel_case.items());
    const double per_item = kernel_case.figure.per_item;
    return per_item ? items * per_item * 1e-9 / seconds : seconds * 1e9 / items;
}

void report(benchmark::State& state, const Case& kernel_case, double runs, Times times) {
    const std::string unit = kernel_case.figure.unit;
    state.counters[unit] = figure_of(kernel_case, runs, times.wall);
    state.counters["cpu:" + unit] = figure_of(kernel_case, runs, times.cpu);
}

/// Computes the reference's parts, split over all hardware threads, `repeats` times.
void run_reference(const Case& kernel_case, unsigned repeats) {
    const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t parts = kernel_case.reference_parts;
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < threads; ++i)
        workers.emplace_back([&, i] {
            for (unsigned repeat = 0; repeat < repeats; ++repeat)
                kernel_case.reference(parts * i / threads, parts * (i + 1) / threads);
        });
}

void measure(benchmark::State& state, const Case& kernel_case) {
    const DeviceCase device_case(kernel_case);
    device_case.launch();
    const auto result = device_case.result();
    if (kernel_case.reference) {
        const auto expected = std::get<HostArray>(kernel_case.arguments[kernel_case.result]).bytes();
        const std::vector<std::byte> before(expected.begin(), expected.end());
        kernel_case.reference(0, kernel_case.reference_parts);
        const bool right = agree(result, expected, kernel_case.element);
        std::copy(before.begin(), before.end(), expected.begin());
        if (!right) return state.SkipWithError("the result differs from the reference's");
    }
    const Times best = best_times(state, [&] {
        for (unsigned i = 0; i < kernel_case.launches; ++i) device_case.launch();
        device_case.finish();
    });
    report(state, kernel_case, kernel_case.launches, best);
    state.SetLabel(checksum(result, kernel_case.element));
}

void measure_reference(benchmark::State& state, const Case& kernel_case) {
    constexpr unsigned repeats = 8;  // so many runs that the time for starting the threads is negligible
    run_reference(kernel_case, 1);
    report(state, kernel_case, repeats, best_times(state, [&] { run_reference(kernel_case, repeats); }));
}

}  // namespace

void add(Case kernel_case) {
    const auto shared = std::make_shared<const Case>(std::move(kernel_case));
    add_to_builds(shared);
    benchmark::RegisterBenchmark(shared->name.c_str(), [shared](benchmark::State& state) { measure(state, *shared); })
        ->UseManualTime()
        ->MinTime(0.05);
    if (shared->reference)
        benchmark::RegisterBenchmark(("reference/" + shared->name).c_str(),
                                     [shared](benchmark::State& state) { measure_reference(state, *shared); })
            ->UseManualTime()
            ->MinTime(0.05);
}

}  // namespace bench

int main(int argc, char** argv) {
    bench::add_streaming();
    bench::add_arithmetic();
    bench::add_matrices();
    bench::add_images();
    bench::add_groups();
    bench::add_sub_groups();
    bench::add_irregular();
    bench::add_hashes();
    bench::add_peaks();
    bench::register_builds();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
