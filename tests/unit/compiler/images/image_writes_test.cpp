// Tests write_image* against the model for all image types and formats, with values inside and outside of the format's
// range. A write outside the image must change nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "compiler/compiler_impl.h"
#include "images/image_kernels.h"

namespace lanewise::test {
namespace {

constexpr unsigned count = 50;

template <typename T>
using Vector4 = std::array<T, 4>;

class ImageWrites : public testing::TestWithParam<std::size_t> {
protected:
    const ImageType& type() const { return image_types()[GetParam()]; }

    // Returns a kernel in which every third work-item writes no texel.
    std::string source(const std::string& colour, const std::string& function, const std::string& access) const {
        return "kernel void k(" + access + " " + type().name + " image, global const int4* at, global const " + colour +
               "4* values) { size_t i = get_global_id(0); if (i % 3) " + function + "(image, " +
               coordinate_of(type(), "at[i]") + ", values[i]" + (type().is_depth ? ".x" : "") + "); }";
    }

    /// Returns a different texel for each work-item, in memory order from `first` on, so that adjacent work-items write
    /// adjacent texels. If the image has fewer texels than there are work-items, the remaining work-items get
    /// coordinates outside the image.
    std::vector<Vector4<int>> places(const TestImage& image, unsigned first) const {
        const ImageSize& size = type().size;
        const unsigned texels = size.width * size.height * image.slices();
        std::vector<Vector4<int>> at(count, {-1, 0, 0, 0});
        for (unsigned i = 0; i < std::min(count, texels); ++i) {
            const unsigned n = (first + i) % texels;
            at[i] = {static_cast<int>(n % size.width), static_cast<int>(n / size.width % size.height),
                     static_cast<int>(n / (size.width * size.height)), 0};
        }
        return at;
    }

    /// Returns all bytes from the image's first to its last texel, to check that texels which the kernel does not write
    /// stay unchanged.
    std::vector<std::byte> bytes_of(const TestImage& image) const {
        const ImageSize& size = type().size;
        return {image.texel(0, 0, 0),
                image.texel(size.width - 1, size.height - 1, image.slices() - 1) + image.format().texel.bytes};
    }

    template <typename T>
    void expect_written(const CompiledKernel& kernel, TestImage& image, const std::vector<Vector4<int>>& at,
                        const std::vector<Vector4<T>>& values, double tolerance) const {
        std::vector<std::byte> untouched = bytes_of(image);
        kernel.run(line(count, count), ArgumentBlock().add(image.descriptor()).add(at.data()).add(values.data()), 0);
        for (unsigned i = 0; i < at.size(); ++i) {
            if (i % 3 == 0 || at[i][0] < 0) continue;
            const Texel place{at[i][0], at[i][1], at[i][2]};
            const std::byte* texel = image.texel(static_cast<unsigned>(place[0]), static_cast<unsigned>(place[1]),
                                                 static_cast<unsigned>(place[2]));
            std::memcpy(&untouched[static_cast<std::size_t>(texel - image.texel(0, 0, 0))], texel,
                        image.format().texel.bytes);
            Colour colour;
            for (unsigned c = 0; c < 4; ++c) colour[c] = static_cast<double>(values[i][c]);
            for (const auto& [wanted, stored] : written_components(image, place, colour))
                ASSERT_NEAR(stored, wanted, tolerance + std::fabs(wanted) * 1e-7)
                    << "format " << name_of(image.format()) << " value " << colour[0] << ' ' << colour[1] << ' '
                    << colour[2] << ' ' << colour[3];
        }
        EXPECT_EQ(bytes_of(image), untouched) << name_of(image.format());
    }
};

bool is_exact(abi::TexelKind kind) { return kind == abi::TexelKind::single_float; }

TEST_P(ImageWrites, OfFloats) {
    for (const unsigned lanes : {0, 1, 8, 16, 32})
        for (const std::string access : {"write_only", "read_write"}) {
            SCOPED_TRACE(std::to_string(lanes) + " lanes " + access);
            const auto kernel = compile_kernel(source("float", "write_imagef", access), lanes);
            std::mt19937 random(7);
            for (const ImageFormat* format : formats_of(type(), false))
                for (unsigned first = 0; first < 60; first += 17) {
                    TestImage image(format->order, format->type, type().size, random() % 3);
                    image.fill(random);
                    if (random() % 4 == 0) image.be_large();
                    std::vector<Vector4<float>> values(count);
                    for (auto& value : values)
                        for (float& v : value) v = static_cast<float>(random() % 30000) / 10000 - 1.5f;
                    // For normalized formats, the tolerance is half the distance between adjacent values. For
                    // half-precision formats, the tolerance is the largest rounding error of the tested values.
                    const double tolerance = is_exact(format->texel.kind)                       ? 0
                                             : format->texel.kind == abi::TexelKind::half_float ? 0.0005
                                                                                                : 0.5001;
                    expect_written(*kernel, image, places(image, first), values, tolerance);
                }
        }
}

TEST_P(ImageWrites, OfIntegers) {
    if (type().is_depth) return;
    for (const unsigned lanes : {0, 1, 8, 16, 32}) {
        SCOPED_TRACE(lanes);
        const auto kernel = compile_kernel(source("int", "write_imagei", "write_only"), lanes);
        const auto unsigned_kernel = compile_kernel(source("uint", "write_imageui", "write_only"), lanes);
        std::mt19937 random(8);
        for (const ImageFormat* format : formats_of(type(), true)) {
            TestImage image(format->order, format->type, type().size, random() % 3);
            image.fill(random);
            const auto at = places(image, static_cast<unsigned>(random() % 20));
            std::vector<Vector4<int>> values(count);
            std::vector<Vector4<unsigned>> unsigned_values(count);
            for (unsigned i = 0; i < count; ++i)
                for (unsigned c = 0; c < 4; ++c) {
                    values[i][c] = static_cast<int>(random()) >> random() % 28;
                    unsigned_values[i][c] = static_cast<unsigned>(random()) >> random() % 28;
                }
            if (format->type <= ChannelType::SIGNED_INT32)
                expect_written(*kernel, image, at, values, 0);
            else
                expect_written(*unsigned_kernel, image, at, unsigned_values, 0);
        }
    }
}

// Writes outside of the image: they must change neither the image nor memory next to it.
TEST_P(ImageWrites, OutsideOfTheImage) {
    for (const unsigned lanes : {0, 1, 8, 16}) {
        const auto kernel = compile_kernel(source("float", "write_imagef", "write_only"), lanes);
        std::mt19937 random(9);
        for (const ImageFormat* format : formats_of(type(), false)) {
            TestImage image(format->order, format->type, type().size);
            image.fill(random);
            const std::vector<std::byte> before = bytes_of(image);
            auto at = places(image, 0);
            constexpr int far[] = {-1, std::numeric_limits<int>::min(), std::numeric_limits<int>::max(), 1000, -1000};
            for (auto& place : at) place[0] = far[random() % std::size(far)];
            const std::vector<Vector4<float>> values(count);
            kernel->run(line(count, count), ArgumentBlock().add(image.descriptor()).add(at.data()).add(values.data()),
                        0);
            EXPECT_EQ(bytes_of(image), before);
        }
    }
}

// Tests write_imageh and read_imageh, which behave like the functions for float.
TEST_P(ImageWrites, OfHalves) {
    if (type().is_depth) return;
    const std::string at = coordinate_of(type(), "at");
    const auto kernel = compile_kernel(
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
        "kernel void k(read_write " +
            std::string(type().name) +
            " image, global int* wrong) { int4 at = (int4)(0);"
            "at.x = get_global_id(0); write_imageh(image, " +
            at +
            ", (half4)(0.5h, 0.25h, 2.0h, 0.125h)); "
            "half4 h = read_imageh(image, " +
            at + "); float4 f = read_imagef(image, " + at +
            ");"
            "if (any(convert_float4(h) != f) || h.x != 0.5h || h.w != 0.125h || h.z != 2.0h) wrong[0] = 1; }",
        0);
    TestImage image(ChannelOrder::RGBA, ChannelType::HALF_FLOAT, type().size);
    int wrong = 0;
    const unsigned width = type().size.width;
    kernel->run(line(width, width), ArgumentBlock().add(image.descriptor()).add(&wrong), 0);
    EXPECT_EQ(wrong, 0);
}

INSTANTIATE_TEST_SUITE_P(Types, ImageWrites, testing::Range<std::size_t>(0, image_types().size()),
                         [](const auto& info) { return std::string(image_types()[info.param].name); });

}  // namespace
}  // namespace lanewise::test
