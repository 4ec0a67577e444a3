// The device's image formats (image_formats.def), and functions that find and describe formats. The enumerators of
// channel orders and types have the values of OpenCL's constants but other names, so that this header needs no OpenCL
// header.
//
// Thread-safety: constants only.
#pragma once

#include <cstdint>

#include "lanewise/image_descriptor.h"

namespace lanewise {

enum class ChannelOrder : std::uint32_t {
    R = 0x10B0,
    A,
    RG,
    RA,
    RGB,
    RGBA,
    BGRA,
    ARGB,
    INTENSITY,
    LUMINANCE,
    RGBx = 0x10BC,
    DEPTH,
    sRGB = 0x10BF,
    sRGBx,
    sRGBA,
    sBGRA,
    ABGR,
};

enum class ChannelType : std::uint32_t {
    SNORM_INT8 = 0x10D0,
    SNORM_INT16,
    UNORM_INT8,
    UNORM_INT16,
    UNORM_SHORT_565,
    UNORM_SHORT_555,
    UNORM_INT_101010,
    SIGNED_INT8,
    SIGNED_INT16,
    SIGNED_INT32,
    UNSIGNED_INT8,
    UNSIGNED_INT16,
    UNSIGNED_INT32,
    HALF_FLOAT,
    FLOAT,
    UNORM_INT_101010_2 = 0x10E0,
    UNORM_INT_2_101010_EXT = 0x10E5,
};

/// The use of a format in kernels. Every format is supported for images that a kernel reads, writes, or both reads and
/// writes.
enum class FormatUse : std::uint8_t {
    color,    // formats that read_imagef reads, also with a linear filter
    integer,  // formats that read_imagei or read_imageui reads
    depth,    // formats that read_imagef reads, only for image2d_depth_t and image2d_array_depth_t
};

struct ImageFormat {
    ChannelOrder order;
    ChannelType type;
    FormatUse use;
    abi::TexelFormat texel;
};

namespace image_detail {

struct Channels {
    unsigned char components;
    unsigned char of[4];             // for each channel r, g, b, a: the index of its component, or a ChannelSource
    unsigned char components_of[4];  // for each component: the index of the channel that a write stores in it
    unsigned char border_alpha;
};

constexpr Channels channels_of(ChannelOrder order) {
    constexpr unsigned char zero = abi::channel_zero, one = abi::channel_one;
    switch (order) {
        case ChannelOrder::R: return {1, {0, zero, zero, one}, {0}, 1};
        case ChannelOrder::A: return {1, {zero, zero, zero, 0}, {3}, 0};
        case ChannelOrder::RG: return {2, {0, 1, zero, one}, {0, 1}, 1};
        case ChannelOrder::RA: return {2, {0, zero, zero, 1}, {0, 3}, 0};
        case ChannelOrder::RGB: return {3, {0, 1, 2, one}, {0, 1, 2}, 1};
        // The specification makes the border of RGBx and sRGBx transparent (OpenCL C 3.0, section 6.15.15.1.1),
        // although texels of these orders are opaque. The Khronos CTS demands an opaque border.
        case ChannelOrder::RGBx: return {3, {0, 1, 2, one}, {0, 1, 2}, 1};
        case ChannelOrder::BGRA:
        case ChannelOrder::sBGRA: return {4, {2, 1, 0, 3}, {2, 1, 0, 3}, 0};
        case ChannelOrder::ARGB: return {4, {1, 2, 3, 0}, {3, 0, 1, 2}, 0};
        case ChannelOrder::ABGR: return {4, {3, 2, 1, 0}, {3, 2, 1, 0}, 0};
        case ChannelOrder::INTENSITY: return {1, {0, 0, 0, 0}, {0}, 0};
        case ChannelOrder::LUMINANCE: return {1, {0, 0, 0, one}, {0}, 1};
        case ChannelOrder::DEPTH: return {1, {0, zero, zero, one}, {0}, 0};
        case ChannelOrder::sRGB: return {3, {0, 1, 2, one}, {0, 1, 2}, 1};
        case ChannelOrder::sRGBx: return {4, {0, 1, 2, one}, {0, 1, 2, 3}, 1};
        case ChannelOrder::RGBA:
        case ChannelOrder::sRGBA: return {4, {0, 1, 2, 3}, {0, 1, 2, 3}, 0};
    }
    return {};
}

constexpr ImageFormat format(ChannelOrder order, ChannelType type, unsigned bytes, abi::TexelKind kind, FormatUse use) {
    const Channels c = channels_of(order);
    return {order,
            type,
            use,
            {static_cast<unsigned char>(bytes),
             c.components,
             kind,
             c.border_alpha,
             {c.of[0], c.of[1], c.of[2], c.of[3]},
             {c.components_of[0], c.components_of[1], c.components_of[2], c.components_of[3]}}};
}

}  // namespace image_detail

inline constexpr ImageFormat image_formats[] = {
#define IMAGE_FORMAT(order, type, bytes, kind, use) \
    image_detail::format(ChannelOrder::order, ChannelType::type, bytes, abi::TexelKind::kind, FormatUse::use),
#include "lanewise/image_formats.def"
};

/// Returns the format with this channel order and type, both given as OpenCL's values. Returns null if the device does
/// not have the format.
constexpr const ImageFormat* find_image_format(std::uint32_t order, std::uint32_t type) {
    for (const ImageFormat& format : image_formats)
        if (static_cast<std::uint32_t>(format.order) == order && static_cast<std::uint32_t>(format.type) == type)
            return &format;
    return nullptr;
}

}  // namespace lanewise
