// Kernels that read two-dimensional neighbourhoods: borders, bytes, many loads from few cache lines.
#include <algorithm>

#include "case.h"
#include "vector.h"

namespace bench {

namespace {

void stencil_row(float* out, const float* in, std::size_t y, std::size_t width, std::size_t height) {
    const float* row = in + y * width;
    float* to = out + y * width;
    if (y == 0 || y == height - 1) return static_cast<void>(std::copy(row, row + width, to));
    to[0] = row[0];
    for (std::size_t x = 1; x + 1 < width; ++x)
        to[x] = 0.5f * row[x] + 0.125f * (row[x - 1] + row[x + 1] + row[x - width] + row[x + width]);
    to[width - 1] = row[width - 1];
}

void add_stencil() {
    constexpr std::size_t width = 1024, height = 512;
    const auto in = random_reals(width * height, 0, 1);
    const auto out = zeros<float>(width * height);
    add({.name = "stencil",
         .source = R"(
kernel void run(global float* o, global const float* a, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        o[y * w + x] = 0.5f * a[y * w + x] +
                       0.125f * (a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]);
    else
        o[y * w + x] = a[y * w + x];
})",
         .global = {width, height},
         .local = {64, 4},
         .arguments = {HostArray(out), HostArray(in), static_cast<int>(width), static_cast<int>(height)},
         .launches = 4,
         .reference =
             [in, out](std::size_t begin, std::size_t end) {
                 for (std::size_t y = begin; y < end; ++y) stencil_row(out->data(), in->data(), y, width, height);
             },
         .reference_parts = height});
}

using Image = std::vector<std::uint8_t>;

/// Computes each byte of a row separately, since the channels of a pixel do not depend on each other.
void sobel_row(Image& out, const Image& in, std::size_t y, std::size_t width) {
    const std::size_t stride = width * 4;
    const std::uint8_t *above = &in[(y - 1) * stride], *middle = &in[y * stride], *below = &in[(y + 1) * stride];
    std::uint8_t* to = &out[y * stride];
    for (std::size_t i = 4; i < stride - 4; ++i) {
        const float a = above[i - 4], b = above[i], c = above[i + 4], d = middle[i - 4], e = middle[i + 4],
                    f = below[i - 4], g = below[i], h = below[i + 4];
        const float gx = a + 2 * b + c - f - 2 * g - h, gy = a - c + 2 * d - 2 * e + f - h;
        to[i] = static_cast<std::uint8_t>(std::min(std::sqrt(gx * gx + gy * gy) * 0.5f, 255.0f));
    }
}

Shared<std::uint8_t> random_bytes(std::size_t count) {
    const auto words = random_words(count);
    auto bytes = zeros<std::uint8_t>(count);
    for (std::size_t i = 0; i < count; ++i) (*bytes)[i] = static_cast<std::uint8_t>((*words)[i] >> 9);
    return bytes;
}

void add_sobel() {
    constexpr std::size_t width = 1024, height = 512;
    const auto in = random_bytes(width * height * 4), out = zeros<std::uint8_t>(width * height * 4);
    add({.name = "sobel",
         .source = R"(
kernel void run(global uchar4* o, global const uchar4* a, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= 1 && x < w - 1 && y >= 1 && y < h - 1) {
        float4 i00 = convert_float4(a[(y - 1) * w + x - 1]), i10 = convert_float4(a[(y - 1) * w + x]),
               i20 = convert_float4(a[(y - 1) * w + x + 1]);
        float4 i01 = convert_float4(a[y * w + x - 1]), i21 = convert_float4(a[y * w + x + 1]);
        float4 i02 = convert_float4(a[(y + 1) * w + x - 1]), i12 = convert_float4(a[(y + 1) * w + x]),
               i22 = convert_float4(a[(y + 1) * w + x + 1]);
        float4 gx = i00 + 2.f * i10 + i20 - i02 - 2.f * i12 - i22;
        float4 gy = i00 - i20 + 2.f * i01 - 2.f * i21 + i02 - i22;
        o[y * w + x] = convert_uchar4_sat(sqrt(gx * gx + gy * gy) * 0.5f);
    }
})",
         .global = {width, height},
         .local = {64, 4},
         .arguments = {HostArray(out), HostArray(in), static_cast<int>(width), static_cast<int>(height)},
         .element = Element::integer,
         .reference =
             [in, out](std::size_t begin, std::size_t end) {
                 for (std::size_t y = begin; y < end; ++y) sobel_row(*out, *in, y + 1, width);
             },
         .reference_parts = height - 2});
}

void add_convolution() {
    constexpr std::size_t width = 1024, height = 512;
    constexpr int radius = 3;
    add({.name = "convolution",
         .source = R"(
kernel void run(global float* o, global const float* a, constant float* filter, int w, int h, int radius) {
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int j = -radius; j <= radius; j++)
        for (int i = -radius; i <= radius; i++)
            sum += a[clamp(y + j, 0, h - 1) * w + clamp(x + i, 0, w - 1)] *
                   filter[(j + radius) * (2 * radius + 1) + i + radius];
    o[y * w + x] = sum;
})",
         .global = {width, height},
         .local = {32, 8},
         .arguments = {HostArray(zeros<float>(width * height)), HostArray(random_reals(width * height, 0, 1)),
                       HostArray(random_reals((2 * radius + 1) * (2 * radius + 1), -1, 1)), static_cast<int>(width),
                       static_cast<int>(height), radius}});
}

void add_lattice_boltzmann() {
    constexpr std::size_t width = 512, height = 256;
    add({.name = "lattice_boltzmann",
         .source = R"(
constant int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constant float weight[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
kernel void run(global float* to, global const float* from, int w, int h, float omega) {
    int x = get_global_id(0), y = get_global_id(1), n = w * h;
    float f[9], rho = 0, ux = 0, uy = 0;
    for (int k = 0; k < 9; k++) {
        int sx = (x - ex[k] + w) % w, sy = (y - ey[k] + h) % h;
        f[k] = from[k * n + sy * w + sx];
        rho += f[k];
        ux += ex[k] * f[k];
        uy += ey[k] * f[k];
    }
    ux /= rho;
    uy /= rho;
    float square = 1.5f * (ux * ux + uy * uy);
    for (int k = 0; k < 9; k++) {
        float e = 3.0f * (ex[k] * ux + ey[k] * uy);
        float equilibrium = weight[k] * rho * (1.0f + e + 0.5f * e * e - square);
        to[k * n + y * w + x] = f[k] + omega * (equilibrium - f[k]);
    }
})",
         .global = {width, height},
         .local = {64, 1},
         .arguments = {HostArray(zeros<float>(width * height * 9)),
                       HostArray(random_reals(width * height * 9, 0.05f, 0.2f)), static_cast<int>(width),
                       static_cast<int>(height), 1.2f}});
}

}  // namespace

void add_images() {
    add_stencil();
    add_sobel();
    add_convolution();
    add_lattice_boltzmann();
}

}  // namespace bench
