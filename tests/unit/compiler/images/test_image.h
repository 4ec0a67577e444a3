// Image in memory as the host side makes it: texels between inaccessible pages, and the descriptor that kernels get.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "lanewise/image_formats.h"

namespace lanewise::test {

struct ImageSize {
    unsigned dimensions = 2;
    unsigned width = 1, height = 1, depth = 1;
    unsigned layers = 1;
    bool is_array = false;
};

/// Functions that return the size of a 1D, 2D or 3D image, or of an array of 1D or 2D images.
inline ImageSize line_of(unsigned width) { return {.dimensions = 1, .width = width}; }
inline ImageSize plane_of(unsigned width, unsigned height) { return {.width = width, .height = height}; }
inline ImageSize volume_of(unsigned width, unsigned height, unsigned depth) {
    return {.dimensions = 3, .width = width, .height = height, .depth = depth};
}
inline ImageSize lines_of(unsigned width, unsigned layers) {
    return {.dimensions = 1, .width = width, .layers = layers, .is_array = true};
}
inline ImageSize planes_of(unsigned width, unsigned height, unsigned layers) {
    return {.width = width, .height = height, .layers = layers, .is_array = true};
}

/// The inaccessible page that touches the image's texels: the page after the last texel, or the page before the first
/// texel.
enum class Guarded : std::uint8_t { behind, before };

class TestImage {
public:
    /// `padding` is the number of unused texels after each line, and of unused lines after each slice.
    TestImage(ChannelOrder order, ChannelType type, const ImageSize& size, unsigned padding = 0,
              Guarded guarded = Guarded::behind);
    ~TestImage();
    TestImage(const TestImage&) = delete;
    TestImage& operator=(const TestImage&) = delete;

    const abi::ImageDescriptor* descriptor() const { return &descriptor_; }
    const ImageFormat& format() const { return *format_; }
    const ImageSize& size() const { return size_; }
    std::uint32_t slices() const { return size_.is_array ? size_.layers : size_.depth; }
    std::byte* texel(unsigned x, unsigned y, unsigned z) const;
    /// Fills the texels with random bits; floating-point texels get small numbers.
    void fill(std::mt19937& random);
    /// Adds `level`, an image of the same format and half the size, as the next mip level.
    void add_level(const TestImage& level);
    /// Declares the image large: distances between its texels may exceed 32 bits.
    void be_large() { descriptor_.is_small = 0; }

private:
    const ImageFormat* format_;
    ImageSize size_;
    std::byte* mapping_ = nullptr;
    std::size_t mapped_ = 0;
    abi::ImageDescriptor descriptor_{};
    std::vector<abi::ImageLevel> levels_;
};

}  // namespace lanewise::test
