// Writes a picture as a PNG file. The pixels are stored uncompressed: every reader accepts this, and no library is
// needed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Four bytes a pixel (red, green, blue, unused), rows from the top. Returns false when the file
/// cannot be written.
bool write_png(const std::string& path, std::uint32_t width, std::uint32_t height,
               const std::vector<std::uint8_t>& rgbx);
