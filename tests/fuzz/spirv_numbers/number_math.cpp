#include "number_math.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

namespace lanewise::fuzz {
namespace {

// A type that represents all numbers exactly: it has 64 significant bits, and a larger exponent range than double.
using Wide = long double;

struct Format {
    int precision, smallest,
        largest;  // `smallest`: exponent of the smallest normal number;
                  // `largest`: exponent of the power of two above the largest number
};

Format format_of(Scalar type) {
    if (type.kind == Kind::bfloat) return {8, -126, 128};
    if (type.bits == 16) return {11, -14, 16};
    if (type.bits == 32) return {24, -126, 128};
    return {53, -1022, 1024};
}

float float_of(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
double double_of(std::uint64_t bits) { return std::bit_cast<double>(bits); }

Wide half_value(std::uint64_t bits) {
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const auto fraction = static_cast<Wide>(bits & 1023);
    Wide value = exponent == 31  ? (fraction == 0 ? HUGE_VALL : std::nanl(""))
                 : exponent == 0 ? std::ldexp(fraction, -24)
                                 : std::ldexp(fraction + 1024, exponent - 25);
    return (bits & 0x8000) != 0 ? -value : value;
}

Wide value_of(Scalar type, std::uint64_t bits) {
    if (type.kind == Kind::bfloat) return float_of(bits << 16);
    if (type.bits == 16) return half_value(bits);
    return type.bits == 32 ? Wide{float_of(bits)} : Wide{double_of(bits)};
}

Wide to_integral(Wide value, Rounding rounding) {
    switch (rounding) {
        case Rounding::to_even: return std::nearbyint(value);
        case Rounding::to_zero: return std::trunc(value);
        case Rounding::up: return std::ceil(value);
        default: return std::floor(value);
    }
}

std::uint64_t encode(Scalar type, Wide value) {
    if (type.kind == Kind::bfloat) return std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16;
    if (type.bits == 32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if (type.bits == 64) return std::bit_cast<std::uint64_t>(static_cast<double>(value));
    const std::uint64_t sign = std::signbit(value) ? 0x8000 : 0;
    const Wide size = std::fabs(value);
    if (std::isinf(value)) return sign | 0x7c00;
    if (size < std::ldexp(Wide{1}, -14)) return sign | static_cast<std::uint64_t>(std::ldexp(size, 24));
    int exponent = 0;
    const auto fraction = static_cast<std::uint64_t>(std::ldexp(std::frexp(size, &exponent), 11));
    return sign | (static_cast<std::uint64_t>(exponent + 14) << 10) | (fraction & 1023);
}

// Rounds a number to the precision and the range of a type, in one rounding.
std::uint64_t rounded(Scalar type, Wide value, Rounding rounding) {
    if (std::isnan(value)) return quiet_nan(type);
    if (std::isinf(value) || value == 0) return encode(type, value);
    const Format format = format_of(type);
    int exponent = 0;
    std::frexp(value, &exponent);
    const int last = std::max(exponent - format.precision, format.smallest - format.precision + 1);
    Wide result = std::ldexp(to_integral(std::ldexp(value, -last), rounding), last);
    if (std::fabs(result) >= std::ldexp(Wide{1}, format.largest)) {
        const bool keeps_finite = rounding == Rounding::to_zero || (rounding == Rounding::up && value < 0) ||
                                  (rounding == Rounding::down && value > 0);
        const Wide most = std::ldexp(std::ldexp(Wide{1}, format.precision) - 1, format.largest - format.precision);
        result = std::copysign(keeps_finite ? most : HUGE_VALL, value);
    }
    return encode(type, result == 0 ? std::copysign(result, value) : result);
}

template <class T>
T native(std::string_view name, T left, T right) {
    const volatile T a = left, b = right;
    if (name == "FAdd") return a + b;
    if (name == "FSub") return a - b;
    if (name == "FMul") return a * b;
    return a / b;
}

std::uint64_t arithmetic(std::string_view name, unsigned bits, std::uint64_t left, std::uint64_t right,
                         Rounding rounding) {
    const Scalar type{Kind::real, bits};
    // Operations on halves are computed in double. Each double result is exact, or so far from the middle between two
    // halves that rounding the double to half gives the right half.
    if (bits == 16)
        return rounded(
            type, native<double>(name, static_cast<double>(half_value(left)), static_cast<double>(half_value(right))),
            rounding);
    if (rounding == Rounding::to_zero) std::fesetround(FE_TOWARDZERO);
    const std::uint64_t result = bits == 32
                                     ? std::bit_cast<std::uint32_t>(native(name, float_of(left), float_of(right)))
                                     : std::bit_cast<std::uint64_t>(native(name, double_of(left), double_of(right)));
    std::fesetround(FE_TONEAREST);
    return result;
}

bool starts(std::string_view name, std::string_view prefix) { return name.substr(0, prefix.size()) == prefix; }

bool ordered_comparison(std::string_view name, Wide left, Wide right) {
    if (name == "Equal") return left == right;
    if (name == "NotEqual") return left != right;
    if (name == "LessThan") return left < right;
    if (name == "GreaterThan") return left > right;
    if (name == "LessThanEqual") return left <= right;
    return left >= right;
}

Wide limit(const Conversion& conversion, bool upper) {
    const auto bits = static_cast<int>(conversion.to.bits);
    if (!conversion.to_signed) return upper ? std::ldexp(Wide{1}, bits) - 1 : Wide{0};
    return upper ? std::ldexp(Wide{1}, bits - 1) - 1 : -std::ldexp(Wide{1}, bits - 1);
}

Wide source_of(const Conversion& conversion, std::uint64_t value) {
    if (conversion.from.kind != Kind::integer) return value_of(conversion.from, value);
    return conversion.from_signed ? static_cast<Wide>(signed_of(conversion.from.bits, value))
                                  : static_cast<Wide>(value);
}

std::uint64_t integer_of(const Conversion& conversion, Wide value) {
    if (value < 0) return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & mask_of(conversion.to.bits);
    return static_cast<std::uint64_t>(value) & mask_of(conversion.to.bits);
}

}  // namespace

std::uint64_t integer_operation(std::string_view name, unsigned bits, std::uint64_t left, std::uint64_t right) {
    const std::int64_t a = signed_of(bits, left), b = signed_of(bits, right);
    const std::uint64_t all = mask_of(bits);
    if (name == "IAdd") return (left + right) & all;
    if (name == "ISub") return (left - right) & all;
    if (name == "IMul") return (left * right) & all;
    if (name == "BitwiseAnd") return left & right;
    if (name == "BitwiseOr") return left | right;
    if (name == "BitwiseXor") return left ^ right;
    if (name == "UDiv") return left / right;
    if (name == "UMod") return left % right;
    if (name == "SDiv") return static_cast<std::uint64_t>(a / b) & all;
    if (name == "SRem") return static_cast<std::uint64_t>(a % b) & all;
    if (name == "SMod")
        return static_cast<std::uint64_t>(a % b != 0 && (a % b < 0) != (b < 0) ? a % b + b : a % b) & all;
    const auto amount = static_cast<unsigned>(right % bits);
    if (name == "ShiftLeftLogical") return (left << amount) & all;
    if (name == "ShiftRightLogical") return left >> amount;
    return static_cast<std::uint64_t>(a >> amount) & all;
}

Parts wide_operation(std::string_view name, unsigned bits, std::uint64_t left, std::uint64_t right) {
    const std::uint64_t all = mask_of(bits);
    if (name == "IAddCarry") return {(left + right) & all, ((left + right) & all) < left ? 1u : 0u};
    if (name == "ISubBorrow") return {(left - right) & all, left < right ? 1u : 0u};
    const auto product =
        name == "UMulExtended"
            ? static_cast<unsigned __int128>(left) * right
            : static_cast<unsigned __int128>(static_cast<__int128>(signed_of(bits, left)) * signed_of(bits, right));
    return {static_cast<std::uint64_t>(product) & all, static_cast<std::uint64_t>(product >> bits) & all};
}

std::uint64_t extract_field(std::string_view name, unsigned bits, std::uint64_t base, unsigned offset, unsigned count) {
    if (count == 0) return 0;
    const std::uint64_t field = (base >> offset) & mask_of(count);
    if (name == "BitFieldUExtract") return field;
    return static_cast<std::uint64_t>(signed_of(count, field)) & mask_of(bits);
}

std::uint64_t insert_field(unsigned bits, std::uint64_t base, std::uint64_t inserted, unsigned offset, unsigned count) {
    if (count == 0) return base;
    const std::uint64_t field = mask_of(count) << offset & mask_of(bits);
    return (base & ~field) | (inserted << offset & field);
}

std::uint64_t reverse(unsigned bits, std::uint64_t value) {
    std::uint64_t result = 0;
    for (unsigned bit = 0; bit < bits; ++bit) result |= (value >> bit & 1) << (bits - 1 - bit);
    return result;
}

std::uint64_t real_operation(std::string_view name, unsigned bits, std::uint64_t left, std::uint64_t right,
                             Rounding rounding) {
    if (name != "FRem" && name != "FMod") return arithmetic(name, bits, left, right, rounding);
    const Scalar type{Kind::real, bits};
    const std::uint64_t rest =
        rounded(type, std::fmod(static_cast<double>(value_of(type, left)), static_cast<double>(value_of(type, right))),
                Rounding::to_even);
    const Wide value = value_of(type, rest);
    if (name == "FRem" || std::isnan(value) || value == 0) return rest;
    return std::signbit(value) == std::signbit(value_of(type, right)) ? rest
                                                                      : arithmetic("FAdd", bits, rest, right, rounding);
}

std::uint64_t multiply_add(unsigned bits, std::uint64_t left, std::uint64_t right, std::uint64_t addend,
                           Rounding rounding) {
    if (bits != 16) {
        std::fesetround(rounding == Rounding::to_zero ? FE_TOWARDZERO : FE_TONEAREST);
        const volatile float a = float_of(left), b = float_of(right), c = float_of(addend);
        const volatile double x = double_of(left), y = double_of(right), z = double_of(addend);
        const std::uint64_t result = bits == 32 ? std::uint64_t{std::bit_cast<std::uint32_t>(std::fma(a, b, c))}
                                                : std::bit_cast<std::uint64_t>(std::fma(x, y, z));
        std::fesetround(FE_TONEAREST);
        return result;
    }
    // The product is exact as a double. The sum is rounded to odd, so that the last rounding, to half, gives the right
    // number.
    const auto product = static_cast<double>(half_value(left) * half_value(right));
    const auto third = static_cast<double>(half_value(addend));
    std::fesetround(FE_TOWARDZERO);
    const volatile double a = product, b = third;
    volatile double sum = a + b;
    std::fesetround(FE_TONEAREST);
    const volatile double rest = (Wide{a} + b) - Wide{sum};
    if (std::isfinite(sum) && rest != 0) sum = std::bit_cast<double>(std::bit_cast<std::uint64_t>(double{sum}) | 1);
    if (sum == 0 && !std::signbit(sum) && std::signbit(a) && std::signbit(b)) sum = -0.0;
    return rounded({Kind::real, 16}, sum, rounding);
}

bool is_nan(Scalar type, std::uint64_t value) {
    return (type.kind == Kind::real || type.kind == Kind::bfloat) && std::isnan(value_of(type, value));
}

bool compare(std::string_view name, Scalar type, std::uint64_t left, std::uint64_t right) {
    if (type.kind == Kind::integer) {
        if (name == "IEqual") return left == right;
        if (name == "INotEqual") return left != right;
        if (name[0] == 'U')
            return ordered_comparison(name.substr(1), static_cast<Wide>(left), static_cast<Wide>(right));
        return ordered_comparison(name.substr(1), static_cast<Wide>(signed_of(type.bits, left)),
                                  static_cast<Wide>(signed_of(type.bits, right)));
    }
    const bool has_nan = is_nan(type, left) || is_nan(type, right);
    if (name == "Ordered") return !has_nan;
    if (name == "Unordered") return has_nan;
    const Wide a = value_of(type, left), b = value_of(type, right);
    if (name == "LessOrGreater") return a < b || a > b;
    if (has_nan) return starts(name, "FUnord");
    return ordered_comparison(name.substr(starts(name, "FUnord") ? 6 : 4), a, b);
}

bool classify(std::string_view name, Scalar type, std::uint64_t value) {
    const Wide number = value_of(type, value);
    if (name == "IsNan") return std::isnan(number);
    if (name == "IsInf") return std::isinf(number);
    if (name == "IsFinite") return std::isfinite(number);
    if (name == "SignBitSet") return (value >> (type.bits - 1) & 1) != 0;
    return std::isfinite(number) && std::fabs(number) >= std::ldexp(Wide{1}, format_of(type).smallest);
}

std::uint64_t convert(const Conversion& conversion, std::uint64_t value) {
    if (is_nan(conversion.from, value)) return conversion.to.kind == Kind::integer ? 0 : quiet_nan(conversion.to);
    const Wide source = source_of(conversion, value);
    if (conversion.to.kind != Kind::integer) return rounded(conversion.to, source, conversion.rounding);
    if (conversion.from.kind == Kind::integer && !conversion.saturates)
        return (conversion.from_signed ? static_cast<std::uint64_t>(signed_of(conversion.from.bits, value)) : value) &
               mask_of(conversion.to.bits);
    const Wide number = to_integral(source, conversion.rounding);
    const Wide most = limit(conversion, true), least = limit(conversion, false);
    return integer_of(conversion, number > most ? most : number < least ? least : number);
}

bool is_in_range(const Conversion& conversion, std::uint64_t value) {
    if (is_nan(conversion.from, value)) return false;
    const Wide number = to_integral(source_of(conversion, value), conversion.rounding);
    return number >= limit(conversion, false) && number <= limit(conversion, true);
}

std::uint64_t quiet_nan(Scalar type) {
    if (type.kind == Kind::bfloat) return 0x7fc0;
    if (type.bits == 16) return 0x7e00;
    return type.bits == 32 ? 0x7fc00000 : 0x7ff8000000000000;
}

}  // namespace lanewise::fuzz
