#include "device/kernel/texel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace lanewise::device {
namespace {

using abi::TexelFormat;
using abi::TexelKind;
using Texel = std::array<std::byte, max_texel_bytes>;

/// Converts like convert_..._sat_rte(): nan becomes 0.
std::uint32_t to_integer(float value, float least, float most) {
    const float clamped = std::isnan(value) ? 0.0F : std::clamp(value, least, most);
    return static_cast<std::uint32_t>(std::lrint(clamped));
}

std::uint32_t to_unorm(float value, unsigned bits) {
    const auto most = static_cast<float>((1U << bits) - 1);
    return to_integer(value * most, 0, most);
}

std::uint32_t to_snorm(float value, unsigned bits) {
    const auto most = static_cast<float>((1U << (bits - 1)) - 1);
    return to_integer(value * most, -most - 1, most);
}

// Section 8.3.1.3: converts linear RGB to sRGB.
std::uint32_t to_srgb(float value) {
    if (std::isnan(value)) return 0;
    const double linear = std::clamp(value, 0.0F, 1.0F);
    const double encoded = linear < 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
    return static_cast<std::uint32_t>(std::lrint(encoded * 255));
}

std::uint32_t shift_rounded(std::uint32_t value, unsigned shift) {
    const std::uint32_t half = 1U << (shift - 1);
    const std::uint32_t rest = value & ((1U << shift) - 1);
    const std::uint32_t kept = value >> shift;
    return kept + (rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0);
}

/// Rounds to the nearest half-precision number, with ties to even.
std::uint32_t to_half(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = bits >> 16 & 0x8000;
    const std::uint32_t magnitude = bits & 0x7fffffff;
    constexpr std::uint32_t infinity = 0x7f800000;
    if (magnitude > infinity) return sign | 0x7e00 | (magnitude >> 13 & 0x1ff);
    if (magnitude >= 0x47800000) return sign | 0x7c00;
    constexpr std::uint32_t least_normal = 0x38800000;
    if (magnitude >= least_normal) return sign | shift_rounded(magnitude - 0x38000000, 13);
    const unsigned exponent = magnitude >> 23;
    // A value of less than half of the smallest denormal becomes 0.
    if (exponent < 102) return sign;
    return sign | shift_rounded((magnitude & 0x7fffff) | 0x800000, 126 - exponent);
}

std::uint32_t clamp_signed(std::uint32_t value, std::int32_t least, std::int32_t most) {
    return static_cast<std::uint32_t>(std::clamp(static_cast<std::int32_t>(value), least, most));
}

/// Packs one component from the 32 bits of a float or integer. The caller stores the lowest bits of the result.
std::uint32_t pack_component(TexelKind kind, std::uint32_t bits, bool is_alpha) {
    const auto value = std::bit_cast<float>(bits);
    switch (kind) {
        case TexelKind::unorm8: return to_unorm(value, 8);
        case TexelKind::snorm8: return to_snorm(value, 8);
        case TexelKind::unorm16: return to_unorm(value, 16);
        case TexelKind::snorm16: return to_snorm(value, 16);
        case TexelKind::half_float: return to_half(value);
        case TexelKind::srgb8: return is_alpha ? to_unorm(value, 8) : to_srgb(value);
        case TexelKind::sint8: return clamp_signed(bits, -128, 127);
        case TexelKind::sint16: return clamp_signed(bits, -32768, 32767);
        case TexelKind::uint8: return std::min<std::uint32_t>(bits, 255);
        case TexelKind::uint16: return std::min<std::uint32_t>(bits, 65535);
        default: return bits;
    }
}

/// Returns the number of bits of each component of a packed format, from the highest component to the lowest; zeros for
/// other formats.
std::array<unsigned, 4> packed_bits(TexelKind kind) {
    switch (kind) {
        case TexelKind::unorm_565: return {5, 6, 5, 0};
        case TexelKind::unorm_555: return {5, 5, 5, 0};
        case TexelKind::unorm_101010: return {10, 10, 10, 0};
        case TexelKind::unorm_101010_2: return {10, 10, 10, 2};
        case TexelKind::unorm_2_101010: return {2, 10, 10, 10};
        default: return {0, 0, 0, 0};
    }
}

std::array<std::uint32_t, 4> channels_of(const ImageFormat& format, const void* color) {
    std::array<std::uint32_t, 4> channels{};
    std::memcpy(channels.data(), color, color_bytes(format));
    return channels;
}

}  // namespace

std::size_t color_bytes(const ImageFormat& format) noexcept {
    return format.use == FormatUse::depth ? sizeof(float) : sizeof(float[4]);
}

Texel pack_texel(const ImageFormat& format, const void* color) noexcept {
    const TexelFormat& texel = format.texel;
    const std::array<std::uint32_t, 4> channels = channels_of(format, color);
    const std::array<unsigned, 4> widths = packed_bits(texel.kind);
    const bool is_packed = widths[0] != 0;
    const std::size_t component_bytes = is_packed ? 0 : texel.bytes / texel.components;
    Texel packed{};
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < texel.components; ++i) {
        const unsigned channel = texel.components_of[i];
        if (is_packed) {
            word = word << widths[i] | to_unorm(std::bit_cast<float>(channels[channel]), widths[i]);
            continue;
        }
        const std::uint32_t component = pack_component(texel.kind, channels[channel], channel == 3);
        std::memcpy(packed.data() + i * component_bytes, &component, component_bytes);
    }
    if (is_packed) std::memcpy(packed.data(), &word, texel.bytes);
    return packed;
}

}  // namespace lanewise::device
