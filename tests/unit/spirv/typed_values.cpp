#include "typed_values.h"

#include <bit>

namespace lanewise::test {
namespace {

constexpr std::uint32_t item_factor = 2654435761;
constexpr std::uint64_t wide_factor = 0x9e3779b97f4a7c15;
constexpr unsigned float_shift = 29;  // a 32-bit word shifted right by this number is 0 to 7

std::uint32_t mixed(std::uint64_t item, std::uint32_t seed) {
    return (static_cast<std::uint32_t>(item) + seed) * item_factor;
}

std::string number(std::uint64_t value) { return std::to_string(value); }

}  // namespace

const std::vector<NumberType>& integer_types() {
    static const std::vector<NumberType> types{
        {"%uchar", 8}, {"%ushort", 16}, {"%int24", 24}, {"%uint", 32}, {"%ulong", 64}};
    return types;
}

const std::vector<NumberType>& float_types() {
    static const std::vector<NumberType> types{{"%half", 16, true}, {"%float", 32, true}, {"%double", 64, true}};
    return types;
}

std::string type_lines() {
    std::string text = "%int24 = OpTypeInt 24 0\n";
    text += "%item_factor = OpConstant %uint " + number(item_factor) + "\n";
    text += "%wide_factor = OpConstant %ulong " + number(wide_factor) + "\n";
    text += "%float_shift = OpConstant %uint " + number(float_shift) + "\n";
    text += "%ulong_32 = OpConstant %ulong 32\n";
    for (unsigned i = 0; i < 32; ++i) text += "%number_" + number(i) + " = OpConstant %uint " + number(i) + "\n";
    return text;
}

std::string make_value(const NumberType& type, const std::string& result, std::uint32_t seed) {
    const std::string at = result + "_";
    std::string text = at + "low = OpUConvert %uint %i\n";
    text += at + "sum = OpIAdd %uint " + at + "low %number_" + number(seed) + "\n";
    text += at + "mixed = OpIMul %uint " + at + "sum %item_factor\n";
    if (type.is_float) {
        text += at + "small = OpShiftRightLogical %uint " + at + "mixed %float_shift\n";
        return text + result + " = OpConvertUToF " + type.name + " " + at + "small\n";
    }
    if (type.bits == 32) return text + result + " = OpCopyObject %uint " + at + "mixed\n";
    if (type.bits < 32) return text + result + " = OpUConvert " + type.name + " " + at + "mixed\n";
    text += at + "wide = OpUConvert %ulong " + at + "mixed\n";
    return text + result + " = OpIMul %ulong " + at + "wide %wide_factor\n";
}

std::uint64_t value_bits(const NumberType& type, std::uint64_t item, std::uint32_t seed) {
    const std::uint32_t word = mixed(item, seed);
    if (type.is_float) return bits_of_double(type, word >> float_shift);
    if (type.bits == 64) return word * wide_factor;
    return word & mask_of(type);
}

std::string store_bits(const NumberType& type, const std::string& value, unsigned word) {
    const std::string at = value + "_out_";
    const unsigned bits = type.bits;
    std::string text;
    std::string integer = value;
    if (type.is_float) {
        integer = at + "bits";
        text += integer + " = OpBitcast " +
                (bits == 16   ? "%ushort "
                 : bits == 32 ? "%uint "
                              : "%ulong ") +
                value + "\n";
    }
    std::string low = integer;
    if (bits != 32) {
        low = at + "low";
        text += low + " = OpUConvert %uint " + integer + "\n";
    }
    const auto store = [&](const std::string& what, unsigned place) {
        const std::string pointer = at + "place_" + number(place);
        text += pointer + " = OpInBoundsPtrAccessChain %ptr_global_uint %place %number_" + number(place) + "\n";
        text += "OpStore " + pointer + " " + what + " Aligned 4\n";
    };
    store(low, word);
    if (bits != 64) {
        store("%uint_0", word + 1);
        return text;
    }
    text += at + "shifted = OpShiftRightLogical %ulong " + integer + " %ulong_32\n";
    text += at + "high = OpUConvert %uint " + at + "shifted\n";
    store(at + "high", word + 1);
    return text;
}

std::uint64_t stored_bits(const std::vector<std::uint32_t>& out, std::uint64_t first_word) {
    return out[first_word] | std::uint64_t{out[first_word + 1]} << 32;
}

std::uint64_t mask_of(const NumberType& type) {
    return type.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << type.bits) - 1;
}

std::int64_t as_signed(const NumberType& type, std::uint64_t bits) {
    const unsigned unused = 64 - type.bits;
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

double as_double(const NumberType& type, std::uint64_t bits) {
    switch (type.bits) {
        case 16: return static_cast<double>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits)));
        case 32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        default: return std::bit_cast<double>(bits);
    }
}

std::uint64_t bits_of_double(const NumberType& type, double value) {
    switch (type.bits) {
        case 16: return std::bit_cast<std::uint16_t>(static_cast<_Float16>(value));
        case 32: return std::bit_cast<std::uint32_t>(static_cast<float>(value));
        default: return std::bit_cast<std::uint64_t>(value);
    }
}

}  // namespace lanewise::test
