// Renders a slice through a volume of densities along an oblique plane. Each pixel is computed by one image read with
// the linear filter, and its colour shows the density. Pixels outside of the volume have no colour.
#include <algorithm>
#include <cmath>

#include "images.h"

namespace {

constexpr std::size_t edge = 48;
constexpr std::uint32_t width = 384, height = 288;

const char* const program = R"CLC(
constant sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

kernel void slice(read_only image3d_t volume, write_only image2d_t picture) {
    const int2 pixel = (int2)(get_global_id(0), get_global_id(1));
    const float u = (pixel.x + 0.5f) / get_image_width(picture) - 0.5f;
    const float v = (pixel.y + 0.5f) / get_image_height(picture) - 0.5f;
    const float4 at = (float4)(0.5f + 1.1f * u, 0.5f + 0.9f * v - 0.2f * u, 0.5f + 0.5f * u + 0.45f * v, 0);
    const float density = read_imagef(volume, linear, at).x;
    const float3 colour = (float3)(density * density, density, sqrt(density));
    write_imagef(picture, pixel, (float4)(colour, 1));
}
)CLC";

/// Returns a volume that contains a gyroid within a ball.
Source volume() {
    Source source{{edge, edge, edge}, CL_R, {}};
    for (std::size_t z = 0; z < edge; ++z)
        for (std::size_t y = 0; y < edge; ++y)
            for (std::size_t x = 0; x < edge; ++x) {
                const double a = 0.32 * static_cast<double>(x), b = 0.32 * static_cast<double>(y),
                             c = 0.32 * static_cast<double>(z);
                const double gyroid = std::sin(a) * std::cos(b) + std::sin(b) * std::cos(c) + std::sin(c) * std::cos(a);
                const auto from_middle = [](std::size_t i) { return (static_cast<double>(i) + 0.5) / edge - 0.5; };
                const double r = std::hypot(from_middle(x), from_middle(y), from_middle(z));
                const double density = (0.55 + 0.3 * gyroid) * std::clamp((0.48 - r) * 12, 0.0, 1.0);
                source.bytes.push_back(static_cast<std::uint8_t>(std::lround(std::clamp(density, 0.0, 1.0) * 255)));
            }
    return source;
}

double texel(const Source& source, double x, double y, double z) {
    for (const double place : {x, y, z})
        if (place < 0 || place >= edge) return 0;
    return source.bytes[(static_cast<std::size_t>(z) * edge + static_cast<std::size_t>(y)) * edge +
                        static_cast<std::size_t>(x)] /
           255.0;
}

double read_linear(const Source& source, double x, double y, double z) {
    const double i = std::floor(x - 0.5), j = std::floor(y - 0.5), k = std::floor(z - 0.5);
    double sum = 0;
    for (int tap = 0; tap < 8; ++tap) {
        const double dx = tap & 1, dy = tap >> 1 & 1, dz = tap >> 2;
        sum += std::fabs(1 - dx - (x - 0.5 - i)) * std::fabs(1 - dy - (y - 0.5 - j)) *
               std::fabs(1 - dz - (z - 0.5 - k)) * texel(source, i + dx, j + dy, k + dz);
    }
    return sum;
}

}  // namespace

Rendering render_slice() { return render(program, "slice", volume(), width, height); }

std::size_t wrong_bytes_of_slice(const Picture& picture) {
    const Source source = volume();
    std::size_t wrong = 0;
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x) {
            const double u = (x + 0.5) / width - 0.5, v = (y + 0.5) / height - 0.5;
            const double density = read_linear(source, edge * (0.5 + 1.1 * u), edge * (0.5 + 0.9 * v - 0.2 * u),
                                               edge * (0.5 + 0.5 * u + 0.45 * v));
            wrong += std::fabs(picture.rgba[(std::size_t{y} * width + x) * 4 + 1] - density * 255) > 1 ? 1 : 0;
        }
    return wrong;
}
