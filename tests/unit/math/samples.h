// Arguments for math functions, the same in every run. Half of these arguments are random bit patterns. The others are
// numbers near 0 and near 1, numbers of many magnitudes around 1, and small multiples of 0.5.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

namespace lanewise::test {

template <class T>
class Samples {
public:
    T next() {
        using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        const std::uint64_t random = generator_();
        const std::uint64_t kind = generator_() % 8;
        if (kind < 4) return std::bit_cast<T>(static_cast<Bits>(random));
        const T unit = static_cast<T>(static_cast<std::int64_t>(random)) * static_cast<T>(0x1p-63);
        if (kind == 4) return unit * 2;
        if (kind == 5) return std::ldexp(unit, static_cast<int>(generator_() % 64) - 32);
        if (kind == 6) return 1 + std::ldexp(unit, -static_cast<int>(generator_() % std::numeric_limits<T>::digits));
        return std::round(unit * 64) / 2;
    }
    int next_int() {
        const std::uint64_t random = generator_();
        return random & 1 ? static_cast<int>(random >> 32) : static_cast<int>(random >> 32) >> (random >> 1 & 31);
    }

private:
    std::mt19937_64 generator_{12345};
};

}  // namespace lanewise::test
