// Tests reads and writes of mip levels. Reads select the level by a level of detail, which the sampler limits, or by
// gradients.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "compiler/compiler_impl.h"
#include "images/image_kernels.h"
#include "images/pyramid.h"

namespace lanewise::test {
namespace {

constexpr unsigned level_count = 4;
constexpr std::uint64_t normalized = abi::sampler::normalized | abi::sampler::address_clamp_to_edge;

/// Makes an image with mip levels. Its width can be halved for each level without a remainder, so that gradients of a
/// whole number of texels have integer levels of detail.
Pyramid pyramid_of(const ImageType& type, ChannelOrder order, ChannelType channel_type) {
    std::mt19937 random(10);
    ImageSize size = type.size;
    size.width = size.width / 8 * 8 + 8;
    return Pyramid(order, channel_type, size, level_count, random);
}

std::string gradient_type(const ImageType& type) {
    return type.size.dimensions == 1 ? "float" : type.size.dimensions == 2 ? "float2" : "float4";
}

class MipLevels : public testing::TestWithParam<std::size_t> {
protected:
    const ImageType& type() const { return image_types()[GetParam()]; }
    ChannelOrder order() const { return type().is_depth ? ChannelOrder::DEPTH : ChannelOrder::RGBA; }

    std::string reads(const std::string& more) const {
        const std::string result = type().is_depth ? "(float4)(" : "(";
        return std::string("kernel void k(read_only ") + type().name +
               " image, sampler_t s, global const float4* at, global const float* lod, global float4* out)"
               "{ size_t i = get_global_id(0); out[i] = " +
               result + "read_imagef(image, s, " + coordinate_of(type(), "at[i]") + ", " + more + ")); }";
    }

    // Checks reads of an image. `more` is the OpenCL C text of the arguments after the coordinate. If `by_gradient` is
    // true, these arguments are gradients of 2^lod texels of the first level.
    void expect_reads(const std::string& more, bool by_gradient) const {
        constexpr unsigned count = 40;
        const Pyramid pyramid = pyramid_of(type(), order(), ChannelType::FLOAT);
        std::mt19937 random(11);
        for (const unsigned lanes : {1, 8, 16, 32}) {
            const auto kernel = compile_kernel(reads(more), lanes);
            for (const std::uint64_t sampler : {normalized | abi::sampler::nearest, normalized | abi::sampler::linear,
                                                normalized | abi::sampler::linear | abi::sampler::mip_linear,
                                                normalized | abi::sampler::nearest | abi::sampler::mip_linear}) {
                std::vector<std::array<float, 4>> at(count), out(count);
                std::vector<float> lods(count), given(count);
                for (unsigned i = 0; i < count; ++i) {
                    for (float& c : at[i]) c = static_cast<float>(random() % 1024) / 1024;
                    lods[i] =
                        by_gradient ? static_cast<float>(random() % 3) : static_cast<float>(random() % 64) / 10 - 1;
                    given[i] =
                        by_gradient ? std::exp2(lods[i]) / static_cast<float>(pyramid.image().size().width) : lods[i];
                }
                kernel->run(line(count, count),
                            ArgumentBlock()
                                .add(pyramid.image().descriptor())
                                .add(sampler)
                                .add(at.data())
                                .add(given.data())
                                .add(out.data()),
                            0);
                for (unsigned i = 0; i < count; ++i) {
                    const Colour colour = mip_colour(pyramid, sampler, {at[i][0], at[i][1], at[i][2]},
                                                     bounded_lod(pyramid, sampler, lods[i]));
                    for (unsigned c = 0; c < (type().is_depth ? 1 : 4); ++c)
                        ASSERT_NEAR(out[i][c], colour[c], 4e-6) << lanes << " lanes, lod " << lods[i] << " of " << i;
                }
            }
        }
    }
};

TEST_P(MipLevels, AreReadByLod) {
    if (!type().is_buffer) expect_reads("lod[i]", false);
}

TEST_P(MipLevels, AreReadByGradients) {
    if (type().is_buffer) return;
    const std::string g = gradient_type(type());
    const std::string along_x = g == "float"    ? "lod[i]"
                                : g == "float2" ? "(float2)(lod[i], 0)"
                                                : "(float4)(lod[i], 0, 0, 0)";
    expect_reads(along_x + ", " + along_x + " * 0.5f", true);
}

// Tests that levels of detail below and above the sampler's limits give the same texels as the limits.
TEST_P(MipLevels, AreBounded) {
    if (type().is_buffer) return;
    const auto kernel = compile_kernel(reads("lod[i]"), 0);
    const Pyramid pyramid = pyramid_of(type(), order(), ChannelType::FLOAT);
    const std::uint64_t bounded = normalized | abi::sampler::nearest |
                                  std::uint64_t{1 * 256} << abi::sampler::min_lod_shift |
                                  std::uint64_t{0xffff - 2 * 256} << abi::sampler::max_lod_shift;
    const std::array<std::array<float, 4>, 2> at{};
    std::array<std::array<float, 4>, 2> out{};
    const std::array<float, 2> lods{0, 5};
    kernel->run(
        line(2, 2),
        ArgumentBlock().add(pyramid.image().descriptor()).add(bounded).add(at.data()).add(lods.data()).add(out.data()),
        0);
    EXPECT_EQ(out[0][0], nearest_colour(pyramid.levels()[1], bounded, {})[0]);
    EXPECT_EQ(out[1][0], nearest_colour(pyramid.levels()[2], bounded, {})[0]);
}

// One work-item reads between two levels. The other work-items read only level 0, whose texels are infinite. The
// infinite values must not reach the first work-item, not even multiplied by 0.
TEST_P(MipLevels, WithoutAShareAreOut) {
    if (type().is_buffer) return;
    const Pyramid pyramid = pyramid_of(type(), order(), ChannelType::FLOAT);
    const TestImage& first = pyramid.image();
    for (unsigned z = 0; z < first.slices(); ++z)
        for (unsigned y = 0; y < first.size().height; ++y)
            for (unsigned x = 0; x < first.size().width; ++x)
                for (unsigned c = 0; c < (type().is_depth ? 1 : 4); ++c) {
                    constexpr float infinite = std::numeric_limits<float>::infinity();
                    std::memcpy(first.texel(x, y, z) + 4 * c, &infinite, sizeof infinite);
                }
    const std::uint64_t sampler = normalized | abi::sampler::nearest | abi::sampler::mip_linear;
    const std::array<std::array<float, 4>, 16> at{};
    for (const unsigned lanes : {1, 16}) {
        std::array<std::array<float, 4>, 16> out{};
        std::array<float, 16> lods{};
        lods[3] = 1.5f;
        compile_kernel(reads("lod[i]"), lanes)
            ->run(line(16, 16),
                  ArgumentBlock().add(first.descriptor()).add(sampler).add(at.data()).add(lods.data()).add(out.data()),
                  0);
        for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(std::isinf(out[i][0]), i != 3) << out[i][0];
    }
}

TEST_P(MipLevels, AreWritten) {
    if (type().is_buffer) return;
    Pyramid pyramid = pyramid_of(type(), order(), ChannelType::FLOAT);
    const auto kernel = compile_kernel("kernel void k(write_only " + std::string(type().name) +
                                           " image) { int4 at = (int4)(0); int lod = get_global_id(0) - 1;"
                                           "write_imagef(image, " +
                                           coordinate_of(type(), "at") + ", lod, " +
                                           (type().is_depth ? "" : "(float4)") + "(lod + 0.5f)); }",
                                       0);
    kernel->run(line(level_count + 2, level_count + 2), ArgumentBlock().add(pyramid.image().descriptor()), 0);
    for (unsigned i = 0; i < level_count; ++i) EXPECT_EQ(texel_colour(pyramid.levels()[i], {0, 0, 0})[0], i + 0.5);
}

// Calls every integer function with a level of detail and with gradients, to check that all exist.
TEST_P(MipLevels, OfIntegers) {
    if (type().is_buffer || type().is_depth) return;
    Pyramid pyramid = pyramid_of(type(), ChannelOrder::RGBA, ChannelType::SIGNED_INT32);
    const std::string at = coordinate_of(type(), "at"), g = "(" + gradient_type(type()) + ")(0.0001f)";
    const auto kernel = compile_kernel(
        "kernel void k(read_only " + std::string(type().name) + " in, write_only " + type().name +
            " out, sampler_t s, global int4* result) { float4 at = (float4)(0); int4 from = read_imagei(in, s, " + at +
            ", 1.0f);"
            "from += read_imagei(in, s, " +
            at + ", " + g + ", " + g +
            ");"
            "from += as_int4(read_imageui(in, s, " +
            at + ", 2.0f)) + as_int4(read_imageui(in, s, " + at + ", " + g + ", " + g +
            "));"
            "result[0] = from; { int4 at = (int4)(0); write_imagei(out, " +
            at +
            ", 1, from);"
            "write_imageui(out, " +
            at + ", 2, as_uint4(from)); } }",
        0);
    Pyramid written = pyramid_of(type(), ChannelOrder::RGBA, ChannelType::SIGNED_INT32);
    std::array<int, 4> result{};
    const std::uint64_t sampler = normalized | abi::sampler::nearest;
    kernel->run(line(1, 1),
                ArgumentBlock()
                    .add(pyramid.image().descriptor())
                    .add(written.image().descriptor())
                    .add(sampler)
                    .add(result.data()),
                0);
    for (unsigned c = 0; c < 4; ++c) {
        const double sum = texel_colour(pyramid.levels()[1], {0, 0, 0})[c] +
                           2 * texel_colour(pyramid.image(), {0, 0, 0})[c] +
                           texel_colour(pyramid.levels()[2], {0, 0, 0})[c];
        EXPECT_EQ(result[c], static_cast<int>(static_cast<std::int64_t>(sum)));
        EXPECT_EQ(texel_colour(written.levels()[1], {0, 0, 0})[c], result[c]);
        EXPECT_EQ(texel_colour(written.levels()[2], {0, 0, 0})[c], result[c]);
    }
}

INSTANTIATE_TEST_SUITE_P(Types, MipLevels, testing::Range<std::size_t>(0, image_types().size()),
                         [](const auto& info) { return std::string(image_types()[info.param].name); });

}  // namespace
}  // namespace lanewise::test
