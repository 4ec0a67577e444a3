#include "value.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "../unit/compiler/arithmetic/half_reference.h"

namespace lanewise::fuzz {
namespace {

/// A half-precision number with conversion to double, and rounding from double.
class Half {
public:
    Half() = default;
    explicit Half(double value) : bits_(test::half_of(value)) {}
    static Half of_bits(std::uint16_t bits) {
        Half half;
        half.bits_ = bits;
        return half;
    }
    operator double() const { return test::value_of(bits_); }
    std::uint16_t bits() const { return bits_; }

private:
    std::uint16_t bits_ = 0;
};

template <typename T>
constexpr bool is_floating = std::is_floating_point_v<T> || std::is_same_v<T, Half>;

// Calls `use` with a value of the C++ type that corresponds to `scalar`.
template <typename Use>
auto with_type(Scalar scalar, Use use) {
    switch (scalar) {
        case Scalar::i8: return use(std::int8_t{});
        case Scalar::u8: return use(std::uint8_t{});
        case Scalar::i16: return use(std::int16_t{});
        case Scalar::u16: return use(std::uint16_t{});
        case Scalar::i32: return use(std::int32_t{});
        case Scalar::u32: return use(std::uint32_t{});
        case Scalar::i64: return use(std::int64_t{});
        case Scalar::u64: return use(std::uint64_t{});
        case Scalar::f16: return use(Half{});
        case Scalar::f32: return use(float{});
        case Scalar::f64: break;
    }
    return use(double{});
}

template <typename T>
T from_lane(std::uint64_t lane) {
    if constexpr (std::is_same_v<T, Half>)
        return Half::of_bits(static_cast<std::uint16_t>(lane));
    else if constexpr (std::is_same_v<T, float>)
        return std::bit_cast<float>(static_cast<std::uint32_t>(lane));
    else if constexpr (std::is_same_v<T, double>)
        return std::bit_cast<double>(lane);
    else
        return static_cast<T>(lane);
}

template <typename T>
std::uint64_t to_lane(T value) {
    if constexpr (std::is_same_v<T, Half>)
        return value.bits();
    else if constexpr (std::is_same_v<T, float>)
        return std::bit_cast<std::uint32_t>(value);
    else if constexpr (std::is_same_v<T, double>)
        return std::bit_cast<std::uint64_t>(value);
    else
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

template <>
std::uint64_t to_lane(std::uint64_t value) {
    return value;
}

unsigned shift_bits(Type type) {
    const unsigned bits = bytes_of(type.scalar) * 8;
    return type.is_vector() ? bits : std::max(bits, 32u);  // scalars are promoted to int
}

template <typename T>
T arithmetic(Operator operation, T a, T b, [[maybe_unused]] unsigned bits) {
    if constexpr (is_floating<T>) {
        switch (operation) {
            case Operator::add: return T(a + b);
            case Operator::sub: return T(a - b);
            case Operator::mul: return T(a * b);
            default: return T(a / b);
        }
    } else {
        const auto x = static_cast<std::uint64_t>(static_cast<std::int64_t>(a));
        const auto y = static_cast<std::uint64_t>(static_cast<std::int64_t>(b));
        const auto halved = static_cast<T>(std::is_signed_v<T> ? a >> 1 : a);
        const auto divisor = static_cast<T>(b | 1);
        switch (operation) {
            case Operator::add: return static_cast<T>(x + y);
            case Operator::sub: return static_cast<T>(x - y);
            case Operator::mul: return static_cast<T>(x * y);
            case Operator::divide: return static_cast<T>(halved / divisor);
            case Operator::remainder: return static_cast<T>(halved % divisor);
            case Operator::bit_and: return static_cast<T>(x & y);
            case Operator::bit_or: return static_cast<T>(x | y);
            case Operator::bit_xor: return static_cast<T>(x ^ y);
            case Operator::shift_left: return static_cast<T>(x << (y & (bits - 1)));
            case Operator::shift_right: return static_cast<T>(a >> (y & (bits - 1)));
            default: return static_cast<T>((a >> 1) + (b >> 1));
        }
    }
}

template <typename T>
bool compare(Operator operation, T a, T b) {
    switch (operation) {
        case Operator::less: return a < b;
        case Operator::less_equal: return a <= b;
        case Operator::equal: return a == b;
        case Operator::not_equal: return a != b;
        case Operator::logical_and: return a != 0 && b != 0;
        default: return a != 0 || b != 0;
    }
}

template <typename T>
T float_function(Function function, const T* x) {
    switch (function) {
        case Function::negate: return T(-x[0]);
        case Function::absolute: return T(std::fabs(x[0]));
        case Function::floor: return T(std::floor(x[0]));
        case Function::ceil: return T(std::ceil(x[0]));
        case Function::trunc: return T(std::trunc(x[0]));
        case Function::rint: return T(std::rint(x[0]));
        case Function::sqrt: return T(std::sqrt(x[0]));
        case Function::fma: return T(std::fma(x[0], x[1], x[2]));
        case Function::sign: return x[0] > 0 ? T(1) : x[0] < 0 ? T(-1) : std::isnan(x[0]) ? T(0) : x[0];
        case Function::round: return T(std::round(x[0]));
        case Function::fmin: return T(std::fmin(x[0], x[1]) + 0);
        case Function::fmax: return T(std::fmax(x[0], x[1]) + 0);
        case Function::fdim: return T(std::fdim(x[0], x[1]));
        case Function::fmod: return T(std::fmod(x[0], x[1]));
        case Function::remainder: return T(std::remainder(x[0], x[1]));
        case Function::copysign: return T(std::copysign(x[0], x[1]));
        default: return std::isnan(x[0]) ? T(0) : x[0];
    }
}

template <typename T>
T saturate(__int128 value) {
    return static_cast<T>(std::clamp<__int128>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

template <typename T>
T integer_function(Function function, const T* x) {
    using U = std::make_unsigned_t<T>;
    constexpr unsigned bits = sizeof(T) * 8;
    const __int128 a = x[0], b = x[1];
    const auto ua = static_cast<U>(x[0]), ub = static_cast<U>(x[1]);
    switch (function) {
        case Function::negate: return static_cast<T>(-a);
        case Function::complement: return static_cast<T>(~a);
        case Function::absolute: return static_cast<T>(a < 0 ? -a : a);
        case Function::popcount: return static_cast<T>(std::popcount(ua));
        case Function::clz: return static_cast<T>(std::countl_zero(ua));
        case Function::minimum: return std::min(x[0], x[1]);
        case Function::maximum: return std::max(x[0], x[1]);
        case Function::mul_hi:
            return static_cast<T>(std::is_signed_v<T>
                                      ? (a * b) >> bits
                                      : static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b) >> bits);
        case Function::hadd: return static_cast<T>((a + b) >> 1);
        case Function::rhadd: return static_cast<T>((a + b + 1) >> 1);
        case Function::rotate: return static_cast<T>(std::rotl(ua, static_cast<int>(ub % bits)));
        case Function::add_sat: return saturate<T>(a + b);
        case Function::sub_sat: return saturate<T>(a - b);
        case Function::abs_diff: return static_cast<T>(a > b ? a - b : b - a);
        case Function::bitselect: return static_cast<T>((x[0] & ~x[2]) | (x[1] & x[2]));
        case Function::ctz: return static_cast<T>(std::countr_zero(ua));
        case Function::mad_sat:
            if (std::is_signed_v<T>) return saturate<T>(a * b + x[2]);
            return static_cast<T>(std::min<unsigned __int128>(
                static_cast<unsigned __int128>(ua) * ub + static_cast<U>(x[2]), std::numeric_limits<U>::max()));
        case Function::mad_hi:
            return static_cast<T>((static_cast<unsigned __int128>(ua) * ub >> bits) + static_cast<U>(x[2]));
        case Function::mul24: return static_cast<T>((a & 0xffff) * (b & 0x7fff));
        default: return std::min(std::max(x[0], std::min(x[1], x[2])), std::max(x[1], x[2]));
    }
}

template <typename To, typename From>
To convert_lane(From from) {
    if constexpr (std::is_same_v<From, Half>) {
        return convert_lane<To>(static_cast<double>(from));
    } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        if (std::isnan(from)) return 0;
        const From low = static_cast<From>(std::numeric_limits<To>::min());
        const From high = static_cast<From>(std::numeric_limits<To>::max());
        if (from <= low) return std::numeric_limits<To>::min();
        if (from >= high) return std::numeric_limits<To>::max();
        return static_cast<To>(from);
    } else {
        return To(from);
    }
}

}  // namespace

unsigned bytes_of(Scalar scalar) {
    return with_type(scalar, [](auto zero) { return static_cast<unsigned>(sizeof(zero)); });
}

bool is_float(Scalar scalar) { return scalar >= Scalar::f16; }

bool is_signed(Scalar scalar) {
    return is_float(scalar) || with_type(scalar, [](auto zero) { return std::is_signed_v<decltype(zero)>; });
}

Scalar unsigned_of(Scalar scalar) {
    constexpr Scalar by_log2[] = {Scalar::u8, Scalar::u16, Scalar::u32, Scalar::u64};
    return by_log2[std::countr_zero(bytes_of(scalar))];
}

Scalar mask_of(Scalar scalar) {
    constexpr Scalar by_log2[] = {Scalar::i8, Scalar::i16, Scalar::i32, Scalar::i64};
    return by_log2[std::countr_zero(bytes_of(scalar))];
}

std::string Type::name() const {
    constexpr const char* names[] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                     "long", "ulong", "half",  "float",  "double"};
    const std::string text = names[static_cast<unsigned>(scalar)];
    return width == 1 ? text : text + std::to_string(width);
}

Value make_value(Type type, std::uint64_t lane0) {
    Value value{type};
    value.lanes[0] = with_type(type.scalar, [&](auto zero) { return to_lane(from_lane<decltype(zero)>(lane0)); });
    return value;
}

Value load_value(Type type, const std::byte* memory) {
    Value value{type};
    with_type(type.scalar, [&](auto element) {
        for (unsigned lane = 0; lane < type.width; ++lane) {
            std::memcpy(&element, memory + lane * sizeof(element), sizeof(element));
            value.lanes[lane] = to_lane(element);
        }
    });
    return value;
}

void store_value(const Value& value, std::byte* memory) {
    const unsigned size = bytes_of(value.type.scalar);
    for (unsigned lane = 0; lane < value.type.width; ++lane)
        std::memcpy(memory + lane * size, &value.lanes[lane], size);
}

Value apply(Operator operation, const Value& a, const Value& b) {
    Value result{a.type};
    const bool compares = operation >= Operator::less;
    const bool vector = a.type.is_vector();
    if (compares) result.type.scalar = vector ? mask_of(a.type.scalar) : Scalar::i32;
    with_type(a.type.scalar, [&](auto zero) {
        using T = decltype(zero);
        for (unsigned lane = 0; lane < a.type.width; ++lane) {
            const T x = from_lane<T>(a.lanes[lane]), y = from_lane<T>(b.lanes[lane]);
            if (compares)
                result.lanes[lane] = compare(operation, x, y) ? (vector ? ~0ull : 1) : 0;
            else
                result.lanes[lane] = to_lane(arithmetic(operation, x, y, shift_bits(a.type)));
        }
    });
    return result;
}

Value apply(Function function, const std::vector<Value>& arguments) {
    Value result{arguments[0].type};
    for (unsigned lane = 0; lane < result.type.width; ++lane) {
        if (function == Function::shuffle || function == Function::shuffle2) {
            const std::uint64_t from = arguments.back().lanes[lane];
            const unsigned width = result.type.width;
            const bool second = function == Function::shuffle2 && (from & width);
            result.lanes[lane] = arguments[second].lanes[from & (width - 1)];
            continue;
        }
        if (function == Function::select) {
            const bool second = static_cast<std::int64_t>(arguments[2].lanes[lane]) < 0;
            result.lanes[lane] = arguments[second].lanes[lane];
            continue;
        }
        result.lanes[lane] = with_type(result.type.scalar, [&](auto zero) {
            using T = decltype(zero);
            T x[3] = {};
            for (unsigned i = 0; i < arguments.size(); ++i) x[i] = from_lane<T>(arguments[i].lanes[lane]);
            if constexpr (is_floating<T>)
                return to_lane(float_function<T>(function, x));
            else
                return to_lane(integer_function<T>(function, x));
        });
    }
    return result;
}

Value convert(Type type, const Value& value) {
    Value result{type};
    for (unsigned lane = 0; lane < type.width; ++lane)
        result.lanes[lane] = with_type(type.scalar, [&](auto to) {
            return with_type(value.type.scalar, [&](auto from) {
                return to_lane(convert_lane<decltype(to)>(from_lane<decltype(from)>(value.lanes[lane])));
            });
        });
    return result;
}

Value reinterpret(Type type, const Value& value) {
    std::byte memory[128];
    store_value(value, memory);
    return load_value(type, memory);
}

}  // namespace lanewise::fuzz
