// Writes a picture as a PNG file. The pixels are stored without compression, which every PNG reader accepts, so no
// compression library is needed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Writes a PNG file. `rgbx` has four bytes for each pixel (red, green, blue, unused), top row first. Returns false if
/// the file cannot be written.
bool write_png(const std::string& path, std::uint32_t width, std::uint32_t height,
               const std::vector<std::uint8_t>& rgbx);
