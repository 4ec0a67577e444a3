// Tests images in kernels with divergence, called functions, barriers and sub-groups. Covers also reads after writes by
// the same work-item, builds without optimization, and image queries.
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <vector>

#include "images/test_image.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr unsigned count = 40;

/// Makes a one-dimensional image whose texels are the numbers `first`, `first` + 1, ...
std::unique_ptr<TestImage> numbers(unsigned first) {
    auto image = std::make_unique<TestImage>(ChannelOrder::R, ChannelType::UNSIGNED_INT32, line_of(count));
    for (unsigned i = 0; i < count; ++i) {
        const unsigned value = first + i;
        std::memcpy(image->texel(i, 0, 0), &value, sizeof value);
    }
    return image;
}

unsigned number_at(const TestImage& image, unsigned x) {
    unsigned value = 0;
    std::memcpy(&value, image.texel(x, 0, 0), sizeof value);
    return value;
}

/// Runs a kernel with the statements `body` and returns each work-item's `out[i]`. The body has the images a (0, 1,
/// ...), b (1000, 1001, ...) and c (to be written), and the work-item's id i.
std::vector<unsigned> run(const std::string& body, const std::string& before = {}, const RunOptions& options = {}) {
    const auto a = numbers(0), b = numbers(1000), c = numbers(0);
    std::vector<unsigned> out(count, ~0u);
    RunOptions all = options;
    if (all.build_options.find("-cl-std") == std::string::npos) all.build_options += " -cl-std=CL3.0";
    run_kernel(
        "constant sampler_t s = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST; " + before +
            " kernel void k(read_only image1d_t a, read_only image1d_t b, write_only image1d_t c, global uint* out)"
            "{ int i = get_global_id(0); " +
            body + " }",
        "k", line(count, 20),
        ArgumentBlock().add(a->descriptor()).add(b->descriptor()).add(c->descriptor()).add(out.data()), all);
    for (unsigned i = 0; i < count; ++i)
        if (out[i] == ~0u) out[i] = number_at(*c, i);
    return out;
}

constexpr unsigned widths[] = {0, 1, 8, 16, 32};
constexpr const char* optimizations[] = {"", "-cl-opt-disable"};

template <typename Wanted>
void expect(const std::string& body, Wanted wanted, const std::string& before = {}) {
    for (const unsigned width : widths)
        for (const char* optimization : optimizations) {
            SCOPED_TRACE(body + " " + std::to_string(width) + " lanes " + optimization);
            const auto out = run(body, before, {.build_options = optimization, .vector_width = width});
            for (unsigned i = 0; i < count; ++i) ASSERT_EQ(out[i], wanted(i)) << i;
        }
}

// Tests calls that differ only in their image. The compiler must not merge such calls, because a call's image must be
// uniform.
TEST(ImageFlow, ImagesOfDivergentBranches) {
    expect("uint v; if (i % 3 == 1) v = read_imageui(a, s, i).x; else v = read_imageui(b, s, i).x; out[i] = v;",
           [](unsigned i) { return i % 3 == 1 ? i : 1000 + i; });
    expect("out[i] = i % 3 == 1 ? read_imageui(a, s, i).x : read_imageui(b, s, i).x;",
           [](unsigned i) { return i % 3 == 1 ? i : 1000 + i; });
}

TEST(ImageFlow, DivergentLoops) {
    expect("uint v = 0; for (int j = 0; j < i; ++j) v += read_imageui(a, s, j).x; out[i] = v;",
           [](unsigned i) { return i * (i - 1) / 2; });
    expect("int j = i; while (read_imageui(a, s, j).x % 7) ++j; out[i] = j;",
           [](unsigned i) { return i > 35 ? count : (i + 6) / 7 * 7; });
}

TEST(ImageFlow, WritesOfSomeWorkItems) {
    expect("if (i % 5 == 2) write_imageui(c, i, (uint4)(7));", [](unsigned i) { return i % 5 == 2 ? 7 : i; });
    expect("for (int j = 0; j < 3; ++j) if ((i >> j) & 1) write_imageui(c, i, (uint4)(100 + j));", [](unsigned i) {
        return i & 4 ? 102 : i & 2 ? 101 : i & 1 ? 100 : i;
    });
}

TEST(ImageFlow, SameTexelForAll) {
    expect("out[i] = read_imageui(b, s, 3).x + i;", [](unsigned i) { return 1003 + i; });
    expect("if (i == 11) write_imageui(c, 5, read_imageui(b, s, 5));", [](unsigned i) { return i == 5 ? 1005 : i; });
}

TEST(ImageFlow, Functions) {
    expect(
        "out[i] = twice(a, s, i) + twice(b, CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST, i + 100);",
        [](unsigned i) { return 2 * i + 2 * 1039; },
        "__attribute__((noinline)) uint twice(read_only image1d_t image, sampler_t how, int x) "
        "{ return 2 * read_imageui(image, how, x).x; }");
}

TEST(ImageFlow, Barriers) {
    expect(
        "local uint tile[20]; int l = get_local_id(0); tile[l] = read_imageui(a, s, i).x; "
        "barrier(CLK_LOCAL_MEM_FENCE); out[i] = tile[19 - l] + read_imageui(b, s, i).x;",
        [](unsigned i) { return i / 20 * 20 + 19 - i % 20 + 1000 + i; });
}

TEST(ImageFlow, SubGroups) {
    const auto out = run("out[i] = sub_group_broadcast(read_imageui(a, s, i).x, 0) + read_imageui(b, s, i).x;");
    for (unsigned i = 0; i < count; ++i) EXPECT_LE(out[i], 2 * i + 1000);
}

// "a work-item that writes to an image and then reads from it ... must use a fence" (OpenCL C 3.0, 6.15.15.6).
TEST(ImageFlow, WrittenThenRead) {
    for (const unsigned width : widths)
        for (const char* optimization : optimizations) {
            const auto image = numbers(0);
            run_kernel(
                "kernel void k(read_write image1d_t image) { int i = get_global_id(0);"
                "for (int j = 0; j < 4; ++j) { write_imageui(image, i, read_imageui(image, i) * 2u + 1u);"
                "atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item); } }",
                "k", line(count, 20), ArgumentBlock().add(image->descriptor()),
                {.build_options = std::string("-cl-std=CL3.0 ") + optimization, .vector_width = width});
            for (unsigned i = 0; i < count; ++i) EXPECT_EQ(number_at(*image, i), i * 16 + 15);
        }
}

// All 25 calls use one function that is not inlined.
TEST(ImageFlow, ManyReads) {
    std::string sum = "0";
    for (unsigned j = 0; j < 25; ++j) sum += " + read_imageui(a, s, i + " + std::to_string(j) + ").x";
    expect("out[i] = " + sum + ";", [](unsigned i) {
        unsigned wanted = 0;
        for (unsigned j = i; j < i + 25 && j < count; ++j) wanted += j;
        return wanted;
    });
}

TEST(ImageFlow, AllVersionsOfTheLanguage) {
    for (const char* version : {"-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"}) {
        SCOPED_TRACE(version);
        TestImage in(ChannelOrder::RGBA, ChannelType::FLOAT, plane_of(count, 2));
        TestImage out(ChannelOrder::RGBA, ChannelType::FLOAT, plane_of(count, 2));
        std::mt19937 random(1);
        in.fill(random);
        run_kernel(
            "kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t s) { int2 at = (int2)"
            "(get_global_id(0), 1); write_imagef(out, at, read_imagef(in, s, convert_float2(at) + 0.5f)); }",
            "k", line(count, 20), ArgumentBlock().add(in.descriptor()).add(out.descriptor()).add(abi::sampler::nearest),
            {.build_options = version});
        EXPECT_EQ(std::memcmp(in.texel(0, 1, 0), out.texel(0, 1, 0), 16 * count), 0);
    }
}

TEST(ImageFlow, Queries) {
    const TestImage array(ChannelOrder::BGRA, ChannelType::UNSIGNED_INT8, planes_of(9, 6, 4));
    const TestImage volume(ChannelOrder::RG, ChannelType::HALF_FLOAT, volume_of(7, 5, 3));
    std::vector<int> out(16);
    run_kernel(
        "kernel void k(write_only image2d_array_t a, read_write image3d_t v, global int* out) {"
        "out[0] = get_image_width(a); out[1] = get_image_height(a); out[2] = get_image_array_size(a);"
        "vstore2(get_image_dim(a), 0, out + 3); out[5] = get_image_channel_order(a) == CLK_BGRA;"
        "out[6] = get_image_channel_data_type(a) == CLK_UNSIGNED_INT8; out[7] = get_image_depth(v);"
        "vstore4(get_image_dim(v), 0, out + 8); out[12] = get_image_channel_order(v) == CLK_RG;"
        "out[13] = get_image_channel_data_type(v) == CLK_HALF_FLOAT; out[14] = get_image_width(v);"
        "out[15] = get_image_height(v); }",
        "k", line(1, 1), ArgumentBlock().add(array.descriptor()).add(volume.descriptor()).add(out.data()),
        {.build_options = "-cl-std=CL3.0"});
    EXPECT_EQ(out, (std::vector<int>{9, 6, 4, 9, 6, 1, 1, 3, 7, 5, 3, 0, 1, 1, 7, 5}));
}

}  // namespace
}  // namespace lanewise::test
