// Makes sparse matrices for the kernels that resemble ViennaCL's kernels.
//
// Thread-safety: each call makes a new matrix.
#pragma once

#include <algorithm>
#include <set>
#include <utility>

#include "../../collection/data.h"

namespace bench {

struct Sparse {
    std::vector<std::uint32_t> starts{0}, columns;
    std::vector<float> values;

    std::uint32_t rows() const { return static_cast<std::uint32_t>(starts.size() - 1); }
    void add(std::uint32_t column, float value) {
        columns.push_back(column);
        values.push_back(value);
    }
    void end_row() { starts.push_back(static_cast<std::uint32_t>(columns.size())); }
    std::uint32_t most() const {
        std::uint32_t longest = 0;
        for (std::size_t r = 0; r < rows(); ++r) longest = std::max(longest, starts[r + 1] - starts[r]);
        return longest;
    }
};

/// Returns the matrix of finite differences for Poisson's equation in a box with `n` points along each edge.
inline Sparse poisson(std::uint32_t n) {
    Sparse m;
    for (std::uint32_t z = 0; z < n; ++z)
        for (std::uint32_t y = 0; y < n; ++y)
            for (std::uint32_t x = 0; x < n; ++x) {
                const std::uint32_t i = (z * n + y) * n + x;
                if (z > 0) m.add(i - n * n, -1);
                if (y > 0) m.add(i - n, -1);
                if (x > 0) m.add(i - 1, -1);
                m.add(i, 6);
                if (x + 1 < n) m.add(i + 1, -1);
                if (y + 1 < n) m.add(i + n, -1);
                if (z + 1 < n) m.add(i + n * n, -1);
                m.end_row();
            }
    return m;
}

/// Returns a matrix with random entries, each at most `band` columns away from the diagonal. For each row, calls
/// `length` to get a random number of entries.
template <typename Length>
Sparse irregular(std::uint32_t n, std::uint32_t band, Length length) {
    Dice dice(71);
    Sparse m;
    for (std::uint32_t r = 0; r < n; ++r) {
        std::set<std::uint32_t> chosen{r};
        const std::uint32_t low = r > band ? r - band : 0, high = std::min(n, r + band);
        for (std::uint32_t k = length(dice); k > 1; --k) chosen.insert(low + dice.below(high - low));
        for (const std::uint32_t c : chosen) m.add(c, c == r ? 40.f : dice.real(-1, 0));
        m.end_row();
    }
    return m;
}

/// Returns a matrix that resembles a finite element matrix of a mesh of tetrahedra.
inline Sparse elements(std::uint32_t n) {
    return irregular(n, 600, [](Dice& dice) { return 8 + dice.below(8) + dice.below(8) + dice.below(8); });
}

/// Returns the adjacency matrix of a graph whose vertex degrees follow a power law.
inline Sparse graph(std::uint32_t n) {
    return irregular(n, n, [](Dice& dice) { return 1 + static_cast<std::uint32_t>(2 / (dice.real(0, 1) + .001f)); });
}

/// Returns the columns and values of the first `width` elements of each row in column-major order (ELL). Short rows are
/// padded with zeros.
inline std::pair<std::vector<std::uint32_t>, std::vector<float>> by_columns(const Sparse& m, std::uint32_t width,
                                                                            std::uint32_t pitch) {
    std::vector<std::uint32_t> columns(std::size_t{width} * pitch);
    std::vector<float> values(std::size_t{width} * pitch);
    for (std::uint32_t r = 0; r < m.rows(); ++r)
        for (std::uint32_t k = 0; k < std::min(width, m.starts[r + 1] - m.starts[r]); ++k) {
            columns[k * pitch + r] = m.columns[m.starts[r] + k];
            values[k * pitch + r] = m.values[m.starts[r] + k];
        }
    return {columns, values};
}

}  // namespace bench
