// Measures transfers between host memory and images and, as a comparison, transfers between host memory and buffers of
// the same size. The image has 1920 x 1080 texels of RGBA8. The rows in host memory are either contiguous or padded.
#include <vector>

#include "samples.h"
#include "session.h"

namespace {

using bench::Samples;
using bench::session;

constexpr std::size_t width = 1920, height = 1080, row = width * 4, pitch = row + 256;
constexpr double frame_gb = static_cast<double>(row * height) * 1e-9;
constexpr std::size_t origin[3] = {0, 0, 0}, frame[3] = {width, height, 1};

bench::Buffer new_frame() {
    const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    cl_int status = CL_SUCCESS;
    bench::Buffer image(clCreateImage(session().context(), 0, &format, &description, nullptr, &status));
    bench::check(status, "clCreateImage");
    const float color[4] = {0.25F, 0.5F, 0.75F, 1};
    bench::check(clEnqueueFillImage(session().queue(), image, color, origin, frame, 0, nullptr, nullptr),
                 "clEnqueueFillImage");
    clFinish(session().queue());
    return image;
}

void image_read_1080p(benchmark::State& state, std::size_t host_pitch) {
    const auto image = new_frame();
    std::vector<char> host(pitch * height, 1);
    Samples samples;
    samples.take(state, [&] {
        clEnqueueReadImage(session().queue(), image, CL_TRUE, origin, frame, host_pitch, 0, host.data(), 0, nullptr,
                           nullptr);
    });
    samples.report_rate(state, frame_gb, "GB/s");
}
BENCHMARK_CAPTURE(image_read_1080p, dense, 0)->UseManualTime();
BENCHMARK_CAPTURE(image_read_1080p, pitch, pitch)->UseManualTime();

void image_write_1080p(benchmark::State& state, std::size_t host_pitch) {
    const auto image = new_frame();
    const std::vector<char> host(pitch * height, 1);
    Samples samples;
    samples.take(state, [&] {
        clEnqueueWriteImage(session().queue(), image, CL_TRUE, origin, frame, host_pitch, 0, host.data(), 0, nullptr,
                            nullptr);
    });
    samples.report_rate(state, frame_gb, "GB/s");
}
BENCHMARK_CAPTURE(image_write_1080p, dense, 0)->UseManualTime();
BENCHMARK_CAPTURE(image_write_1080p, pitch, pitch)->UseManualTime();

void buffer_read_1080p(benchmark::State& state) {
    const auto buffer = session().new_buffer(row * height);
    std::vector<char> host(row * height, 1);
    clEnqueueWriteBuffer(session().queue(), buffer, CL_TRUE, 0, row * height, host.data(), 0, nullptr, nullptr);
    Samples samples;
    samples.take(state, [&] {
        clEnqueueReadBuffer(session().queue(), buffer, CL_TRUE, 0, row * height, host.data(), 0, nullptr, nullptr);
    });
    samples.report_rate(state, frame_gb, "GB/s");
}
BENCHMARK(buffer_read_1080p)->UseManualTime();

void image_copy_1080p(benchmark::State& state) {
    const auto from = new_frame(), to = new_frame();
    Samples samples;
    samples.take(state, [&] {
        clEnqueueCopyImage(session().queue(), from, to, origin, origin, frame, 0, nullptr, nullptr);
        clFinish(session().queue());
    });
    samples.report_rate(state, frame_gb, "GB/s");
}
BENCHMARK(image_copy_1080p)->UseManualTime();

void image_fill_1080p(benchmark::State& state) {
    const auto image = new_frame();
    const float color[4] = {0.1F, 0.2F, 0.3F, 0.4F};
    Samples samples;
    samples.take(state, [&] {
        clEnqueueFillImage(session().queue(), image, color, origin, frame, 0, nullptr, nullptr);
        clFinish(session().queue());
    });
    samples.report_rate(state, frame_gb, "GB/s");
}
BENCHMARK(image_fill_1080p)->UseManualTime();

void image_map_1080p(benchmark::State& state) {
    const auto image = new_frame();
    Samples samples;
    samples.take(state, [&] {
        std::size_t mapped_pitch = 0;
        void* const mapped = clEnqueueMapImage(session().queue(), image, CL_TRUE, CL_MAP_WRITE, origin, frame,
                                               &mapped_pitch, nullptr, 0, nullptr, nullptr, nullptr);
        clEnqueueUnmapMemObject(session().queue(), image, mapped, 0, nullptr, nullptr);
        clFinish(session().queue());
    });
    samples.report_us(state);
}
BENCHMARK(image_map_1080p)->UseManualTime();

}  // namespace
