#include "model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "../../unit/compiler/arithmetic/half_reference.h"

namespace lanewise::fuzz {
namespace {

using Wide = unsigned __int128;

double real_of(Scalar scalar, std::uint64_t lane) {
    if (scalar == Scalar::f16) return test::value_of(static_cast<std::uint16_t>(lane));
    if (scalar == Scalar::f32) return std::bit_cast<float>(static_cast<std::uint32_t>(lane));
    return std::bit_cast<double>(lane);
}

// Returns the bits that represent `value` in the type. The type must be able to represent the value exactly.
std::uint64_t exact_lane(Scalar scalar, double value) {
    if (scalar == Scalar::f16) return test::half_of(value);
    if (scalar == Scalar::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<std::uint64_t>(value);
}

struct Format {
    int digits, least_exponent;  // least_exponent: exponent of the smallest positive number
    double most;
};

Format format_of(Scalar scalar) {
    if (scalar == Scalar::f16) return {11, -24, 65504};
    if (scalar == Scalar::f32) return {24, -149, std::numeric_limits<float>::max()};
    return {53, -1074, std::numeric_limits<double>::max()};
}

// Returns whether a value between two adjacent numbers is rounded to the number farther from zero. `half_or_more` is 1
// if the value is farther from zero than the midpoint of both numbers, 0 if it is the midpoint, and -1 otherwise.
bool rounds_away(Rounding rounding, bool is_negative, std::uint64_t kept, int half_or_more, bool is_exact) {
    if (is_exact) return false;
    switch (rounding) {
        case Rounding::to_zero: return false;
        case Rounding::up: return !is_negative;
        case Rounding::down: return is_negative;
        default: break;
    }
    return half_or_more > 0 || (half_or_more == 0 && (kept & 1));  // 1: above half, 0: exactly half, -1: below half
}

// Returns magnitude * 2^exponent rounded to the type `to`.
std::uint64_t rounded(Scalar to, bool is_negative, std::uint64_t magnitude, int exponent, Rounding rounding) {
    const Format format = format_of(to);
    const double sign = is_negative ? -1 : 1;
    if (magnitude == 0) return exact_lane(to, sign * 0.0);
    const int top = 63 - std::countl_zero(magnitude) + exponent;
    const int last = std::max(top - format.digits + 1, format.least_exponent);
    const int shift = last - exponent;
    double result = 0;
    if (shift <= 0) {
        result = std::ldexp(static_cast<double>(magnitude), exponent);
    } else {
        std::uint64_t kept = shift > 63 ? 0 : magnitude >> shift;
        const Wide rest = static_cast<Wide>(magnitude) - (static_cast<Wide>(kept) << std::min(shift, 64));
        const Wide half = static_cast<Wide>(1) << std::min(shift - 1, 100);
        const int half_or_more = rest > half ? 1 : rest == half ? 0 : -1;
        if (rounds_away(rounding, is_negative, kept, half_or_more, rest == 0)) ++kept;
        result = std::ldexp(static_cast<double>(kept), last);
    }
    if (result > format.most) {
        const bool is_infinite = rounding == Rounding::none || rounding == Rounding::to_even ||
                                 rounding == (is_negative ? Rounding::down : Rounding::up);
        result = is_infinite ? HUGE_VAL : format.most;
    }
    return exact_lane(to, sign * result);
}

std::uint64_t real_to_real(Scalar to, double value, Rounding rounding) {
    if (std::isnan(value) || std::isinf(value)) return exact_lane(to, value);
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(value), &exponent);
    const auto magnitude = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    return rounded(to, std::signbit(value), magnitude, exponent - 53, rounding);
}

std::uint64_t real_to_integer(Scalar to, double value, Rounding rounding) {
    if (std::isnan(value)) return 0;
    const Range range = range_of(to);
    double whole = std::trunc(value);
    if (rounding == Rounding::up) whole = std::ceil(value);
    if (rounding == Rounding::down) whole = std::floor(value);
    if (rounding == Rounding::to_even) {
        const double below = std::floor(value), rest = value - below;
        const bool is_odd = std::fmod(below, 2) != 0;
        whole = rest > .5 || (rest == .5 && is_odd) ? below + 1 : below;
    }
    if (whole >= 18446744073709551616.0) return lane_of(to, range.high);
    if (whole < -9223372036854775808.0) return lane_of(to, range.low);
    return lane_of(to, std::clamp(static_cast<__int128>(whole), range.low, range.high));
}

std::uint64_t apply_real(const Term& term, const std::uint64_t* x) {
    const Scalar type = term.type.scalar;
    const double a = real_of(type, x[0]), b = term.arguments.size() > 1 ? real_of(type, x[1]) : 0;
    if (type == Scalar::f32) {
        const auto p = static_cast<float>(a), q = static_cast<float>(b);
        switch (term.form) {
            case Form::add: return exact_lane(type, p + q);
            case Form::sub: return exact_lane(type, p - q);
            case Form::mul: return exact_lane(type, p * q);
            default: break;
        }
    }
    switch (term.form) {
        case Form::add: return exact_lane(type, a + b);
        case Form::sub: return exact_lane(type, a - b);
        case Form::mul: return exact_lane(type, a * b);
        case Form::negate: return exact_lane(type, -a);
        default: return exact_lane(type, std::fabs(a));
    }
}

bool holds(Relation relation, auto a, auto b) {
    switch (relation) {
        case Relation::less: return a < b;
        case Relation::less_equal: return a <= b;
        case Relation::equal: return a == b;
        default: return a != b;
    }
}

std::uint64_t compare(const Term& term, const std::uint64_t* x) {
    const Scalar of = term.arguments[0]->type.scalar;
    const bool is_true = is_float(of) ? holds(term.relation, real_of(of, x[0]), real_of(of, x[1]))
                                      : holds(term.relation, number_of(of, x[0]), number_of(of, x[1]));
    return is_true ? (term.type.is_vector() ? ~0ULL : 1) : 0;
}

__int128 saturated(Scalar type, __int128 value) {
    const Range range = range_of(type);
    return std::clamp(value, range.low, range.high);
}

// Computes products of unsigned numbers in an unsigned type, because the product of two 64-bit numbers needs all 128
// bits.
__int128 mul_hi(Scalar type, __int128 a, __int128 b) {
    if (is_signed(type)) return a * b >> bits_of(type);
    return static_cast<__int128>(static_cast<Wide>(a) * static_cast<Wide>(b) >> bits_of(type));
}

__int128 mad_sat(Scalar type, __int128 a, __int128 b, __int128 c) {
    if (is_signed(type)) return saturated(type, a * b + c);
    const Wide sum = static_cast<Wide>(a) * static_cast<Wide>(b) + static_cast<Wide>(c);
    return sum > static_cast<Wide>(range_of(type).high) ? range_of(type).high : static_cast<__int128>(sum);
}

__int128 low_product(__int128 a, __int128 b) {
    return static_cast<__int128>(static_cast<Wide>(a) * static_cast<Wide>(b));
}

__int128 count(Form form, Scalar type, std::uint64_t lane) {
    const unsigned unused = 64 - bits_of(type);
    const std::uint64_t bits = lane << unused;
    if (form == Form::popcount) return std::popcount(bits);
    if (form == Form::clz) return bits == 0 ? bits_of(type) : static_cast<unsigned>(std::countl_zero(bits));
    return bits == 0 ? bits_of(type) : static_cast<unsigned>(std::countr_zero(bits)) - unused;
}

std::uint64_t rotated(Scalar type, std::uint64_t lane, std::uint64_t by) {
    const unsigned bits = bits_of(type), amount = static_cast<unsigned>(by) & (bits - 1);
    const std::uint64_t own = bits == 64 ? lane : lane & ((1ULL << bits) - 1);
    return amount == 0 ? own : own << amount | own >> (bits - amount);
}

__int128 apply_integer(const Term& term, const std::uint64_t* x) {
    const Scalar type = term.arguments[0]->type.scalar;
    const std::size_t arguments = term.arguments.size();
    const __int128 a = number_of(type, x[0]), b = arguments > 1 ? number_of(type, x[1]) : 0,
                   c = arguments > 2 ? number_of(type, x[2]) : 0;
    const unsigned amount = static_cast<unsigned>(arguments > 1 ? x[1] : 0) & (bits_of(type) - 1);
    switch (term.form) {
        case Form::negate: return -a;
        case Form::complement: return ~a;
        case Form::absolute: return a < 0 ? -a : a;
        case Form::popcount:
        case Form::clz:
        case Form::ctz: return count(term.form, type, x[0]);
        case Form::add: return a + b;
        case Form::sub: return a - b;
        case Form::mul: return low_product(a, b);
        case Form::divide: return a / b;
        case Form::remainder: return a % b;
        case Form::bit_and: return a & b;
        case Form::bit_or: return a | b;
        case Form::bit_xor: return a ^ b;
        case Form::shift_left: return static_cast<__int128>(static_cast<Wide>(a) << amount);
        case Form::shift_right: return a >> amount;
        case Form::minimum: return std::min(a, b);
        case Form::maximum: return std::max(a, b);
        case Form::add_sat: return saturated(type, a + b);
        case Form::sub_sat: return saturated(type, a - b);
        case Form::hadd: return (a + b) >> 1;
        case Form::rhadd: return (a + b + 1) >> 1;
        case Form::mul_hi: return mul_hi(type, a, b);
        case Form::rotate: return static_cast<__int128>(rotated(type, x[0], x[1]));
        case Form::abs_diff: return a > b ? a - b : b - a;
        case Form::mul24: return low_product(a, b);
        case Form::clamp: return std::min(std::max(a, b), c);
        case Form::mad_sat: return mad_sat(type, a, b, c);
        case Form::mad_hi: return mul_hi(type, a, b) + c;
        case Form::mad24: return low_product(a, b) + c;
        case Form::bitselect: return (a & ~c) | (b & c);
        default: break;
    }
    // The only form that is left is `upsample`.
    return static_cast<__int128>(static_cast<Wide>(a) << bits_of(type)) |
           number_of(term.arguments[1]->type.scalar, x[1]);
}

}  // namespace

unsigned bits_of(Scalar scalar) { return 8 * bytes_of(scalar); }

Range range_of(Scalar scalar) {
    const __int128 one = 1;
    const unsigned bits = bits_of(scalar);
    if (is_signed(scalar)) return {-(one << (bits - 1)), (one << (bits - 1)) - 1};
    return {0, (one << bits) - 1};
}

__int128 number_of(Scalar scalar, std::uint64_t lane) {
    if (is_signed(scalar)) return static_cast<std::int64_t>(lane);
    return lane;
}

std::uint64_t lane_of(Scalar scalar, __int128 number) {
    const unsigned unused = 64 - bits_of(scalar);
    const std::uint64_t bits = static_cast<std::uint64_t>(number) << unused;
    if (is_signed(scalar)) return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> unused);
    return bits >> unused;
}

std::uint64_t convert_lane(Scalar to, Scalar from, std::uint64_t lane, Rounding rounding) {
    if (is_float(from))
        return is_float(to) ? real_to_real(to, real_of(from, lane), rounding)
                            : real_to_integer(to, real_of(from, lane), rounding);
    const __int128 number = number_of(from, lane);
    if (!is_float(to)) return lane_of(to, saturated(to, number));
    return rounded(to, number < 0, static_cast<std::uint64_t>(number < 0 ? -number : number), 0, rounding);
}

std::uint64_t apply(const Term& term, const std::uint64_t* x) {
    const Scalar to = term.type.scalar;
    switch (term.form) {
        case Form::compare: return compare(term, x);
        case Form::choose:
            return (term.type.is_vector() ? static_cast<std::int64_t>(x[0]) < 0 : x[0] != 0) ? x[1] : x[2];
        case Form::convert:
            if (is_integer(to) && is_integer(term.arguments[0]->type.scalar))
                return lane_of(to, static_cast<__int128>(x[0]));
            return convert_lane(to, term.arguments[0]->type.scalar, x[0], term.rounding);
        case Form::saturate: return convert_lane(to, term.arguments[0]->type.scalar, x[0], term.rounding);
        default: break;
    }
    if (is_float(to)) return apply_real(term, x);
    return lane_of(to, apply_integer(term, x));
}

}  // namespace lanewise::fuzz
