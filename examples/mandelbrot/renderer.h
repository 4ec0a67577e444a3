// Renders the Mandelbrot set on the first OpenCL device that the ICD loader offers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// The part of the complex plane to draw, and the resolution.
struct View {
    std::uint32_t width = 1920;   // pixels
    std::uint32_t height = 1080;  // pixels
    float centre_x = -0.743643f;
    float centre_y = 0.131826f;
    float pixel_size = 6e-6f;  // distance between neighbouring pixels in the complex plane
    std::uint32_t max_iterations = 1000;
};

struct Picture {
    std::string device;                     // the device's name
    double build_seconds = 0;               // time of clBuildProgram and clCreateKernel
    double render_seconds = 0;              // time of the fastest run, from enqueue to finish
    std::vector<std::uint32_t> iterations;  // number of iterations for each pixel
    std::vector<std::uint8_t> rgbx;         // pixels, four bytes each
};

/// Renders `view`. Throws std::runtime_error, with the build log if there is one, when OpenCL reports an error.
Picture render(const View& view, int runs);

/// Returns the iteration count that the host computes for one pixel.
std::uint32_t iterations_on_host(const View& view, std::uint32_t x, std::uint32_t y);
