// Random numbers for one thread. The same seed gives the same numbers on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace lanewise::api_fuzz {

class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(scramble(seed ^ 0x123456789u)) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        return scramble(state_);
    }

    /// Returns a number in [0, bound), or 0 if the bound is 0.
    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : next() % bound; }
    std::size_t between(std::size_t first, std::size_t last) { return first + below(last - first + 1); }
    bool percent(unsigned chance) { return below(100) < chance; }

    template <class T>
    T one_of(std::initializer_list<T> list) {
        return list.begin()[below(list.size())];
    }
    template <class Container>
    auto& element(Container& list) {
        return list[below(list.size())];
    }

    /// Returns a size that is often wrong: 0, 2^n, 2^n - 1, another huge size, or a size below 5000.
    std::size_t odd_size() {
        switch (below(8)) {
            case 0: return 0;
            case 1: return SIZE_MAX - below(300);
            case 2: return (std::size_t{1} << below(64)) - below(2);
            case 3: return std::size_t{1} << 63;
            default: return below(5000);
        }
    }

private:
    static std::uint64_t scramble(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    std::uint64_t state_;
};

}  // namespace lanewise::api_fuzz
