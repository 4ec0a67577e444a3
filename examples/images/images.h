// What the two pictures need of OpenCL: a device, a program, images, and one kernel that writes a picture. Errors are
// exceptions.
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

/// Texels of one byte, or of four: a plane (depth 1) or a volume.
struct Source {
    std::array<std::size_t, 3> size;
    cl_channel_order order;
    std::vector<std::uint8_t> bytes;
};

struct Rendering {
    Picture picture;
    double seconds = 0;  // of the kernel
};

/// Runs `kernel` of `program`, whose arguments are the source and the picture, for each pixel of the picture.
Rendering render(const std::string& program, const char* kernel, const Source& source, std::uint32_t width,
                 std::uint32_t height);

/// A little picture made larger: by the nearest texel, by the linear filter, and by a bicubic one out of 16 reads.
Rendering render_sizes();
/// How many bytes of the bicubic part differ from the host's own arithmetic by more than one.
std::size_t wrong_bytes_of_sizes(const Picture& picture);

/// A slice through a volume, along a plane that lies askew in it.
Rendering render_slice();
std::size_t wrong_bytes_of_slice(const Picture& picture);
