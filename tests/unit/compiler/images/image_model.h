// A model of image reads and writes after the specification (OpenCL C 3.0, sections 8.2 and 8.3), one texel at a time
// and in double. Coordinates are computed in float, as the specification's formulas do.
#pragma once

#include <array>
#include <cstdint>

#include "images/test_image.h"

namespace lanewise::test {

using Colour = std::array<double, 4>;
using Coordinate = std::array<float, 3>;  // column, row, slice or layer
using Texel = std::array<std::int64_t, 3>;

/// Returns the exact channels of a texel, also for integer formats.
Colour texel_colour(const TestImage& image, const Texel& at);

/// Returns the colour of a texel that may be outside, which has the border's colour if the sampler has one.
Colour addressed_colour(const TestImage& image, std::uint64_t sampler, Texel at);

Colour nearest_colour(const TestImage& image, std::uint64_t sampler, const Coordinate& at);
Colour linear_colour(const TestImage& image, std::uint64_t sampler, const Coordinate& at);

/// A written component and its stored value. `wanted` is the exact component in the format's steps, before it is
/// rounded to a whole number of steps. `stored` is the texel's content in the same steps.
struct Component {
    double wanted;
    double stored;
};
/// Returns the wanted and the stored value of each component of the texel, for a written colour.
std::array<Component, 4> written_components(const TestImage& image, const Texel& at, const Colour& colour);

}  // namespace lanewise::test
