// Image with mip levels. Each level is a separate image between inaccessible pages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <random>

#include "images/image_model.h"
#include "images/test_image.h"

namespace lanewise::test {

class Pyramid {
public:
    /// Makes `count` levels filled with random texels. `padding` and `guarded` have the same meaning as in the
    /// constructor of TestImage.
    Pyramid(ChannelOrder order, ChannelType type, ImageSize size, unsigned count, std::mt19937& random,
            unsigned padding = 0, Guarded guarded = Guarded::behind) {
        for (unsigned i = 0; i < count; ++i) {
            levels_.emplace_back(order, type, size, padding, guarded);
            levels_.back().fill(random);
            size.width = std::max(1u, size.width / 2);
            size.height = std::max(1u, size.height / 2);
            size.depth = std::max(1u, size.depth / 2);
        }
        for (unsigned i = 1; i < count; ++i) levels_.front().add_level(levels_[i]);
    }

    Pyramid(Pyramid&&) noexcept = default;
    Pyramid& operator=(Pyramid&&) noexcept = default;

    /// Returns the first level; its descriptor describes all levels.
    TestImage& image() { return levels_.front(); }
    const TestImage& image() const { return levels_.front(); }
    const std::deque<TestImage>& levels() const { return levels_; }

private:
    std::deque<TestImage> levels_;
};

/// Returns `lod` limited to the sampler's bounds and to the levels that the image has.
double bounded_lod(const Pyramid& pyramid, std::uint64_t sampler, double lod);

/// Returns the model's colour for a read at level of detail `lod`; `lod` must be within the bounds. Interpolates
/// between two levels if the sampler's mip filter is linear.
Colour mip_colour(const Pyramid& pyramid, std::uint64_t sampler, const Coordinate& at, double lod);

}  // namespace lanewise::test
