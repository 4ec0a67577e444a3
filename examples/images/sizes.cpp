// Enlarges a picture in three ways, side by side.
#include <algorithm>
#include <cmath>

#include "images.h"

namespace {

constexpr std::uint32_t small = 32, factor = 6, large = small * factor;

const char* const program = R"CLC(
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

// Returns the weights of four neighbouring texels in Catmull-Rom interpolation at `t`, the distance from the second
// texel.
float4 weights(float t) {
    return (float4)(((-0.5f * t + 1.0f) * t - 0.5f) * t, (1.5f * t - 2.5f) * t * t + 1.0f,
                    ((-1.5f * t + 2.0f) * t + 0.5f) * t, (0.5f * t - 0.5f) * t * t);
}

float4 row(read_only image2d_t image, float2 first, float4 w) {
    return w.x * read_imagef(image, nearest, first) + w.y * read_imagef(image, nearest, first + (float2)(1, 0)) +
           w.z * read_imagef(image, nearest, first + (float2)(2, 0)) +
           w.w * read_imagef(image, nearest, first + (float2)(3, 0));
}

float4 bicubic(read_only image2d_t image, float2 at) {
    const float2 whole = floor(at - 0.5f), t = at - 0.5f - whole, first = whole - 0.5f;
    const float4 x = weights(t.x), y = weights(t.y);
    return y.x * row(image, first, x) + y.y * row(image, first + (float2)(0, 1), x) +
           y.z * row(image, first + (float2)(0, 2), x) + y.w * row(image, first + (float2)(0, 3), x);
}

kernel void make_larger(read_only image2d_t from, write_only image2d_t to) {
    const int2 pixel = (int2)(get_global_id(0), get_global_id(1));
    const int height = get_image_height(to), part = pixel.x / height;
    const float2 at = (float2)((pixel.x - part * height + 0.5f) * get_image_width(from) / height,
                               (pixel.y + 0.5f) * get_image_height(from) / height);
    const float4 colour = part == 0   ? read_imagef(from, nearest, at)
                          : part == 1 ? read_imagef(from, linear, at)
                                      : bicubic(from, at);
    write_imagef(to, pixel, (float4)(colour.xyz, 1));
}
)CLC";

/// Returns a picture of rings and a disk.
Source small_picture() {
    Source source{{small, small, 1}, CL_RGBA, {}};
    for (std::uint32_t y = 0; y < small; ++y)
        for (std::uint32_t x = 0; x < small; ++x) {
            const double u = x - 8.5, v = y - 22.5, r = std::sqrt(u * u + v * v);
            const double p = x - 23.0, q = y - 8.0;
            const bool in_disk = p * p + q * q < 30;
            const double wave = 0.5 + 0.5 * std::cos(0.055 * r * r);
            for (const double value :
                 {in_disk ? 0.95 : wave, in_disk ? 0.6 : 0.2 + 0.5 * wave, in_disk ? 0.1 : 0.5, 1.0})
                source.bytes.push_back(static_cast<std::uint8_t>(std::lround(value * 255)));
        }
    return source;
}

double weight(int tap, double t) {
    const double all[4] = {((-0.5 * t + 1) * t - 0.5) * t, (1.5 * t - 2.5) * t * t + 1, ((-1.5 * t + 2) * t + 0.5) * t,
                           (0.5 * t - 0.5) * t * t};
    return all[tap];
}

double bicubic_on_host(const Source& source, double x, double y, unsigned channel) {
    const double left = std::floor(x - 0.5), top = std::floor(y - 0.5);
    double sum = 0;
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i) {
            const auto column = static_cast<std::size_t>(std::clamp(left - 1 + i, 0.0, small - 1.0));
            const auto row = static_cast<std::size_t>(std::clamp(top - 1 + j, 0.0, small - 1.0));
            sum += weight(i, x - 0.5 - left) * weight(j, y - 0.5 - top) *
                   source.bytes[(row * small + column) * 4 + channel];
        }
    return std::clamp(sum, 0.0, 255.0);
}

}  // namespace

Rendering render_sizes() { return render(program, "make_larger", small_picture(), 3 * large, large); }

std::size_t wrong_bytes_of_sizes(const Picture& picture) {
    const Source source = small_picture();
    std::size_t wrong = 0;
    for (std::uint32_t y = 0; y < large; ++y)
        for (std::uint32_t x = 0; x < large; ++x)
            for (unsigned channel = 0; channel < 3; ++channel) {
                const double wanted = bicubic_on_host(source, (x + 0.5) / factor, (y + 0.5) / factor, channel);
                const int got = picture.rgba[(std::size_t{y} * picture.width + 2 * large + x) * 4 + channel];
                wrong += std::fabs(got - wanted) > 1 ? 1 : 0;
            }
    return wrong;
}
