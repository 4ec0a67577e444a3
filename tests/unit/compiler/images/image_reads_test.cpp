// Tests read_image* against the model for all image types, formats, filters and addressing modes. Coordinates lie
// within the image and far outside, and some are NaN or infinite.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "compiler/compiler_impl.h"
#include "images/image_kernels.h"

namespace lanewise::test {
namespace {

constexpr std::uint64_t modes[] = {abi::sampler::address_none, abi::sampler::address_clamp_to_edge,
                                   abi::sampler::address_clamp, abi::sampler::address_repeat,
                                   abi::sampler::address_mirrored_repeat};
constexpr unsigned count = 50;  // number of work-items: several chunks, the last one partial

struct Lanes {
    unsigned count;
    const char* target;
};
constexpr Lanes all_lanes[] = {{0, ""}, {1, ""}, {8, "avx2"}, {16, ""}, {32, ""}};

template <typename T>
using Vector4 = std::array<T, 4>;

bool repeats(std::uint64_t mode) { return mode >= abi::sampler::address_repeat; }

/// Returns a random coordinate, which is normalized if the sampler requires that. The coordinate is between 1.3 image
/// sizes below the origin and 1.7 image sizes beyond the end of the image.
Vector4<float> random_coordinate(const TestImage& image, std::uint64_t sampler, std::mt19937& random) {
    const ImageSize& size = image.size();
    const float extents[3] = {static_cast<float>(size.width), static_cast<float>(size.height),
                              static_cast<float>(image.slices())};
    Vector4<float> at{};
    for (unsigned axis = 0; axis < 3; ++axis) {
        const bool is_layer = axis == 2 && size.is_array;
        const float part = static_cast<float>(random() % 4096) / 1024.0f - 1.3f;
        at[axis] = sampler & abi::sampler::normalized && !is_layer ? part : part * extents[axis];
    }
    return at;
}

/// Changes the coordinates so that 16 consecutive work-items read at equal distances along one row of the image, in
/// ascending or descending order.
void make_smooth(std::vector<Vector4<float>>& at, const TestImage& image, std::uint64_t sampler, std::mt19937& random) {
    constexpr float steps[] = {0.25f, 0.75f, 1.0f, -0.5f, 1.625f};
    float step = steps[random() % std::size(steps)];
    if (sampler & abi::sampler::normalized) step /= static_cast<float>(image.size().width);
    for (unsigned i = 1; i < at.size(); ++i) {
        at[i] = at[i / 16 * 16];
        at[i][0] += step * static_cast<float>(i % 16);
    }
}

constexpr float strange[] = {std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN(),
                             3e38f,
                             -3e38f,
                             2147483648.0f,
                             -2147483649.0f};

class ImageReads : public testing::TestWithParam<std::size_t> {
protected:
    const ImageType& type() const { return image_types()[GetParam()]; }

    std::string source(const std::string& colour, const std::string& function, const std::string& coordinate,
                       bool with_sampler) const {
        const std::string result = type().is_depth ? "(float4)(" : "(";
        return std::string("kernel void k(read_only ") + type().name + " image, sampler_t s, global const " +
               coordinate + "4* at, global " + colour + "4* out) { size_t i = get_global_id(0); out[i] = " + result +
               function + "(image, " + (with_sampler ? "s, " : "") + coordinate_of(type(), "at[i]") + ")); }";
    }

    template <typename T, typename C>
    std::vector<Vector4<T>> read(const CompiledKernel& kernel, const TestImage& image, std::uint64_t sampler,
                                 const std::vector<Vector4<C>>& at) const {
        std::vector<Vector4<T>> out(at.size());
        kernel.run(line(at.size(), at.size()),
                   ArgumentBlock().add(image.descriptor()).add(sampler).add(at.data()).add(out.data()), 0);
        return out;
    }

    unsigned channels() const { return type().is_depth ? 1 : 4; }
};

TEST_P(ImageReads, OfIntCoordinates) {
    if (type().is_buffer) return;
    for (const auto& [lanes, target] : all_lanes) {
        const auto kernel = compile_kernel(source("float", "read_imagef", "int", true), lanes, target);
        std::mt19937 random(2);
        for (const ImageFormat* format : formats_of(type(), false))
            for (const std::uint64_t mode : modes) {
                if (repeats(mode)) continue;
                TestImage image(format->order, format->type, type().size, random() % 3);
                image.fill(random);
                if (random() % 4 == 0) image.be_large();
                std::vector<Vector4<int>> at(count);
                for (auto& c : at)
                    for (unsigned axis = 0; axis < 3; ++axis) c[axis] = static_cast<int>(random() % 40) - 8;
                at[7][0] = std::numeric_limits<int>::max();
                at[9][0] = std::numeric_limits<int>::min();
                const auto out = read<float, int>(*kernel, image, mode, at);
                for (unsigned i = 0; i < count; ++i) {
                    const Texel texel{at[i][0], type().size.dimensions > 1 ? at[i][1] : 0,
                                      image.slices() > 1 ? at[i][2] : 0};
                    const Colour wanted = addressed_colour(image, mode, texel);
                    for (unsigned c = 0; c < channels(); ++c)
                        ASSERT_NEAR(out[i][c], wanted[c], std::fabs(wanted[c]) * 1.5e-7)
                            << lanes << " lanes, format " << name_of(*format) << " mode " << mode << " at " << at[i][0]
                            << ' ' << at[i][1] << ' ' << at[i][2] << " channel " << c;
                }
            }
    }
}

TEST_P(ImageReads, OfIntegers) {
    if (type().is_buffer || type().is_depth) return;
    for (const auto& [lanes, target] : all_lanes) {
        const auto kernel = compile_kernel(source("int", "read_imagei", "float", true), lanes, target);
        const auto unsigned_kernel = compile_kernel(source("uint", "read_imageui", "float", true), lanes, target);
        std::mt19937 random(3);
        for (const ImageFormat* format : formats_of(type(), true))
            for (const std::uint64_t mode : modes) {
                const std::uint64_t sampler = mode | (repeats(mode) ? abi::sampler::normalized : 0);
                TestImage image(format->order, format->type, type().size, random() % 3);
                image.fill(random);
                std::vector<Vector4<float>> at(count);
                for (auto& c : at) c = random_coordinate(image, sampler, random);
                const auto out = read<int, float>(*kernel, image, sampler, at);
                const auto unsigned_out = read<unsigned, float>(*unsigned_kernel, image, sampler, at);
                const bool is_signed = format->type <= ChannelType::SIGNED_INT32;
                for (unsigned i = 0; i < count; ++i) {
                    const Colour wanted = nearest_colour(image, sampler, {at[i][0], at[i][1], at[i][2]});
                    for (unsigned c = 0; c < 4; ++c)
                        ASSERT_EQ(is_signed ? out[i][c] : static_cast<double>(unsigned_out[i][c]), wanted[c])
                            << lanes << " lanes, format " << name_of(*format) << " mode " << mode << " channel " << c;
                }
            }
    }
}

TEST_P(ImageReads, OfFloatCoordinates) {
    if (type().is_buffer) return;
    for (const auto& [lanes, target] : all_lanes) {
        const auto kernel = compile_kernel(source("float", "read_imagef", "float", true), lanes, target);
        std::mt19937 random(4);
        for (const ImageFormat* format : formats_of(type(), false))
            for (const std::uint64_t mode : modes)
                for (const std::uint64_t filter : {abi::sampler::nearest, abi::sampler::linear}) {
                    const std::uint64_t sampler =
                        mode | filter | (repeats(mode) || random() % 2 ? abi::sampler::normalized : 0);
                    TestImage image(format->order, format->type, type().size, random() % 3);
                    image.fill(random);
                    if (random() % 4 == 0) image.be_large();
                    std::vector<Vector4<float>> at(count);
                    for (auto& c : at) c = random_coordinate(image, sampler, random);
                    if (random() % 2) make_smooth(at, image, sampler, random);
                    const auto out = read<float, float>(*kernel, image, sampler, at);
                    for (unsigned i = 0; i < count; ++i) {
                        const Coordinate coordinate{at[i][0], at[i][1], at[i][2]};
                        const bool is_linear = filter == abi::sampler::linear;
                        const Colour wanted = is_linear ? linear_colour(image, sampler, coordinate)
                                                        : nearest_colour(image, sampler, coordinate);
                        for (unsigned c = 0; c < channels(); ++c)
                            ASSERT_NEAR(out[i][c], wanted[c], is_linear ? 2e-6 : std::fabs(wanted[c]) * 1.5e-7)
                                << lanes << " lanes, format " << name_of(*format) << " sampler " << sampler << " at "
                                << at[i][0] << ' ' << at[i][1] << ' ' << at[i][2] << " channel " << c;
                    }
                }
    }
}

// Reads at arbitrary coordinates must not access memory outside the image. The image lies between inaccessible pages.
TEST_P(ImageReads, OfAnyCoordinates) {
    if (type().is_buffer) return;
    for (const auto& [lanes, target] : all_lanes) {
        const auto kernel = compile_kernel(source("float", "read_imagef", "float", true), lanes, target);
        std::mt19937 random(5);
        for (const ImageFormat* format : formats_of(type(), false))
            for (const std::uint64_t mode : modes)
                for (const std::uint64_t filter : {abi::sampler::nearest, abi::sampler::linear})
                    for (const std::uint64_t normalized : {std::uint64_t{0}, abi::sampler::normalized}) {
                        const std::uint64_t sampler = mode | filter | normalized;
                        TestImage image(format->order, format->type, type().size);
                        image.fill(random);
                        std::vector<Vector4<float>> at(count);
                        for (auto& c : at)
                            for (unsigned axis = 0; axis < 3; ++axis) c[axis] = strange[random() % std::size(strange)];
                        read<float, float>(*kernel, image, sampler, at);
                    }
    }
}

TEST_P(ImageReads, WithoutSampler) {
    for (const auto& [lanes, target] : all_lanes)
        for (const bool integers : {false, true}) {
            if (integers && type().is_depth) continue;
            const std::string access = integers ? "read_write" : "read_only";
            std::string text =
                source(integers ? "uint" : "float", integers ? "read_imageui" : "read_imagef", "int", false);
            text.replace(text.find("read_only"), 9, access);
            const auto kernel = compile_kernel(text, lanes, target);
            std::mt19937 random(6);
            for (const ImageFormat* format : formats_of(type(), integers)) {
                if (integers && format->type <= ChannelType::SIGNED_INT32) continue;
                TestImage image(format->order, format->type, type().size, random() % 2);
                image.fill(random);
                std::vector<Vector4<int>> at(count);
                const ImageSize& size = type().size;
                for (auto& c : at)
                    c = {static_cast<int>(random() % size.width), static_cast<int>(random() % size.height),
                         static_cast<int>(random() % image.slices()), 0};
                std::vector<Colour> out(count);
                if (integers) {
                    const auto values = read<unsigned, int>(*kernel, image, 0, at);
                    for (unsigned i = 0; i < count; ++i)
                        for (unsigned c = 0; c < 4; ++c) out[i][c] = values[i][c];
                } else {
                    const auto values = read<float, int>(*kernel, image, 0, at);
                    for (unsigned i = 0; i < count; ++i)
                        for (unsigned c = 0; c < 4; ++c) out[i][c] = static_cast<double>(values[i][c]);
                }
                for (unsigned i = 0; i < count; ++i) {
                    const Colour wanted = texel_colour(image, {at[i][0], at[i][1], at[i][2]});
                    for (unsigned c = 0; c < channels(); ++c)
                        ASSERT_NEAR(out[i][c], wanted[c], std::fabs(wanted[c]) * 1.5e-7)
                            << lanes << " lanes, format " << name_of(*format) << " channel " << c;
                }
            }
        }
}

INSTANTIATE_TEST_SUITE_P(Types, ImageReads, testing::Range<std::size_t>(0, image_types().size()),
                         [](const auto& info) { return std::string(image_types()[info.param].name); });

}  // namespace
}  // namespace lanewise::test
