#include "device/kernel/texel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace lanewise::device {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

std::vector<unsigned> packed_bytes(ChannelOrder order, ChannelType type, const void* color) {
    const ImageFormat* const format =
        find_image_format(static_cast<std::uint32_t>(order), static_cast<std::uint32_t>(type));
    const auto texel = pack_texel(*format, color);
    std::vector<unsigned> bytes;
    for (std::size_t i = 0; i < format->texel.bytes; ++i) bytes.push_back(std::to_integer<unsigned>(texel[i]));
    return bytes;
}

std::vector<unsigned> packed(ChannelOrder order, ChannelType type, std::array<float, 4> color) {
    return packed_bytes(order, type, color.data());
}

TEST(PackTexel, RoundsToTheNearestAndSaturates) {
    using Bytes = std::vector<unsigned>;
    // Multiplied by 255, the first two values are 0.5 and 1.5. These products are halfway between integers, and are
    // rounded to the even integer.
    EXPECT_EQ(packed(ChannelOrder::RGBA, ChannelType::UNORM_INT8, {0.5F / 255, 1.5F / 255, 2, -1}),
              (Bytes{0, 2, 255, 0}));
    EXPECT_EQ(packed(ChannelOrder::RGBA, ChannelType::UNORM_INT8, {nan, infinity, -infinity, 1}),
              (Bytes{0, 255, 0, 255}));
    EXPECT_EQ(packed(ChannelOrder::RGBA, ChannelType::SNORM_INT8, {-1, 1, -2, 0.5F}), (Bytes{0x81, 0x7f, 0x80, 64}));
    EXPECT_EQ(packed(ChannelOrder::R, ChannelType::UNORM_INT16, {0.5F, 0, 0, 0}), (Bytes{0x00, 0x80}));
}

TEST(PackTexel, OrdersChannels) {
    using Bytes = std::vector<unsigned>;
    const std::array<float, 4> color{0.2F, 0.4F, 0.6F, 0.8F};  // multiplied by 255: 51, 102, 153, 204
    constexpr auto type = ChannelType::UNORM_INT8;
    EXPECT_EQ(packed(ChannelOrder::RGBA, type, color), (Bytes{51, 102, 153, 204}));
    EXPECT_EQ(packed(ChannelOrder::BGRA, type, color), (Bytes{153, 102, 51, 204}));
    EXPECT_EQ(packed(ChannelOrder::ARGB, type, color), (Bytes{204, 51, 102, 153}));
    EXPECT_EQ(packed(ChannelOrder::ABGR, type, color), (Bytes{204, 153, 102, 51}));
    EXPECT_EQ(packed(ChannelOrder::A, type, color), (Bytes{204}));
    EXPECT_EQ(packed(ChannelOrder::RA, type, color), (Bytes{51, 204}));
    EXPECT_EQ(packed(ChannelOrder::LUMINANCE, type, color), (Bytes{51}));
}

TEST(PackTexel, PacksBits) {
    using Bytes = std::vector<unsigned>;
    const std::array<float, 4> color{1, 0, 1, 1};
    EXPECT_EQ(packed(ChannelOrder::RGB, ChannelType::UNORM_SHORT_565, color), (Bytes{0x1f, 0xf8}));
    EXPECT_EQ(packed(ChannelOrder::RGB, ChannelType::UNORM_SHORT_555, color), (Bytes{0x1f, 0x7c}));
    EXPECT_EQ(packed(ChannelOrder::RGB, ChannelType::UNORM_INT_101010, color), (Bytes{0xff, 0x03, 0xf0, 0x3f}));
    EXPECT_EQ(packed(ChannelOrder::RGBA, ChannelType::UNORM_INT_101010_2, color), (Bytes{0xff, 0x0f, 0xc0, 0xff}));
}

TEST(PackTexel, SaturatesIntegers) {
    using Bytes = std::vector<unsigned>;
    const std::array<std::int32_t, 4> color{-200, 200, -40000, 70000};
    EXPECT_EQ(packed_bytes(ChannelOrder::RGBA, ChannelType::SIGNED_INT8, color.data()),
              (Bytes{0x80, 0x7f, 0x80, 0x7f}));
    EXPECT_EQ(packed_bytes(ChannelOrder::RG, ChannelType::SIGNED_INT16, color.data()), (Bytes{0x38, 0xff, 200, 0}));
    const std::array<std::uint32_t, 4> natural{300, 5, 70000, ~0U};
    EXPECT_EQ(packed_bytes(ChannelOrder::RGBA, ChannelType::UNSIGNED_INT8, natural.data()), (Bytes{255, 5, 255, 255}));
}

// Packs the value of each half-precision number, and the numbers halfway between adjacent halves. Rounding must be to
// nearest, ties to even.
TEST(PackTexel, Halves) {
    const auto half_of = [](float value) {
        const auto bytes = packed(ChannelOrder::R, ChannelType::HALF_FLOAT, {value, 0, 0, 0});
        return bytes[0] | bytes[1] << 8;
    };
    const auto value_of = [](unsigned half) {
        const int exponent = static_cast<int>(half >> 10 & 31);
        const int mantissa = static_cast<int>(half & 0x3ff);
        const double size = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
        return half >> 15 != 0 ? -size : size;
    };
    for (unsigned half = 0; half < 0x7c00; ++half) {
        EXPECT_EQ(half_of(static_cast<float>(value_of(half))), half);
        // The midpoint between this half and the next larger half. For rounding, 65536 counts as the half after the
        // largest half.
        const double middle = (value_of(half) + (half == 0x7bff ? 65536 : value_of(half + 1))) / 2;
        EXPECT_EQ(half_of(static_cast<float>(middle)), half + (half & 1));
        EXPECT_EQ(half_of(std::nextafter(static_cast<float>(middle), 0.0F)), half);
        EXPECT_EQ(half_of(std::nextafter(static_cast<float>(middle), 1e9F)), half + 1);
    }
    EXPECT_EQ(half_of(-1.5F), 0xbe00U);
    EXPECT_EQ(half_of(-infinity), 0xfc00U);
    EXPECT_EQ(half_of(1e30F), 0x7c00U);
    EXPECT_EQ(half_of(-1e-30F), 0x8000U);
    EXPECT_GT(half_of(nan) & 0x7fffU, 0x7c00U);
}

// Packs the linear value of each of the 256 sRGB bytes; the packed byte must equal the sRGB byte.
TEST(PackTexel, StandardRgb) {
    for (unsigned byte = 0; byte < 256; ++byte) {
        const double encoded = byte / 255.0;
        const auto linear =
            static_cast<float>(encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4));
        const auto texel = packed(ChannelOrder::sRGBA, ChannelType::UNORM_INT8, {linear, 0, 1, byte / 255.0F});
        EXPECT_EQ(texel, (std::vector<unsigned>{byte, 0, 255, byte}));
    }
}

}  // namespace
}  // namespace lanewise::device
