// Packs colors into texels on the host, with the same rounding as the builtins that write images (OpenCL C 3.0, section
// 8.3; src/builtins/image). Thread-safety: pure functions.
#pragma once

#include <array>
#include <cstddef>

#include "lanewise/image_formats.h"

namespace lanewise::device {

inline constexpr std::size_t max_texel_bytes = 16;

/// Packs `color`, which holds r, g, b and a in the form that clEnqueueFillImage takes. They are floats, ints or
/// unsigned ints, depending on the format; a depth is a single float. The bytes of the result beyond the size of a
/// texel are undefined.
std::array<std::byte, max_texel_bytes> pack_texel(const ImageFormat& format, const void* color) noexcept;

/// Returns the number of bytes of `color` that pack_texel() reads.
std::size_t color_bytes(const ImageFormat& format) noexcept;

}  // namespace lanewise::device
