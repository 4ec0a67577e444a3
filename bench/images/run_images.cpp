// Measures every case on the driver that the loader finds, in millions of work-items per second. Reports work-items per
// second of wall time, and per second of CPU time of all threads (cpu:).
#include <benchmark/benchmark.h>

#include <cstdint>

#include "../session.h"
#include "../times.h"
#include "case.h"

namespace bench {

namespace {

constexpr std::size_t origin[3] = {0, 0, 0};

std::size_t items_of(const ImageCase& image_case) {
    return image_case.size[0] * image_case.size[1] * image_case.size[2];
}

std::size_t texel_bytes(const cl_image_format& format) {
    const std::size_t channels = format.image_channel_order == CL_R ? 1 : 4;
    switch (format.image_channel_data_type) {
        case CL_UNORM_INT8: return channels;
        case CL_FLOAT: return channels * 4;
        default: return channels * 2;
    }
}

/// Creates an image for the case; returns an empty handle if the driver does not support the image.
Buffer new_image(const ImageCase& image_case) {
    cl_image_desc description{};
    description.image_type = image_case.size[2] > 1 ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
    description.image_width = image_case.size[0];
    description.image_height = image_case.size[1];
    description.image_depth = image_case.size[2];
    description.num_mip_levels = image_case.mip_levels;
    return Buffer(clCreateImage(session().context(), 0, &image_case.format, &description, nullptr, nullptr));
}

/// Returns `count` bytes of random texels, whose channels are between 0 and 1.
std::vector<std::uint8_t> texels(const ImageCase& image_case, std::size_t count) {
    std::vector<std::uint8_t> bytes(count);
    std::uint32_t word = 1;
    const auto next = [&word] { return (word = word * 1664525u + 1013904223u) >> 24; };
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(next());
    if (image_case.format.image_channel_data_type == CL_FLOAT)
        for (std::size_t i = 0; i < count / 4; ++i)
            reinterpret_cast<float*>(bytes.data())[i] = static_cast<float>(next()) / 256.0F;
    if (image_case.format.image_channel_data_type == CL_HALF_FLOAT)
        for (std::size_t i = 0; i < count / 2; ++i)
            reinterpret_cast<std::uint16_t*>(bytes.data())[i] = static_cast<std::uint16_t>(0x3000 + 4 * next());
    return bytes;
}

void fill_image(const ImageCase& image_case, cl_mem image) {
    auto size = image_case.size;
    for (cl_uint level = 0; level < std::max(image_case.mip_levels, 1u); ++level) {
        const std::size_t at[4] = {0, 0, image_case.size[2] > 1 ? 0 : level, level};
        const auto bytes = texels(image_case, size[0] * size[1] * size[2] * texel_bytes(image_case.format));
        check(clEnqueueWriteImage(session().queue(), image, CL_TRUE, at, size.data(), 0, 0, bytes.data(), 0, nullptr,
                                  nullptr),
              "clEnqueueWriteImage");
        for (auto& axis : size) axis = std::max<std::size_t>(axis / 2, 1);
    }
}

Buffer new_source(const ImageCase& image_case) {
    if (!image_case.reads_buffer) {
        Buffer image = new_image(image_case);
        if (image) fill_image(image_case, image);
        return image;
    }
    const auto bytes = texels(image_case, items_of(image_case) * texel_bytes(image_case.format));
    Buffer buffer = session().new_buffer(bytes.size());
    check(clEnqueueWriteBuffer(session().queue(), buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
    return buffer;
}

/// Returns a weighted mean of the result as text with few digits, since the precision of filter weights differs between
/// drivers.
std::string checksum(const ImageCase& image_case, cl_mem result) {
    std::vector<std::uint8_t> bytes(items_of(image_case) * 4);
    if (image_case.writes_image)
        check(clEnqueueReadImage(session().queue(), result, CL_TRUE, origin, image_case.size.data(), 0, 0, bytes.data(),
                                 0, nullptr, nullptr),
              "clEnqueueReadImage");
    else
        check(
            clEnqueueReadBuffer(session().queue(), result, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
    double sum = 0;
    for (std::size_t i = 0; i < items_of(image_case); ++i) {
        const bool real = !image_case.writes_image && !image_case.reads_buffer;
        const double value = real ? reinterpret_cast<const float*>(bytes.data())[i] : bytes[i * 4];
        sum += value * (1 + static_cast<double>(i % 7));
    }
    return std::to_string(sum / static_cast<double>(items_of(image_case)));
}

/// Builds a program; returns an empty handle if the driver cannot build it.
Program build(const std::string& source) {
    const char* text = source.c_str();
    Program program(clCreateProgramWithSource(session().context(), 1, &text, nullptr, nullptr));
    const bool built = clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr) == CL_SUCCESS;
    return built ? std::move(program) : Program();
}

/// Runs the kernel for some time without measuring it, so that the driver can improve the code, as it can in a real
/// program.
template <class Launch>
void warm_up(Launch launch) {
    constexpr int launches = 60;
    constexpr double least = 0.3, most = 5;  // seconds
    const double begin = seconds_of(CLOCK_MONOTONIC);
    const auto seconds = [&] { return seconds_of(CLOCK_MONOTONIC) - begin; };
    for (int i = 0; (i < launches || seconds() < least) && seconds() < most; ++i) launch();
}

void measure(benchmark::State& state, const ImageCase& image_case) {
    const Buffer from = new_source(image_case);
    const Buffer to = image_case.writes_image ? new_image(image_case) : session().new_buffer(items_of(image_case) * 4);
    if (!from || !to) return state.SkipWithError("no such images");
    const Program program = build(image_case.source);
    if (!program) return state.SkipWithError("does not build");
    const Kernel kernel = session().kernel(program, "run");
    set_arg(kernel, 0, to);
    set_arg(kernel, 1, from);
    const cl_uint dimensions = image_case.size[2] > 1 ? 3 : 2;
    const auto launch = [&] {
        check(clEnqueueNDRangeKernel(session().queue(), kernel, dimensions, nullptr, image_case.size.data(), nullptr, 0,
                                     nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        check(clFinish(session().queue()), "clFinish");
    };
    warm_up(launch);
    const Times best = best_times(state, launch);
    const double items = static_cast<double>(items_of(image_case)) * 1e-6;
    state.counters["Mitems/s"] = items / best.wall;
    state.counters["cpu:Mitems/s"] = items / best.cpu;
    state.SetLabel(checksum(image_case, to));
}

}  // namespace

}  // namespace bench

int main(int argc, char** argv) {
    std::vector<bench::ImageCase> cases;
    bench::add_reads(cases);
    bench::add_filters(cases);
    for (const auto& image_case : cases)
        benchmark::RegisterBenchmark(image_case.name.c_str(),
                                     [&image_case](benchmark::State& state) { bench::measure(state, image_case); })
            ->UseManualTime()
            ->MinTime(0.1);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
