// Doubles near which algorithms change their method or lose digits. Every run uses the same doubles. Many are near
// multiples of 1/4 and of pi/2, powers of two, logarithms of powers, limits of intervals, zero, infinity and NaN.
// Others give results near overflow and underflow. A pair of arguments may have a quotient near an integer, or a power
// near overflow or underflow.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace lanewise::test {

class StructuredSamples {
public:
    double next() {
        const double x = positive();
        return generator_() % 2 ? x : -x;
    }

    /// Returns a second argument for a function whose first argument is x.
    double next_beside(double x) {
        const double random = next();
        switch (generator_() % 8) {
            case 0: return beside(x);
            case 1: return beside(std::ldexp(x, whole(2100) - 1050));
            // a second argument y for which x / y is near an integer, or near an integer plus a half
            case 2: return beside(x / static_cast<double>(count()));
            case 3: return beside(x / (static_cast<double>(count()) + 0.5));
            // a second argument y for which x^y is near overflow or underflow, or near 1
            case 4: return beside(bound_of_exponents() / std::log2(std::fabs(x)));
            case 5: return beside(std::ldexp(unit(), -whole(60)) / std::log2(std::fabs(x)));
            case 6: return static_cast<double>(count());
            default: return random;
        }
    }
    /// Returns an integer second argument for x: an exponent whose power is near overflow or underflow, or a random
    /// number.
    int next_int_beside(double x) {
        const std::uint64_t random = generator_();
        const double power = bound_of_exponents() / std::log2(std::fabs(x)) + static_cast<double>(random % 5) - 2;
        if (random >> 8 & 1 && std::fabs(power) < 2e9) return static_cast<int>(power);
        const int any = static_cast<int>(random >> 32);
        return random >> 9 & 1 ? any : any >> (random >> 10 & 31);
    }

private:
    int whole(int limit) { return static_cast<int>(generator_() % static_cast<unsigned>(limit)); }
    /// Returns a random number in [0, 1).
    double unit() { return static_cast<double>(generator_() >> 11) * 0x1p-53; }
    /// Returns a random integer from 1 to 2^53, with small magnitudes as often as large ones.
    std::int64_t count() { return static_cast<std::int64_t>(generator_() >> (11 + whole(53))) + 1; }
    /// Returns x, or a number at most a few ulp above or below x.
    double beside(double x) {
        const std::uint64_t steps = generator_() % 16;
        if (!(std::fabs(x) > 0) || std::isinf(x)) return x;
        return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) + (steps < 8 ? 0 : steps - 12));
    }
    /// Returns a number near the base 2 logarithm of an extreme number. The extreme numbers are the smallest normal,
    /// the smallest subnormal, half of the smallest subnormal, and the largest number.
    double bound_of_exponents() {
        static constexpr std::array<double, 4> bounds = {-1022, -1074, -1075, 1024};
        return bounds[generator_() % 4] + (unit() - 0.5) * std::ldexp(8.0, -whole(50));
    }
    double positive() {
        static constexpr double inf = std::numeric_limits<double>::infinity();
        static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        static constexpr std::array<double, 44> bounds = {
            0x1p-1022, 0x1p-969, 0x1p-900, 0x1p-400, 0x1p-60, 0x1p-54, 0x1p-53, 0x1p-30, 0x1p-28,  0x1.8p-4, 0.25,
            0.46875,   0.5,      0.53,     0.75,     1,       1.5,     2,       2.5,     3.5,      4,        6,
            8,         16,       20,       22,       27.25,   50,      171.7,   185,     190,      309,      325,
            707,       710.5,    746,      1026,     0x1p20,  0x1p52,  0x1p500, 0,       0x1p1023, inf,      nan};
        switch (generator_() % 16) {
            case 0: return std::bit_cast<double>(generator_() & ~(1ull << 63));
            case 1: return std::bit_cast<double>(generator_() >> (12 + whole(52)));  // subnormal
            case 2: return beside(std::ldexp(1.0, whole(2098) - 1074));
            case 3: return beside(static_cast<double>(count()) * 1.57079632679489661923);  // multiples of pi/2
            case 4: return beside(static_cast<double>(count()) * 0.25);
            case 5: return beside(static_cast<double>(whole(1100)) * 0.69314718055994530942);
            case 6: return beside(static_cast<double>(whole(330)) * 0.30102999566398119521 + whole(2) * 0.15051499783);
            case 7: return beside(bounds[generator_() % bounds.size()]);
            case 8: return unit() * 1100;
            case 9: return unit() * 200;
            case 10: return unit() * 30;
            case 11: return unit() * 2;
            case 12: return std::ldexp(1 + unit(), -whole(80));
            case 13: return std::ldexp(1 + unit(), whole(1024));
            case 14: return 1 + std::ldexp(unit() - 0.5, -whole(52));
            // 2^k times a boundary between two of the intervals that the logarithm functions distinguish
            default:
                return beside(std::ldexp((32.0 + whole(64)) / 64 * (whole(2) ? 1.0 : 1.41421356237309504880),
                                         whole(8) ? whole(6) - 3 : whole(2000) - 1000));
        }
    }

    std::mt19937_64 generator_{54321};
};

}  // namespace lanewise::test
