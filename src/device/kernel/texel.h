// Packs colors into texels on the host, with the same rounding as the builtins that write images (OpenCL C 3.0, section
// 8.3; src/builtins/image). Thread-safety: pure functions.
#pragma once

#include <array>
#include <cstddef>

#include "lanewise/image_formats.h"

namespace lanewise::device {

inline constexpr std::size_t max_texel_bytes = 16;

/// Packs `color`, a fill color of clEnqueueFillImage. The format decides whether `color` holds four floats, ints or
/// unsigned ints (r, g, b and a), or a single float for a depth image. If a texel is smaller than the result, the
/// remaining bytes of the result are undefined.
std::array<std::byte, max_texel_bytes> pack_texel(const ImageFormat& format, const void* color) noexcept;

/// Returns the number of bytes of `color` that pack_texel() reads.
std::size_t color_bytes(const ImageFormat& format) noexcept;

}  // namespace lanewise::device
