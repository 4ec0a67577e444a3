// Rounds numbers up to multiples.
#pragma once

#include <cstdint>

namespace lanewise::device {

/// Returns the least multiple of `multiple` that is at least `number`. `multiple` must not be 0.
constexpr std::uint64_t round_up(std::uint64_t number, std::uint64_t multiple) noexcept {
    return (number + multiple - 1) / multiple * multiple;
}

}  // namespace lanewise::device
