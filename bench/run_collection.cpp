// Measures every kernel of the collection on the driver that the loader finds. The host waits for each launch to
// complete before it enqueues the next launch. Some launches are timed individually. For other launches, which run in a
// loop, only the time of the whole loop is measured.
//
// With --held-out, the kernels of bench/held_out are measured instead of the collection. With --modules=FOLDER, each
// kernel is built from FOLDER/NAME.spv, and the same kernel, built from source, is measured as reference/NAME.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "collection/collection.h"
#include "held_out/held_out.h"
#include "session.h"
#include "times.h"

namespace bench {

namespace {

/// A kernel on the device, with filled buffers and all arguments set.
class DeviceKernel {
public:
    DeviceKernel(const CollectionKernel& kernel, Program program)
        : kernel_(kernel),
          arguments_(kernel.arguments()),
          program_(std::move(program)),
          handle_(session().kernel(program_, "run")),
          buffers_(arguments_.size()) {
        for (cl_uint i = 0; i < arguments_.size(); ++i)
            std::visit([&](const auto& argument) { set(i, argument); }, arguments_[i]);
    }

    /// Restores the buffers that the kernel changes.
    void restore() const {
        for (std::size_t i = 0; i < arguments_.size(); ++i) {
            const auto* data = std::get_if<BufferData>(&arguments_[i]);
            if (data && data->access == Access::change) write(i, *data);
        }
    }

    void run() const {
        check(clEnqueueNDRangeKernel(session().queue(), handle_, static_cast<cl_uint>(kernel_.global.size()), nullptr,
                                     kernel_.global.data(), kernel_.local.empty() ? nullptr : kernel_.local.data(), 0,
                                     nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        check(clFinish(session().queue()), "clFinish");
    }

    /// Returns the sum of the weighted means of all result buffers, so that drivers with different results get
    /// different sums.
    std::string checksum() const;

private:
    void set(cl_uint i, const BufferData& data) {
        buffers_[i] = session().new_buffer(data.bytes.size());
        write(i, data);
        set_arg(handle_, i, buffers_[i]);
    }
    void set(cl_uint i, LocalBytes local) { check(clSetKernelArg(handle_, i, local.bytes, nullptr), "clSetKernelArg"); }
    void set(cl_uint i, const Scalar& scalar) {
        check(clSetKernelArg(handle_, i, scalar.size, scalar.bytes.data()), "clSetKernelArg");
    }
    void write(std::size_t i, const BufferData& data) const {
        check(clEnqueueWriteBuffer(session().queue(), buffers_[i], CL_TRUE, 0, data.bytes.size(), data.bytes.data(), 0,
                                   nullptr, nullptr),
              "clEnqueueWriteBuffer");
    }

    const CollectionKernel& kernel_;
    Arguments arguments_;
    Program program_;
    Kernel handle_;
    std::vector<Buffer> buffers_;
};

template <typename T>
double weighted_sum(const std::vector<std::byte>& bytes) {
    double sum = 0;
    for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof value);
        if (std::isfinite(static_cast<double>(value)))
            sum += static_cast<double>(value) * (1 + static_cast<double>(i % 7));
    }
    return sum / static_cast<double>(bytes.size());
}

double weighted_sum(const std::vector<std::byte>& bytes, ElementType type) {
    switch (type) {
        case ElementType::i8: return weighted_sum<std::int8_t>(bytes);
        case ElementType::u8: return weighted_sum<std::uint8_t>(bytes);
        case ElementType::i16: return weighted_sum<std::int16_t>(bytes);
        case ElementType::f16:  // compared as 16-bit integers, which have the order of positive halves
        case ElementType::u16: return weighted_sum<std::uint16_t>(bytes);
        case ElementType::i32: return weighted_sum<std::int32_t>(bytes);
        case ElementType::u32: return weighted_sum<std::uint32_t>(bytes);
        case ElementType::i64: return weighted_sum<std::int64_t>(bytes);
        case ElementType::u64: return weighted_sum<std::uint64_t>(bytes);
        case ElementType::f32: return weighted_sum<float>(bytes);
        case ElementType::f64: return weighted_sum<double>(bytes);
    }
    return 0;
}

std::string DeviceKernel::checksum() const {
    double sum = 0;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        const auto* data = std::get_if<BufferData>(&arguments_[i]);
        if (!data || data->access == Access::read) continue;
        std::vector<std::byte> bytes(data->bytes.size());
        check(clEnqueueReadBuffer(session().queue(), buffers_[i], CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr,
                                  nullptr),
              "clEnqueueReadBuffer");
        sum += weighted_sum(bytes, data->type);
    }
    return std::to_string(sum);
}

Times time_launch(const DeviceKernel& kernel) {
    kernel.restore();
    return time_run([&] { kernel.run(); });
}

/// Number of timed launches that are reported as first launches. One untimed launch, which may include compilation,
/// precedes these launches.
constexpr int first_launches = 3;
/// Launches are timed until they have used `learning_seconds` of CPU time and their number is at least
/// `least_launches`. During these launches, a driver may tune its code.
constexpr double learning_seconds = 0.25;
constexpr int least_launches = 8;

/// Returns the seconds per launch in a loop that waits for each launch. The launches follow each other so fast that the
/// driver's threads do not go to sleep between them.
double loop_seconds(const DeviceKernel& kernel) {
    constexpr int rounds = 4, launches = 20;
    double best = 1e9;
    for (int round = 0; round < rounds; ++round) {
        const double start = seconds_of(CLOCK_MONOTONIC);
        for (int launch = 0; launch < launches; ++launch) kernel.run();
        best = std::min(best, (seconds_of(CLOCK_MONOTONIC) - start) / launches);
    }
    return best;
}

void measure(benchmark::State& state, const CollectionKernel& kernel, Program program) {
    const DeviceKernel device_kernel(kernel, std::move(program));
    device_kernel.run();
    state.SetLabel(device_kernel.checksum());
    Times first, best;
    double spent = 0;
    for (auto _ : state) {
        for (int launches = 0; launches < least_launches || spent < learning_seconds; ++launches) {
            const Times times = time_launch(device_kernel);
            spent += times.cpu;
            best = least(best, times);
            if (launches < first_launches) first = best;
        }
        state.SetIterationTime(spent);
    }
    state.counters["loop us"] = loop_seconds(device_kernel) * 1e6;
    state.counters["us"] = best.wall * 1e6;
    state.counters["first us"] = first.wall * 1e6;
    state.counters["cpu:us"] = best.cpu * 1e6;
    state.counters["cpu:first us"] = first.cpu * 1e6;
}

void add(const std::string& name, const CollectionKernel& kernel, std::function<Program()> build) {
    benchmark::RegisterBenchmark(
        name.c_str(), [&kernel, build = std::move(build)](benchmark::State& state) { measure(state, kernel, build()); })
        ->UseManualTime()
        ->Iterations(1);
}

void add_from_source(const CollectionKernel& kernel) {
    add(kernel.name, kernel, [&kernel] { return session().build(kernel.source, kernel.options); });
}

void add_from_module(const CollectionKernel& kernel, const std::filesystem::path& path) {
    add(kernel.name, kernel, [&kernel, path] {
        std::ifstream file(path, std::ios::binary);
        const std::vector<char> module(std::istreambuf_iterator<char>(file), {});
        return session().build_module(module, kernel.options);
    });
    add(std::string("reference/") + kernel.name, kernel,
        [&kernel] { return session().build(kernel.source, kernel.options); });
}

/// Removes the argument that starts with `option`, and returns the text after `option`; none if there is no such
/// argument.
std::optional<std::string_view> take_option(std::string_view option, int& argc, char** argv) {
    char** const end = argv + argc;
    char** const found =
        std::find_if(argv, end, [&](const char* argument) { return std::string_view(argument).starts_with(option); });
    if (found == end) return std::nullopt;
    const std::string_view rest = std::string_view(*found).substr(option.size());
    std::copy(found + 1, end, found);
    --argc;
    return rest;
}

}  // namespace

}  // namespace bench

int main(int argc, char** argv) {
    const bool held_out = bench::take_option("--held-out", argc, argv).has_value();
    static const std::vector<bench::CollectionKernel> all =
        held_out ? bench::held_out_kernels() : bench::whole_collection();
    const std::filesystem::path modules = bench::take_option("--modules=", argc, argv).value_or("");
    for (const bench::CollectionKernel& kernel : all) {
        const std::filesystem::path module = modules / (std::string(kernel.name) + ".spv");
        if (modules.empty())
            bench::add_from_source(kernel);
        else if (std::filesystem::exists(module))
            bench::add_from_module(kernel, module);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
