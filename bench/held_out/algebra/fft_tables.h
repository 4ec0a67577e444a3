// Makes tables of roots of unity for the kernels that resemble clFFT's kernels.
//
// Thread-safety: each call makes a new table.
#pragma once

#include <cmath>
#include <numbers>

#include "../../collection/data.h"

namespace bench {

/// Appends the real and the imaginary part of exp(-2 pi i * `numerator` / `denominator`).
template <typename T>
void add_root(std::vector<T>& table, std::size_t numerator, std::size_t denominator) {
    const double angle =
        -2 * std::numbers::pi * static_cast<double>(numerator % denominator) / static_cast<double>(denominator);
    table.push_back(static_cast<T>(std::cos(angle)));
    table.push_back(static_cast<T>(std::sin(angle)));
}

/// Returns the twiddle factors for all passes of a transform. In the table, the factors for the pass of length l begin
/// at element l - 1.
template <typename T>
BufferData fft_factors(const std::vector<int>& radices) {
    std::vector<T> table;
    std::size_t length = 1;
    for (const int radix : radices) {
        for (std::size_t j = 0; j < length; ++j)
            for (std::size_t k = 1; k < static_cast<std::size_t>(radix); ++k)
                add_root(table, j * k, length * static_cast<std::size_t>(radix));
        length *= static_cast<std::size_t>(radix);
    }
    return array(table);
}

/// Returns three tables of 256 roots of unity. Each root for a transform of `size` values is a product of one root from
/// each table.
inline BufferData fft_steps(std::size_t size) {
    std::vector<float> table;
    for (std::size_t step = 1; step <= 1 << 16; step <<= 8)
        for (std::size_t i = 0; i < 256; ++i) add_root(table, i * step, size);
    return array(table);
}

}  // namespace bench
