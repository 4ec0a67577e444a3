// Packs colours into texels on the host, with the rounding of the builtins that write images (OpenCL C 3.0, section
// 8.3; src/builtins/image). Pure functions.
#pragma once

#include <array>
#include <cstddef>

#include "lanewise/image_formats.h"

namespace lanewise::device {

inline constexpr std::size_t max_texel_bytes = 16;

/// Packs `color`, which has r, g, b and a as clEnqueueFillImage takes them. They are floats, ints or unsigned ints by
/// the kind of the format; depth is a single float. Only the format's bytes of the result are written.
std::array<std::byte, max_texel_bytes> pack_texel(const ImageFormat& format, const void* color) noexcept;

/// Number of bytes of `color` that are read.
std::size_t color_bytes(const ImageFormat& format) noexcept;

}  // namespace lanewise::device
