// Model of image reads and writes as the specification defines them (OpenCL C 3.0, sections 8.2 and 8.3). Computes one
// texel at a time in double, but coordinates in float, as the specification's formulas do.
#pragma once

#include <array>
#include <cstdint>

#include "images/test_image.h"

namespace lanewise::test {

using Colour = std::array<double, 4>;
using Coordinate = std::array<float, 3>;  // column, row, slice or layer
using Texel = std::array<std::int64_t, 3>;

/// Returns the exact channels of a texel. Integer channels are converted to double.
Colour texel_colour(const TestImage& image, const Texel& at);

/// Returns the colour of a texel that may lie outside the image. Outside the image, the colour is the border colour or
/// the colour of another texel, according to the sampler's addressing mode.
Colour addressed_colour(const TestImage& image, std::uint64_t sampler, Texel at);

Colour nearest_colour(const TestImage& image, std::uint64_t sampler, const Coordinate& at);
Colour linear_colour(const TestImage& image, std::uint64_t sampler, const Coordinate& at);

/// A component's value after a write. `wanted` is the exact value that should be rounded, and `stored` is the value in
/// the texel. In normalized formats, the unit of both is the distance between adjacent values, so `stored` is an
/// integer.
struct Component {
    double wanted;
    double stored;
};
/// Returns the wanted and the stored value of each component of texel `at` after a write of `colour`.
std::array<Component, 4> written_components(const TestImage& image, const Texel& at, const Colour& colour);

}  // namespace lanewise::test
