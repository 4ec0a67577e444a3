// Finds the edges of a disc by the kernel of edges.cl, which was compiled offline.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "examples.h"

namespace {

constexpr int width = 640, height = 360;

int at(const std::vector<unsigned char>& picture, int x, int y) {
    return picture[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)];
}

int magnitude(const std::vector<unsigned char>& picture, int x, int y) {
    int across = 0, down = 0;
    for (int d = -1; d <= 1; ++d) {
        const int weight = 2 - std::abs(d);
        across += weight * (at(picture, x + 1, y + d) - at(picture, x - 1, y + d));
        down += weight * (at(picture, x + d, y + 1) - at(picture, x + d, y - 1));
    }
    return static_cast<int>(std::min(255L, std::lrint(std::hypot(across, down))));
}

}  // namespace

bool edges(Device& device) {
    std::vector<unsigned char> picture(width * height), result(picture.size());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            picture[y * width + x] = std::hypot(x - 320, y - 180) < 120 ? 200 : x * 100 / width;
    const cl_int2 size = {{width, height}};
    const cl_mem output = device.buffer(result);
    device.run(device.kernel("edges.spv", "edges"), {width, height}, {}, device.buffer(picture), size, output);
    device.read(output, result);
    int wrong = 0, strong = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            // The device's length() may differ by some units in the last place, so the rounded results may differ by 1.
            wrong += std::abs(result[y * width + x] - magnitude(picture, x, y)) > 1;
            strong += result[y * width + x] > 128;
        }
    std::printf("edges (OpenCL C, compiled offline): %d pixels of an edge: %s\n", strong, wrong ? "WRONG" : "right");
    return wrong == 0 && strong > 0;
}
