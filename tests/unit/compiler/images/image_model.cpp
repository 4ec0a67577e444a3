#include "images/image_model.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lanewise::test {
namespace {

using abi::TexelKind;
namespace sampler_bits = abi::sampler;

// The position of a component's bits in a texel. `shift` counts from the texel's lowest bit.
struct Field {
    unsigned shift, bits;
};

Field field_of(TexelKind kind, unsigned component) {
    constexpr std::array<unsigned, 4> shifts_565{11, 5, 0, 0}, bits_565{5, 6, 5, 0};
    switch (kind) {
        case TexelKind::unorm8:
        case TexelKind::snorm8:
        case TexelKind::sint8:
        case TexelKind::uint8:
        case TexelKind::srgb8: return {8 * component, 8};
        case TexelKind::unorm16:
        case TexelKind::snorm16:
        case TexelKind::sint16:
        case TexelKind::uint16:
        case TexelKind::half_float: return {16 * component, 16};
        case TexelKind::unorm_565: return {shifts_565[component], bits_565[component]};
        case TexelKind::unorm_555: return {10 - 5 * component, 5};
        case TexelKind::unorm_101010: return {20 - 10 * component, 10};
        case TexelKind::unorm_101010_2: return {component == 3 ? 0 : 22 - 10 * component, component == 3 ? 2u : 10u};
        case TexelKind::unorm_2_101010: return {30 - 10 * component, component == 0 ? 2u : 10u};
        default: return {32 * component, 32};
    }
}

std::uint64_t raw_component(const TestImage& image, const Texel& at, unsigned component) {
    std::array<std::uint64_t, 2> words{};
    std::memcpy(words.data(),
                image.texel(static_cast<unsigned>(at[0]), static_cast<unsigned>(at[1]), static_cast<unsigned>(at[2])),
                image.format().texel.bytes);
    const Field field = field_of(image.format().texel.kind, component);
    return words[field.shift / 64] >> (field.shift % 64) & ((std::uint64_t{1} << field.bits) - 1);
}

std::int64_t sign_extended(std::uint64_t raw, unsigned bits) {
    return static_cast<std::int64_t>(raw << (64 - bits)) >> (64 - bits);
}

template <typename To, typename From>
To bits_as(From from) {
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

double from_srgb(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double to_srgb(double c) { return c < 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055; }

double component_value(TexelKind kind, std::uint64_t raw, unsigned component) {
    const unsigned bits = field_of(kind, component).bits;
    const double most = static_cast<double>((std::uint64_t{1} << bits) - 1);
    switch (kind) {
        case TexelKind::snorm8:
        case TexelKind::snorm16: return std::max(-1.0, static_cast<double>(sign_extended(raw, bits)) / (most - 1) * 2);
        case TexelKind::sint8:
        case TexelKind::sint16:
        case TexelKind::sint32: return static_cast<double>(sign_extended(raw, bits));
        case TexelKind::uint8:
        case TexelKind::uint16:
        case TexelKind::uint32: return static_cast<double>(raw);
        case TexelKind::half_float: return static_cast<double>(bits_as<_Float16>(static_cast<std::uint16_t>(raw)));
        case TexelKind::single_float: return bits_as<float>(static_cast<std::uint32_t>(raw));
        case TexelKind::srgb8:
            if (component < 3) return from_srgb(static_cast<double>(raw) / most);
            [[fallthrough]];
        default: return static_cast<double>(raw) / most;
    }
}

std::array<unsigned, 3> extents(const TestImage& image) {
    return {image.size().width, image.size().height, image.slices()};
}

unsigned axes(const TestImage& image) { return image.size().dimensions; }

// Returns a coordinate in units of texels. For the addressing modes that repeat the image, first moves the coordinate
// into the image.
float in_texels(std::uint64_t sampler, float s, float size) {
    switch (sampler & sampler_bits::address_mask) {
        case sampler_bits::address_repeat: return (s - std::floor(s)) * size;
        case sampler_bits::address_mirrored_repeat: return std::fabs(s - 2.0f * std::rint(0.5f * s)) * size;
        default: return sampler & sampler_bits::normalized ? s * size : s;
    }
}

std::int64_t whole(float x) {
    if (!(x > -1e9f)) return -1000000000;
    return x < 1e9f ? static_cast<std::int64_t>(x) : 1000000000;
}

std::int64_t layer_of(const TestImage& image, float layer) {
    const std::int64_t last = image.size().layers - 1;
    return std::clamp<std::int64_t>(whole(std::rint(layer)), 0, last);
}

}  // namespace

Colour texel_colour(const TestImage& image, const Texel& at) {
    const abi::TexelFormat& format = image.format().texel;
    Colour colour;
    for (unsigned channel = 0; channel < 4; ++channel) {
        const unsigned source = format.channels[channel];
        colour[channel] = source == abi::channel_one ? 1
                          : source == abi::channel_zero
                              ? 0
                              : component_value(format.kind, raw_component(image, at, source), source);
    }
    return colour;
}

Colour addressed_colour(const TestImage& image, std::uint64_t sampler, Texel at) {
    const auto size = extents(image);
    bool outside = false;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const std::int64_t inside = std::clamp<std::int64_t>(at[axis], 0, size[axis] - 1);
        outside |= at[axis] != inside && !(image.size().is_array && axis == 2);
        at[axis] = inside;
    }
    if (outside && (sampler & sampler_bits::address_mask) == sampler_bits::address_clamp)
        return {0, 0, 0, static_cast<double>(image.format().texel.border_alpha)};
    return texel_colour(image, at);
}

Colour nearest_colour(const TestImage& image, std::uint64_t sampler, const Coordinate& at) {
    const auto size = extents(image);
    Texel texel{0, 0, image.size().is_array ? layer_of(image, at[2]) : 0};
    for (unsigned axis = 0; axis < axes(image); ++axis) {
        texel[axis] = whole(std::floor(in_texels(sampler, at[axis], static_cast<float>(size[axis]))));
        const std::uint64_t mode = sampler & sampler_bits::address_mask;
        if (mode == sampler_bits::address_repeat && texel[axis] >= size[axis]) texel[axis] = 0;
    }
    return addressed_colour(image, sampler, texel);
}

Colour linear_colour(const TestImage& image, std::uint64_t sampler, const Coordinate& at) {
    const auto size = extents(image);
    std::array<std::array<std::int64_t, 2>, 3> number{};
    std::array<std::array<double, 2>, 3> weight{};
    for (unsigned axis = 0; axis < 3; ++axis) {
        weight[axis] = {1, 0};
        if (axis >= axes(image)) continue;
        const float u = in_texels(sampler, at[axis], static_cast<float>(size[axis])) - 0.5f;
        number[axis] = {whole(std::floor(u)), whole(std::floor(u)) + 1};
        weight[axis][1] = static_cast<double>(u) - std::floor(u);
        weight[axis][0] = 1 - weight[axis][1];
        if ((sampler & sampler_bits::address_mask) != sampler_bits::address_repeat) continue;
        if (number[axis][0] < 0) number[axis][0] += size[axis];
        if (number[axis][1] >= size[axis]) number[axis][1] -= size[axis];
    }
    if (image.size().is_array) number[2] = {layer_of(image, at[2]), 0};
    Colour sum{};
    for (unsigned tap = 0; tap < 1u << axes(image); ++tap) {
        const unsigned i = tap & 1, j = tap >> 1 & 1, k = tap >> 2;
        const Colour colour = addressed_colour(image, sampler, {number[0][i], number[1][j], number[2][k]});
        for (unsigned c = 0; c < 4; ++c) sum[c] += colour[c] * weight[0][i] * weight[1][j] * weight[2][k];
    }
    return sum;
}

std::array<Component, 4> written_components(const TestImage& image, const Texel& at, const Colour& colour) {
    const abi::TexelFormat& format = image.format().texel;
    std::array<Component, 4> components{};
    for (unsigned i = 0; i < format.components; ++i) {
        const double value = colour[format.components_of[i]];
        const std::uint64_t raw = raw_component(image, at, i);
        const unsigned bits = field_of(format.kind, i).bits;
        const double most = static_cast<double>((std::uint64_t{1} << bits) - 1), half = (most - 1) / 2;
        Component& component = components[i];
        switch (format.kind) {
            case TexelKind::half_float:
            case TexelKind::single_float: component = {value, component_value(format.kind, raw, i)}; break;
            case TexelKind::snorm8:
            case TexelKind::snorm16:
                component = {std::clamp(value * half, -half - 1, half), static_cast<double>(sign_extended(raw, bits))};
                break;
            case TexelKind::sint8:
            case TexelKind::sint16:
            case TexelKind::sint32:
                component = {std::clamp(value, -half - 1, half), static_cast<double>(sign_extended(raw, bits))};
                break;
            case TexelKind::uint8:
            case TexelKind::uint16:
            case TexelKind::uint32: component = {std::min(value, most), static_cast<double>(raw)}; break;
            default: {
                const bool is_srgb = format.kind == TexelKind::srgb8 && i < 3;
                const double linear = std::clamp(value, 0.0, 1.0);
                component = {(is_srgb ? to_srgb(linear) : linear) * most, static_cast<double>(raw)};
            }
        }
    }
    return components;
}

}  // namespace lanewise::test
