// The model of SPIR-V's operations on one component. All numbers are represented by their bits in a 64-bit word.
// Thread-safety: functions without state.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanewise::fuzz {

enum class Kind : std::uint8_t { boolean, integer, real, bfloat };

struct Scalar {
    Kind kind = Kind::integer;
    unsigned bits = 32;  // 1 for booleans
    bool operator==(const Scalar&) const = default;
};

enum class Rounding : std::uint8_t { to_even, to_zero, up, down };

constexpr std::uint64_t mask_of(unsigned bits) {
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}
constexpr std::int64_t signed_of(unsigned bits, std::uint64_t value) {
    return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

/// Returns the result of an integer operation such as "IAdd" or "SMod". A divisor must not be 0, and a quotient must
/// fit the type.
std::uint64_t integer_operation(std::string_view name, unsigned bits, std::uint64_t left, std::uint64_t right);

/// The two members of the result of "IAddCarry", "ISubBorrow", "UMulExtended" or "SMulExtended".
struct Parts {
    std::uint64_t low, high;
};
Parts wide_operation(std::string_view name, unsigned bits, std::uint64_t left, std::uint64_t right);

/// Returns the result of "BitFieldUExtract" or "BitFieldSExtract".
std::uint64_t extract_field(std::string_view name, unsigned bits, std::uint64_t base, unsigned offset, unsigned count);
std::uint64_t insert_field(unsigned bits, std::uint64_t base, std::uint64_t inserted, unsigned offset, unsigned count);
std::uint64_t reverse(unsigned bits, std::uint64_t value);

/// Returns the result of "FAdd", "FSub", "FMul", "FDiv", "FRem" or "FMod" on numbers of 16, 32 or 64 bits.
std::uint64_t real_operation(std::string_view name, unsigned bits, std::uint64_t left, std::uint64_t right,
                             Rounding rounding = Rounding::to_even);
std::uint64_t multiply_add(unsigned bits, std::uint64_t left, std::uint64_t right, std::uint64_t addend,
                           Rounding rounding = Rounding::to_even);

/// Returns the result of a comparison of integers ("SLessThan") or of numbers ("FUnordLessThan", "Ordered").
bool compare(std::string_view name, Scalar type, std::uint64_t left, std::uint64_t right);
bool is_nan(Scalar type, std::uint64_t value);
bool classify(std::string_view name, Scalar type, std::uint64_t value);

/// A conversion between two number types. `from_signed` and `to_signed` have a meaning only for integer types.
struct Conversion {
    Scalar from, to;
    bool from_signed = false, to_signed = false, saturates = false;
    Rounding rounding = Rounding::to_even;
};
std::uint64_t convert(const Conversion& conversion, std::uint64_t value);

/// True if the value fits the integer type, so that the result of a conversion without saturation is defined.
bool is_in_range(const Conversion& conversion, std::uint64_t value);

/// Returns a NaN of the type.
std::uint64_t quiet_nan(Scalar type);

}  // namespace lanewise::fuzz
