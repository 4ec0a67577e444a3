// OpenCL's scalar types in C++, with their names, mangled codes and values for tests.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace lanewise::test {

template <class T>
struct TypeName;

#define LANEWISE_TYPE_NAME(T, text, mangled)         \
    template <>                                      \
    struct TypeName<T> {                             \
        static constexpr const char* name = text;    \
        static constexpr const char* code = mangled; \
    }
LANEWISE_TYPE_NAME(std::int8_t, "char", "c");
LANEWISE_TYPE_NAME(std::uint8_t, "uchar", "h");
LANEWISE_TYPE_NAME(std::int16_t, "short", "s");
LANEWISE_TYPE_NAME(std::uint16_t, "ushort", "t");
LANEWISE_TYPE_NAME(std::int32_t, "int", "i");
LANEWISE_TYPE_NAME(std::uint32_t, "uint", "j");
LANEWISE_TYPE_NAME(std::int64_t, "long", "l");
LANEWISE_TYPE_NAME(std::uint64_t, "ulong", "m");
LANEWISE_TYPE_NAME(float, "float", "f");
LANEWISE_TYPE_NAME(double, "double", "d");
#undef LANEWISE_TYPE_NAME

/// Returns the type's limits, powers of two with the numbers next to them, and random bit patterns of every magnitude.
template <class T>
std::vector<T> interesting_values(std::size_t random_count) {
    std::vector<T> values;
    std::mt19937_64 random(12345);
    if constexpr (std::is_integral_v<T>) {
        for (int bit = 0; bit < std::numeric_limits<std::make_unsigned_t<T>>::digits; ++bit)
            for (int offset = -1; offset <= 1; ++offset) {
                const auto value = static_cast<T>((std::uint64_t{1} << bit) + offset);
                values.push_back(value);
                values.push_back(static_cast<T>(0 - static_cast<std::uint64_t>(value)));
            }
        for (std::size_t i = 0; i < random_count; ++i) values.push_back(static_cast<T>(random() >> (random() % 64)));
    } else {
        using Limits = std::numeric_limits<T>;
        for (const T value :
             {T(0), Limits::denorm_min(), Limits::min(), Limits::max(), Limits::infinity(), Limits::quiet_NaN()})
            values.insert(values.end(), {value, -value});
        for (int exponent = -30; exponent <= 70; ++exponent)
            for (const T base : {T(1), T(1.5), T(1.25)}) {
                const T value = std::ldexp(base, exponent);
                for (const T near : {value, std::nextafter(value, T(0)), std::nextafter(value, Limits::max())})
                    values.insert(values.end(), {near, -near});
            }
        for (std::size_t i = 0; i < random_count; ++i) {
            if constexpr (sizeof(T) == 4)
                values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
            else
                values.push_back(std::bit_cast<double>(random()));
            const int exponent = static_cast<int>(random() % 140) - 70;
            values.push_back(std::ldexp(static_cast<T>(static_cast<std::int64_t>(random())), exponent - 63));
        }
    }
    return values;
}

}  // namespace lanewise::test
