// Finds strided accesses that vectors of W elements can make: the vectors cover the elements of all lanes and the
// elements in between.
//
//   v[2 * i], W = 4   distance 2, total 7, pieces 2
//
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>

#include "compiler/access/access.h"
#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {

struct Span {
    unsigned distance;  // stride of the lanes, in elements
    unsigned pieces;    // number of vectors of W elements; the last one ends with the last lane's element
    unsigned total;     // number of elements of the span

    /// Returns the span of an access with one element per lane and no gaps.
    static Span contiguous(unsigned lanes) { return {1, 1, lanes}; }
};

/// Returns the span of an access whose lanes are `stride` bytes apart; none if one access for each lane is faster.
std::optional<Span> find_span(const Access& access, std::int64_t stride, const VectorIsa& isa, unsigned lanes);

}  // namespace lanewise::compiler
