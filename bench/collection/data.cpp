#include "data.h"

namespace bench {

namespace {

/// Converts `value` to half, rounding toward zero. `value` must be 0 or in the range of normal halves.
std::uint16_t half_of(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    const std::uint32_t sign = bits >> 16 & 0x8000u, exponent = bits >> 23 & 0xffu;
    if (exponent < 113) return static_cast<std::uint16_t>(sign);
    return static_cast<std::uint16_t>(sign | (exponent - 112) << 10 | (bits >> 13 & 0x3ffu));
}

}  // namespace

BufferData reals(std::size_t count, float low, float high) {
    Dice dice(1);
    return each(count, [&](std::size_t) { return dice.real(low, high); });
}

BufferData doubles(std::size_t count, double low, double high) {
    Dice dice(2);
    return each(count, [&](std::size_t) { return low + (high - low) * static_cast<double>(dice.word()) * 0x1p-32; });
}

BufferData halves(std::size_t count, float low, float high) {
    Dice dice(3);
    BufferData data = each(count, [&](std::size_t) { return half_of(dice.real(low, high)); });
    data.type = ElementType::f16;
    return data;
}

BufferData ints(std::size_t count, int low, int high) {
    Dice dice(4);
    return each(
        count, [&](std::size_t) { return low + static_cast<int>(dice.below(static_cast<std::uint32_t>(high - low))); });
}

BufferData words(std::size_t count) {
    Dice dice(5);
    return each(count, [&](std::size_t) { return dice.word(); });
}

BufferData bytes(std::size_t count, std::uint32_t bound) {
    Dice dice(6);
    return each(count, [&](std::size_t) { return static_cast<std::uint8_t>(dice.below(bound)); });
}

}  // namespace bench
