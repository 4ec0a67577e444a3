#include "png.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>

namespace {

using Bytes = std::vector<std::uint8_t>;

void append_big_endian(Bytes& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        out.push_back(static_cast<std::uint8_t>(value >> shift));
    }
}

std::array<std::uint32_t, 256> make_crc_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t n = 0; n < table.size(); ++n) {
        std::uint32_t crc = n;
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc & 1) != 0 ? 0xEDB88320u ^ (crc >> 1) : crc >> 1;
        }
        table[n] = crc;
    }
    return table;
}

std::uint32_t crc32(const std::uint8_t* data, std::size_t size) {
    static const std::array<std::uint32_t, 256> table = make_crc_table();
    std::uint32_t crc = ~0u;
    for (std::size_t i = 0; i < size; ++i) {
        crc = table[(crc ^ data[i]) & 0xFF] ^ (crc >> 8);
    }
    return ~crc;
}

std::uint32_t adler32(const Bytes& data) {
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    for (const std::uint8_t byte : data) {
        low = (low + byte) % 65521;
        high = (high + low) % 65521;
    }
    return (high << 16) | low;
}

/// Returns `data` as a zlib stream (RFC 1950) of uncompressed deflate blocks (RFC 1951, section 3.2.4).
Bytes stored_zlib(const Bytes& data) {
    constexpr std::size_t largest_block = 65535;
    Bytes out{0x78, 0x01};
    out.reserve(data.size() + data.size() / 8192 + 16);
    for (std::size_t begin = 0; begin < data.size(); begin += largest_block) {
        const std::size_t size = std::min(largest_block, data.size() - begin);
        const bool last = begin + size == data.size();
        out.push_back(last ? 1 : 0);
        for (const std::size_t word : {size, ~size}) {
            out.push_back(static_cast<std::uint8_t>(word));
            out.push_back(static_cast<std::uint8_t>(word >> 8));
        }
        out.insert(out.end(), data.begin() + static_cast<std::ptrdiff_t>(begin),
                   data.begin() + static_cast<std::ptrdiff_t>(begin + size));
    }
    append_big_endian(out, adler32(data));
    return out;
}

void append_chunk(Bytes& out, const char* type, const Bytes& content) {
    append_big_endian(out, static_cast<std::uint32_t>(content.size()));
    const std::size_t begin = out.size();
    out.insert(out.end(), type, type + 4);
    out.insert(out.end(), content.begin(), content.end());
    append_big_endian(out, crc32(out.data() + begin, out.size() - begin));
}

}  // namespace

bool write_png(const std::string& path, std::uint32_t width, std::uint32_t height,
               const std::vector<std::uint8_t>& rgbx) {
    Bytes header;
    append_big_endian(header, width);
    append_big_endian(header, height);
    const Bytes format{8, 2, 0, 0, 0};  // 8 bits per channel, RGB, deflate, no filter, not interlaced
    header.insert(header.end(), format.begin(), format.end());

    Bytes rows;
    rows.reserve(std::size_t{height} * (1 + std::size_t{width} * 3));
    for (std::size_t y = 0; y < height; ++y) {
        rows.push_back(0);  // filter type of the row: none
        for (std::size_t x = 0; x < width; ++x) {
            const std::uint8_t* pixel = &rgbx[(y * width + x) * 4];
            rows.insert(rows.end(), pixel, pixel + 3);
        }
    }

    Bytes png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    append_chunk(png, "IHDR", header);
    append_chunk(png, "IDAT", stored_zlib(rows));
    append_chunk(png, "IEND", {});

    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
    return file.good();
}
