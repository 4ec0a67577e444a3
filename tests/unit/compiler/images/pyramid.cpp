#include "images/pyramid.h"

#include <cmath>

namespace lanewise::test {

double bounded_lod(const Pyramid& pyramid, std::uint64_t sampler, double lod) {
    const auto last = static_cast<double>(pyramid.levels().size() - 1);
    const auto lowest = static_cast<double>(sampler >> abi::sampler::min_lod_shift & abi::sampler::lod_mask) / 256;
    const auto below = static_cast<double>(sampler >> abi::sampler::max_lod_shift);
    const double highest = below == 0 ? last : std::min((0xffff - below) / 256, last);
    return std::min(std::max(lod, lowest), highest);
}

Colour mip_colour(const Pyramid& pyramid, std::uint64_t sampler, const Coordinate& at, double lod) {
    const auto colour_of = [&](unsigned number) {
        const TestImage& level = pyramid.levels()[number];
        return sampler & abi::sampler::linear ? linear_colour(level, sampler, at) : nearest_colour(level, sampler, at);
    };
    if (!(sampler & abi::sampler::mip_linear)) return colour_of(static_cast<unsigned>(std::ceil(lod + 0.5)) - 1);
    const auto first = static_cast<unsigned>(lod);
    const double share = lod - first;
    Colour colour = colour_of(first);
    if (share == 0) return colour;
    const Colour next = colour_of(first + 1);
    for (unsigned c = 0; c < 4; ++c) colour[c] = colour[c] * (1 - share) + next[c] * share;
    return colour;
}

}  // namespace lanewise::test
