// The OpenCL calls of this example, which makes two pictures. The calls choose a device, build a program, create
// images, and run a kernel that writes a picture. OpenCL errors become exceptions.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

struct Picture {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

/// Texels of one or four bytes, as a plane (depth 1) or a volume.
struct Source {
    std::array<std::size_t, 3> size;
    cl_channel_order order;
    std::vector<std::uint8_t> bytes;
};

struct Rendering {
    Picture picture;
    double seconds = 0;  // duration of the kernel
};

/// Runs `kernel` of `program` for each pixel of the picture. The kernel's arguments are the source and the picture.
Rendering render(const std::string& program, const char* kernel, const Source& source, std::uint32_t width,
                 std::uint32_t height);

/// Enlarges a small picture in three ways: by the nearest texel, by the linear filter, and by a bicubic filter with 16
/// reads.
Rendering render_sizes();
/// Returns the number of bytes in the picture's bicubic part that differ from the host's result by more than one.
std::size_t wrong_bytes_of_sizes(const Picture& picture);

/// Renders a slice through a volume along an oblique plane.
Rendering render_slice();
std::size_t wrong_bytes_of_slice(const Picture& picture);
