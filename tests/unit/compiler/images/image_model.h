// What the specification (OpenCL C 3.0, sections 8.2 and 8.3) makes of a read or a write, one texel at a time and in
// double; coordinates are computed in float, as its formulas do.
#pragma once

#include <array>
#include <cstdint>

#include "images/test_image.h"

namespace lanewise::test {

using Colour = std::array<double, 4>;
using Coordinate = std::array<float, 3>;  // column, row, slice or layer
using Texel = std::array<std::int64_t, 3>;

/// Channels of a texel, exact; of integers as well.
Colour texel_colour(const TestImage& image, const Texel& at);

/// Of a texel that may be outside: with the border's colour where the sampler has one.
Colour addressed_colour(const TestImage& image, std::uint64_t sampler, Texel at);

Colour nearest_colour(const TestImage& image, std::uint64_t sampler, const Coordinate& at);
Colour linear_colour(const TestImage& image, std::uint64_t sampler, const Coordinate& at);

/// By how much a value that was written may differ from the stored one: its component as the format holds it, before it
/// is rounded to a whole number of the format's steps. `stored` is what the texel holds, in the same steps.
struct Component {
    double wanted;
    double stored;
};
/// What each component of the texel should hold of a colour, and does.
std::array<Component, 4> written_components(const TestImage& image, const Texel& at, const Colour& colour);

}  // namespace lanewise::test
