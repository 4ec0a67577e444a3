// Texels as the host makes them: a colour packed as an image's format has it, with the rounding of the builtins that
// write images (OpenCL C 3.0, section 8.3; src/builtins/image). Pure functions.
#pragma once

#include <array>
#include <cstddef>

#include "lanewise/image_formats.h"

namespace lanewise::device {

inline constexpr std::size_t max_texel_bytes = 16;

/// `color` has r, g, b and a as clEnqueueFillImage is given them: floats, ints or unsigned ints by the kind of the
/// format, and a single float for depth. Only the format's bytes are written.
std::array<std::byte, max_texel_bytes> pack_texel(const ImageFormat& format, const void* color) noexcept;

/// How many bytes of `color` are read.
std::size_t color_bytes(const ImageFormat& format) noexcept;

}  // namespace lanewise::device
